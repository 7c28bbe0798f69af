/// Why a graph was not drawn.
public enum GraphvizError: Error, Hashable, Sendable {
  /// Graphviz is there, but not what draws this format: its plugins are missing or not registered.
  case unavailable(GraphvizFormat, messages: [GraphvizMessage])

  /// The text is not one graph in DOT.
  case syntax(reason: String, messages: [GraphvizMessage])

  /// The graph has more nodes or edges than the limits allow.
  case tooLarge(nodes: Int, edges: Int, limits: GraphvizLimits)

  /// The graph could be read, but not laid out.
  case layout(messages: [GraphvizMessage])

  /// The graph was laid out, but not drawn, or not as it asks for.
  case drawing(messages: [GraphvizMessage])

  /// The child process was ended because its time was over.
  case timedOut(timeLimit: Duration)

  /// Graphviz crashed in the child process, by this signal; zero when it just ended.
  case crashed(signal: Int32, messages: [GraphvizMessage])

  /// The system refused memory or a process; the code is an `errno` value.
  case system(code: Int32)

  /// What Graphviz said, in the order in which it came.
  public var messages: [GraphvizMessage] {
    switch self {
    case .unavailable(_, let messages), .syntax(_, let messages), .layout(let messages),
      .drawing(let messages), .crashed(_, let messages):
      messages
    case .tooLarge, .timedOut, .system:
      []
    }
  }
}
