import GraphvizRendering
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// The graph of a trace, and the files that can be made of it.
struct GraphPicture {
  /// The graph in Graphviz's language.
  let dot: String

  private let trace: Trace
  private let diagnosis: Diagnosis

  /// How long Graphviz may take; a graph within its limits takes some ten seconds at most.
  private static let timeLimit = Duration.seconds(120)

  init(_ trace: Trace, diagnosis: Diagnosis, criticalPath: CriticalPath?) {
    self.trace = trace
    self.diagnosis = diagnosis
    dot = trace.dot(diagnosis: diagnosis, criticalPath: criticalPath)
  }

  /// Writes a file.
  ///
  /// - Returns: What is wrong with the picture, if anything; safe to show.
  @discardableResult
  func write(to path: String, as format: PictureFormat) throws(CommandFailure) -> String? {
    switch format {
    case .dot:
      try OutputFile(path).write(Array(dot.utf8))
      return nil
    case .drawn(let format):
      let picture = try draw(format, for: path)
      try OutputFile(path).write(picture.bytes)
      guard picture.scale < Self.readableScale else { return nil }
      let percent = CountText.percent(picture.scale)
      return """
        \(VisibleText.line(path)) is drawn at \(percent) of its size, which is too small to read; \
        an .svg has no limit
        """
    }
  }

  /// Below it, text of a graph can't be read.
  private static let readableScale = 0.6

  private func draw(
    _ format: GraphvizFormat,
    for path: String
  ) throws(CommandFailure) -> RenderedGraph {
    do throws(GraphvizError) {
      let process = RenderingProcess.child(timeLimit: Self.timeLimit)
      return try trace.picture(as: format, diagnosis: diagnosis, in: process)
    } catch {
      throw Self.failure(error, path: path)
    }
  }
}

extension GraphPicture {
  /// Refuses a trace that is too large to be drawn before its graph is written, which takes seconds.
  static func checkSize(of trace: Trace, path: String) throws(CommandFailure) {
    let limits = GraphvizLimits()
    let edges = trace.edges.count { GraphStyle().edgeKinds.contains($0.kind) }
    guard trace.operations.count > limits.nodes || edges > limits.edges else { return }
    throw failure(
      .tooLarge(nodes: trace.operations.count, edges: edges, limits: limits),
      path: path
    )
  }

  /// What to say when a picture can't be drawn.
  static func failure(_ error: GraphvizError, path: String) -> CommandFailure {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    let advice = "write the graph as DOT instead: -o \(VisibleText.line(stem + ".dot"))"
    let reason =
      switch error {
      case .tooLarge(let nodes, let edges, let limits):
        """
        \(CountText.grouped(nodes)) operations and \(CountText.grouped(edges)) edges are too many for \
        Graphviz (at most \(CountText.grouped(limits.nodes)) and \(CountText.grouped(limits.edges))); \
        \(advice)
        """
      case .timedOut:
        "Graphviz took too long to lay it out; \(advice)"
      default:
        VisibleText.line(error.description)
      }
    return CommandFailure(.cantWrite, "can't draw \(VisibleText.line(path)): \(reason)")
  }
}
