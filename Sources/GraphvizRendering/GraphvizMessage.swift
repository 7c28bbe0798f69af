import TraceRendering

/// Something that Graphviz said while it read or drew a graph.
public struct GraphvizMessage: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Level: Hashable, Sendable {
    /// The picture was made, with a reservation.
    case warning
    /// Graphviz did not do what the graph asks for.
    case error
  }

  /// How much it matters.
  public let level: Level

  /// What Graphviz said, in one line without control characters.
  public let text: String

  /// Makes a message; line breaks and control characters, which a graph's names can bring in, become visible.
  public init(level: Level, text: String) {
    self.level = level
    self.text = Self.visible(text)
  }

  /// The text with its level, as Graphviz prints it.
  public var description: String {
    switch level {
    case .warning: "Warning: \(text)"
    case .error: "Error: \(text)"
    }
  }

  private static func visible(_ text: String) -> String {
    VisibleText.line(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
