public import TraceAnalysis
public import TraceModel
public import TraceRendering

extension Trace {
  /// Draws the graph of the trace, with what is stuck and the critical path in it.
  ///
  /// An SVG gets names for those who can't see it and a dark mode.
  ///
  /// - Parameters:
  ///   - format: The kind of file.
  ///   - style: How the graph looks.
  ///   - diagnosis: What to show as stalled; the trace's own when nil.
  ///   - process: Where Graphviz runs; a program that must not be hurt by it chooses a child.
  /// - Returns: The picture; its `bytes` are the content of a file.
  /// - Throws: A `GraphvizError` that says what Graphviz lacked or did not understand.
  public func picture(
    as format: GraphvizFormat,
    style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    in process: RenderingProcess = .current
  ) throws(GraphvizError) -> RenderedGraph {
    try TraceGraph(
      of: self,
      style: style,
      diagnosis: diagnosis ?? self.diagnosis(),
      criticalPath: criticalPath
    ).picture(as: format, in: process)
  }
}

extension TraceGraph {
  /// Draws the graph; an SVG gets names for those who can't see it and a dark mode.
  ///
  /// - Parameters:
  ///   - format: The kind of file.
  ///   - process: Where Graphviz runs; a program that must not be hurt by it chooses a child.
  /// - Returns: The picture; its `bytes` are the content of a file.
  /// - Throws: A `GraphvizError` that says what Graphviz lacked or did not understand.
  public func picture(
    as format: GraphvizFormat,
    in process: RenderingProcess = .current
  ) throws(GraphvizError) -> RenderedGraph {
    let drawn = try Graphviz.render(dot, as: format, in: process)
    guard let svg = drawn.text else { return drawn }
    let description = description
    var presentation = SVGPresentation(
      title: description.title,
      summary: description.summary,
      darkColors: GraphPalette.darkColors
    )
    presentation.textures = SVGTexture.states
    return drawn.replacing(bytes: Array(presentation.applied(to: svg).utf8))
  }
}
