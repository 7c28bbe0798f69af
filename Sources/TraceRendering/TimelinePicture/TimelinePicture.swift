public import TraceAnalysis
import TraceEvents
public import TraceModel

/// The run as a picture on one time axis, for a browser: lanes for each queue, with what executed in them and what it waited for.
///
/// Each queue is a band with a lane for each operation that executed at once with others. In front of a bar a thin line shows
/// what the operation waited for, as far as there is room in the lane; what never executed has a lane below. Below the lanes a
/// curve tells how many operations executed, were queued and waited. What is thinner than a pixel is drawn together with its
/// neighbours, so that a million operations make a picture that a browser shows at once.
public struct TimelinePicture {
  private let contents: TimelineContents

  /// Makes a picture, in time nearly linear in the number of operations.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - title: The heading; nil for the name of the traced program.
  ///   - diagnosis: What is known to be wrong: marks what is stalled, and is summed up in the head. Nil to say nothing of it.
  ///   - criticalPath: The path to mark.
  ///   - selected: The operations to show; nil for all.
  public init(
    of trace: Trace,
    title: String? = nil,
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil,
    selected: SelectedOperations? = nil
  ) {
    let annotated = AnnotatedTrace(
      trace,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: selected
    )
    contents = TimelineContents(annotated, title: title)
  }

  /// The picture as an SVG document; it ends with a newline.
  ///
  /// The text is the same, byte for byte, for the same trace. Names are escaped, whatever they hold. A bar has `op_12` as `id`
  /// and classes such as `operation stalled critical`, as in the graph, and its facts as a tooltip; a queue has `q_1`. On a dark
  /// screen the colours are others, and in print each state has a texture of its own.
  public var svg: String {
    var drawing = TimelineDrawing(contents)
    return drawing.document()
  }

  /// What the picture shows, in words: for who can't see it, and for a page's title.
  ///
  /// It holds names from the traced program: made safe to show, but escape them for XML or HTML.
  public var description: GraphDescription {
    contents.description
  }
}
