import TraceEvents
import TraceModel

/// Which operations are stalled, and by which root cause.
///
/// A node that can't get on is led along a shortest way to a root: the chain that proves why it is stuck.
package struct StallSolution: Sendable {
  /// The root causes: those that rules named, and the deadlocks found in the graph.
  package let roots: [StallRoot]

  /// The position in `roots` of what each node is stuck by; nil for one that can get on.
  package let rootOfNode: [Int?]

  /// The edge by which each stuck node leads to its root; nil at the root itself.
  package let nextEdge: [Int?]

  /// Positions of stalled operations in the order of their distance from a root; the roots' own come first.
  package let stalled: [Int]

  /// Solves the wait-for graph.
  ///
  /// - Parameters:
  ///   - facts: The facts of the trace.
  ///   - named: The roots that rules named. Of several that claim an operation, the first gets it.
  ///   - deadlock: Makes the root of a deadlock from the nodes of a knot; nil for one that holds up nothing.
  init(
    _ facts: StallFacts,
    roots named: [StallRoot],
    deadlock: (_ knot: [Int]) -> StallRoot?
  ) {
    let graph = facts.graph
    var claimed = [Int?](repeating: nil, count: graph.digraph.nodeCount)
    var roots: [StallRoot] = []
    func claim(_ root: StallRoot) -> Bool {
      var root = root
      root.operations.removeAll { claimed[$0] != nil }
      root.obstacles.removeAll { claimed[graph.number(of: $0)] != nil }
      if root.operations.isEmpty { return false }
      for operation in root.operations { claimed[operation] = roots.count }
      for obstacle in root.obstacles { claimed[graph.number(of: obstacle)] = roots.count }
      roots.append(root)
      return true
    }
    for root in named { _ = claim(root) }

    /// An edge within one root is its own doing: that cycle has been named.
    func isOfNoRoot(_ edge: Int) -> Bool {
      guard let source = claimed[graph.digraph.sources[edge]] else { return true }
      return claimed[graph.digraph.targets[edge]] != source
    }
    let isStuck = graph.stuckNodes(isObstacle: { claimed[$0] != nil })
    var frontier = claimed.indices.filter { claimed[$0] != nil }
    func claimKnots(where counts: (_ edge: Int) -> Bool) {
      for knot in graph.knots(where: counts) {
        guard let root = deadlock(knot) else { continue }
        let isClaimed = knot.map { claimed[$0] != nil }
        guard claim(root) else { continue }
        for (node, isClaimed) in zip(knot, isClaimed) where !isClaimed {
          claimed[node] = roots.count - 1
          frontier.append(node)
        }
      }
    }
    // Workers can become more; a deadlock without them is none that this could end.
    claimKnots { isOfNoRoot($0) && graph.reasons[$0] != .worker }
    if facts.shortage.isExhausted { claimKnots(where: isOfNoRoot) }

    var nextEdge = [Int?](repeating: nil, count: graph.digraph.nodeCount)
    var position = 0
    while position < frontier.count {
      let node = frontier[position]
      position += 1
      for edge in graph.digraph.edges(to: node) {
        let source = graph.digraph.sources[edge]
        guard isStuck[source], claimed[source] == nil else { continue }
        claimed[source] = claimed[node]
        nextEdge[source] = edge
        frontier.append(source)
      }
    }
    self.roots = roots
    rootOfNode = claimed
    self.nextEdge = nextEdge
    let ownOperations = Set(roots.flatMap(\.operations))
    stalled = frontier.filter { node in
      guard case .operation(let operation) = graph.node(node) else { return false }
      return facts.situations[operation].isPending || ownOperations.contains(operation)
    }
  }
}
