import TraceAnalysis
public import TraceModel
public import TraceRendering

extension TraceReport {
  /// The page with its graph, which Graphviz draws, as a document of HTML.
  ///
  /// - Parameter process: Where Graphviz runs; a program that must not be hurt by it chooses a child.
  /// - Returns: The page: the content of a file, which ends with a newline.
  /// - Throws: A `GraphvizError` that says what Graphviz lacked or did not understand.
  public func htmlWithGraph(
    in process: RenderingProcess = .current
  ) throws(GraphvizError) -> String {
    html(graph: try graph.picture(as: .svg, in: process).text)
  }
}

extension Trace {
  /// The run as one page for a browser: verdict, numbers, graph, timeline and tables, with what is stuck and the critical path.
  ///
  /// - Parameters:
  ///   - style: How the graph looks, and the title of the page.
  ///   - process: Where Graphviz runs; a program that must not be hurt by it chooses a child.
  /// - Returns: The content of a file of HTML.
  /// - Throws: A `GraphvizError` that says what Graphviz lacked or did not understand.
  public func report(
    style: GraphStyle = GraphStyle(),
    in process: RenderingProcess = .current
  ) throws(GraphvizError) -> String {
    try TraceReport(of: self, style: style, diagnosis: diagnosis(), criticalPath: criticalPath)
      .htmlWithGraph(in: process)
  }
}
