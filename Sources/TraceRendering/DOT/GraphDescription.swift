public import TraceAnalysis
import TraceEvents
public import TraceModel

/// What a picture of a trace's graph shows, in words: for who can't see it, and for a page's title.
public struct GraphDescription: Hashable, Sendable {
  /// The graph's title, on one line.
  public var title: String

  /// The run's totals, the verdict and the critical path, as sentences on one line.
  public var summary: String

  /// Makes a description.
  public init(title: String, summary: String) {
    self.title = title
    self.summary = summary
  }
}

extension Trace {
  /// What the picture of `dot(_:diagnosis:criticalPath:)` shows, in words; the arguments are the same.
  ///
  /// It holds names from the traced program: made safe to show, but escape them for XML or HTML.
  public func graphDescription(
    _ style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil
  ) -> GraphDescription {
    let annotated = AnnotatedTrace(self, diagnosis: diagnosis, criticalPath: criticalPath)
    var sentences = [RunTotals(annotated).line]
    if let diagnosis, !operations.isEmpty {
      sentences.append(Verdict(diagnosis, of: annotated).line)
    }
    if let criticalPath, !criticalPath.operations.isEmpty {
      let names = criticalPath.operations.map { annotated.name($0) }
      sentences.append("Critical path: \(CountText.list(names, atMost: 12))")
    }
    let texts = sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    return GraphDescription(
      title: GraphContents(annotated, style: style).title,
      summary: texts.joined(separator: " ")
    )
  }
}
