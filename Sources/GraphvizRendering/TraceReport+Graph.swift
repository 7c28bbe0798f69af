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
    let picture = try pictureThatFits { (graph) throws(GraphvizError) in
      try graph.picture(as: .svg, in: process)
    }
    return html(graph: picture.text)
  }

  /// The picture of the graph in the direction that leaves less of the page empty; the graph's own where both are about the same.
  ///
  /// - Parameter draw: Draws a graph as SVG.
  /// - Returns: The picture.
  /// - Throws: What `draw` throws for the graph as it is; the other way is not needed.
  package func pictureThatFits<Failure: Error>(
    _ draw: (TraceGraph) throws(Failure) -> RenderedGraph
  ) throws(Failure) -> RenderedGraph {
    let picture = try draw(graph)
    guard let misfit = picture.misfit, misfit > 1.8, let other = try? draw(graph.turned),
      let otherMisfit = other.misfit, otherMisfit < misfit
    else { return picture }
    return other
  }
}

extension RenderedGraph {
  /// How many times wider or higher it is than the place that the page has for it; nil for what is no SVG.
  fileprivate var misfit: Double? {
    guard let start = text?.firstRange(of: "viewBox=\"")?.upperBound,
      let numbers = text?[start...].prefix(while: { $0 != "\"" }).split(separator: " "),
      numbers.count == 4, let width = Double(numbers[2]), let height = Double(numbers[3]),
      width > 0, height > 0
    else { return nil }
    let ratio = width / height / Self.placeRatio
    return max(ratio, 1 / ratio)
  }

  /// The width of the graph's place by its height.
  private static let placeRatio = 1.3
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
