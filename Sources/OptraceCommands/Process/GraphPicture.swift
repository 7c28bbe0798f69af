import GraphvizRendering
import TraceAnalysis
import TraceRendering

/// The graph of a trace, and the files that can be made of it.
struct GraphPicture {
  /// The graph.
  let graph: TraceGraph

  /// How long Graphviz may take; a graph within its limits takes some ten seconds at most.
  private static let timeLimit = Duration.seconds(120)

  init(_ graph: TraceGraph) {
    self.graph = graph
  }

  /// Writes a file; a dash is standard output.
  ///
  /// - Returns: What is wrong with the picture, if anything; safe to show.
  @discardableResult
  func write(
    to path: String,
    as format: PictureFormat,
    in environment: CommandEnvironment
  ) throws(CommandFailure) -> String? {
    switch format {
    case .dot: try environment.write(graph.dot, to: path)
    case .mermaid:
      let (text, note) = graph.mermaidWithNote
      try environment.write(text, to: path)
      return note
    case .drawn(let format):
      let picture = try draw(format, for: path)
      if path == "-" {
        environment.output.write(picture.bytes)
      } else {
        try OutputFile(path).write(picture.bytes)
      }
      guard picture.scale < Self.readableScale else { return nil }
      let percent = CountText.percent(picture.scale)
      return """
        \(VisibleText.line(path)) is drawn at \(percent) of its size, which is too small to read; \
        an .svg has no limit
        """
    }
    return nil
  }

  /// Below it, text of a graph can't be read.
  private static let readableScale = 0.6

  /// Draws it, in a child process and within the limits of what Graphviz can do.
  ///
  /// - Throws: A failure that says why it can't be drawn to `path`.
  func draw(
    _ format: GraphvizFormat,
    for path: String
  ) throws(CommandFailure) -> RenderedGraph {
    let limits = GraphvizLimits()
    guard graph.nodeCount <= limits.nodes, graph.edgeCount <= limits.edges else {
      throw Self.failure(
        .tooLarge(nodes: graph.nodeCount, edges: graph.edgeCount, limits: limits),
        path: path
      )
    }
    do throws(GraphvizError) {
      return try graph.picture(as: format, in: .child(timeLimit: Self.timeLimit))
    } catch {
      throw Self.failure(error, path: path)
    }
  }
}

extension GraphPicture {
  /// What to say when a picture can't be drawn.
  static func failure(_ error: GraphvizError, path: String) -> CommandFailure {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    let dot = path == "-" ? "--format dot" : "-o \(VisibleText.line(stem + ".dot"))"
    let advice = "fold it by --nodes 150, or write the graph as DOT instead: \(dot)"
    let reason =
      switch error {
      case .tooLarge(let nodes, let edges, let limits):
        """
        \(CountText.grouped(nodes)) nodes and \(CountText.grouped(edges)) edges are too many for \
        Graphviz (at most \(CountText.grouped(limits.nodes)) and \(CountText.grouped(limits.edges))); \
        \(advice)
        """
      case .timedOut:
        "Graphviz took too long to lay it out; \(advice)"
      default:
        VisibleText.line(error.description)
      }
    return CommandFailure(
      .cantWrite,
      "can't draw \(path == "-" ? "the graph" : VisibleText.line(path)): \(reason)"
    )
  }
}
