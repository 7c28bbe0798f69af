public import TraceAnalysis
public import TraceModel

extension Trace {
  /// The graph of the run in Graphviz's DOT language: see ``TraceGraph``.
  ///
  /// - Parameters:
  ///   - style: How it looks.
  ///   - diagnosis: What is known to be wrong: marks what is stalled, and is summed up in the title. Nil to say nothing of it.
  ///   - criticalPath: The path to be drawn heavy.
  ///   - selected: The operations to draw; nil for all.
  /// - Returns: The document, which ends with a newline.
  public func dot(
    _ style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil,
    selected: SelectedOperations? = nil
  ) -> String {
    TraceGraph(
      of: self,
      style: style,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: selected
    ).dot
  }
}
