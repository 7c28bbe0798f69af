public import TraceAnalysis
public import TraceModel

extension Trace {
  /// The graph of the run in Graphviz's DOT language.
  ///
  /// Operations are nodes, in a cluster for each queue; what one had to wait for is an edge. The text is the same, byte for
  /// byte, for the same trace. Names are escaped, whatever they hold, and cut to 32 characters in the middle; the tooltips hold
  /// more of them. Nodes have `op_12` as `id`, edges `e_3_12` (from operation 3 to 12), queues `q_1`.
  ///
  /// Linear in the number of operations and edges. Graphviz's own time grows faster: above 1,000 operations or 5,000 edges the
  /// document asks it to lay out in a hurry.
  ///
  /// - Parameters:
  ///   - style: How it looks.
  ///   - diagnosis: What is known to be wrong: marks what is stalled, and is summed up in the title. Nil to say nothing of it.
  ///   - criticalPath: The path to be drawn heavy.
  /// - Returns: The document, which ends with a newline.
  public func dot(
    _ style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil
  ) -> String {
    let annotated = AnnotatedTrace(self, diagnosis: diagnosis, criticalPath: criticalPath)
    return DOTDocument(GraphContents(annotated, style: style)).text
  }
}
