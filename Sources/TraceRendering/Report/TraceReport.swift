public import TraceAnalysis
import TraceEvents
public import TraceModel

/// The run as one page for a browser, which needs no network: verdict, numbers, graph, timeline and tables, linked with each other.
///
/// It is made for the one who was just handed it. Everything in it can be reached by keyboard, and every view has an address
/// that can be sent.
public struct TraceReport {
  /// The graph that the page shows: let Graphviz draw it as SVG, and hand that to ``html(graph:)``.
  public let graph: TraceGraph

  /// What changed since other runs, of which the page then tells; nil for nothing.
  package var changes: RunComparison?

  private let annotated: AnnotatedTrace
  private let title: String

  /// Makes a report, in time nearly linear in the number of operations and edges.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - style: How the graph looks, and the title of the page: nil there for the name of the traced program.
  ///   - diagnosis: What is known to be wrong: the findings, and what is stalled. Nil to say nothing of it.
  ///   - criticalPath: The path to mark, and to account for the run by.
  ///   - selected: The operations to show; nil for all.
  public init(
    of trace: Trace,
    style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil,
    selected: SelectedOperations? = nil
  ) {
    annotated = AnnotatedTrace(
      trace,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: selected
    )
    title = annotated.title(style.title)
    var style = style
    style.hasHeading = false
    graph = TraceGraph(GraphContents(annotated, style: style))
  }

  /// The page as a document of HTML; it ends with a newline.
  ///
  /// The text is the same, byte for byte, for the same trace and picture. Names are data in it, never markup, and it can load
  /// nothing and run nothing but its own script.
  ///
  /// - Parameter svg: The picture of ``graph`` as Graphviz draws it; nil for a page without one.
  /// - Returns: The content of a file.
  public func html(graph svg: String? = nil) -> String {
    let data = ReportData(annotated, graph: graph, title: title, changes: changes)
    return ReportPage(title: title, data: data.json.text, picture: svg ?? "").html
  }
}
