/// The largest graph that Graphviz is asked to lay out.
///
/// Time grows faster than the graph: with the engine `dot`, 20,000 edges take about ten seconds whatever the number of nodes.
public struct GraphvizLimits: Hashable, Sendable {
  /// The most nodes.
  public var nodes: UInt32

  /// The most edges.
  public var edges: UInt32

  /// Makes limits.
  public init(nodes: UInt32 = 20_000, edges: UInt32 = 40_000) {
    self.nodes = nodes
    self.edges = edges
  }
}
