extension WaitForGraph {
  /// Whether each node can't get on: because it is an obstacle itself, or because what it needs can't.
  ///
  /// Starts from what needs nothing and lets everything get on that thereby can; what is left can't. Slots and workers need
  /// some of what they wait for, all else needs all. Linear in nodes and edges.
  ///
  /// - Parameters:
  ///   - isObstacle: Whether a node never gets on by itself.
  ///   - counts: Whether an edge is looked at; one that isn't does not hold up anything.
  /// - Returns: The answer for each node.
  func stuckNodes(
    isObstacle: (_ node: Int) -> Bool,
    counts: (_ edge: Int) -> Bool = { _ in true }
  ) -> [Bool] {
    var relaxation = Relaxation(self)
    let solved = relaxation.solve(0..<digraph.nodeCount, isObstacle: isObstacle, counts: counts)
    var isStuck = [Bool](repeating: true, count: digraph.nodeCount)
    for node in solved { isStuck[node] = false }
    return isStuck
  }

  /// Sets of nodes that would be stuck without any obstacle, since each waits for the others: deadlocks.
  ///
  /// A cycle alone is none: an operation that waits for a slot waits for any one of several holders, and where another
  /// holder is held up by something else, that is what to fix. So a cycle counts if it stays stuck though everything
  /// around it gets on.
  ///
  /// - Parameter counts: Whether an edge is looked at; leave out those whose cycle is known already.
  /// - Returns: The nodes of each deadlock in ascending order; what a deadlock waits for comes before it.
  func knots(where counts: (_ edge: Int) -> Bool) -> [[Int]] {
    let isStuck = stuckNodes(isObstacle: { _ in false }, counts: counts)
    let nodes = isStuck.indices.filter { isStuck[$0] }
    if nodes.isEmpty { return [] }
    let components = digraph.stronglyConnectedComponents(nodes: nodes) { edge in
      counts(edge) && isStuck[digraph.targets[edge]]
    }
    var relaxation = Relaxation(self)
    return components.compactMap { component in
      guard let first = component.first else { return nil }
      let isCycle =
        component.count > 1
        || digraph.edges(from: first).contains { counts($0) && digraph.targets[$0] == first }
      guard isCycle else { return nil }
      let solved = Set(
        relaxation.solve(component, isObstacle: { _ in false }, counts: counts)
      )
      let knot = component.filter { !solved.contains($0) }
      return knot.isEmpty ? nil : knot
    }
  }
}

/// Lets nodes get on one after the other, as far as it goes.
private struct Relaxation {
  private let graph: WaitForGraph

  /// How many more nodes each one needs before it gets on; negative for those that take no part.
  private var missing: [Int]
  private let outside = -2
  private let never = -1

  init(_ graph: WaitForGraph) {
    self.graph = graph
    missing = Array(repeating: outside, count: graph.digraph.nodeCount)
  }

  /// The nodes among these that get on, whatever lies outside of them being taken to do so.
  ///
  /// Linear in the nodes and their edges, however large the graph is.
  mutating func solve(
    _ nodes: some Collection<Int>,
    isObstacle: (_ node: Int) -> Bool,
    counts: (_ edge: Int) -> Bool
  ) -> [Int] {
    let digraph = graph.digraph
    for node in nodes { missing[node] = never }
    var solved: [Int] = []
    for node in nodes where !isObstacle(node) {
      var (inside, free) = (0, 0)
      for edge in digraph.edges(from: node) where counts(edge) {
        if missing[digraph.targets[edge]] == outside { free += 1 } else { inside += 1 }
      }
      let needed = graph.needed(by: node).map { min(inside, max(0, $0 - free)) } ?? inside
      missing[node] = needed
      if needed == 0 { solved.append(node) }
    }
    var position = 0
    while position < solved.count {
      for edge in digraph.edges(to: solved[position]) where counts(edge) {
        let source = digraph.sources[edge]
        guard missing[source] > 0 else { continue }
        missing[source] -= 1
        if missing[source] == 0 { solved.append(source) }
      }
      position += 1
    }
    for node in nodes { missing[node] = outside }
    return solved
  }
}
