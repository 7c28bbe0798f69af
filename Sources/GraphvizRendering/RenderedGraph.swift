/// A picture of a graph.
public struct RenderedGraph: Hashable, Sendable {
  /// What kind of picture it is.
  public let format: GraphvizFormat

  /// The content of the picture's file.
  public let bytes: [UInt8]

  /// How many nodes are drawn.
  public let nodes: Int

  /// How many edges are drawn.
  public let edges: Int

  /// By what the picture was multiplied to stay within its format's limit: 1 when it fitted, less when text got smaller.
  public let scale: Double

  /// What Graphviz said about it: only warnings, since an error is thrown.
  public let messages: [GraphvizMessage]

  /// The same picture with another content.
  func replacing(bytes: [UInt8]) -> RenderedGraph {
    RenderedGraph(
      format: format,
      bytes: bytes,
      nodes: nodes,
      edges: edges,
      scale: scale,
      messages: messages
    )
  }

  /// The picture as text, when its format is one.
  public var text: String? {
    format == .svg ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
