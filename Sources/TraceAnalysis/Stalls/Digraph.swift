/// A directed graph over numbered nodes, whose edges are numbered in the order in which they were given.
///
/// Made once, in time linear in nodes and edges; each node knows its edges in both directions.
package struct Digraph: Sendable {
  /// How many nodes there are, numbered from zero.
  package let nodeCount: Int
  /// Where each edge begins.
  package let sources: [Int]
  /// Where each edge ends.
  package let targets: [Int]

  private let outgoing: Index
  private let incoming: Index

  /// Makes a graph of these edges; both arrays have the same length, and each entry is a node.
  package init(nodeCount: Int, sources: [Int], targets: [Int]) {
    self.nodeCount = nodeCount
    self.sources = sources
    self.targets = targets
    outgoing = Index(of: sources, nodeCount: nodeCount)
    incoming = Index(of: targets, nodeCount: nodeCount)
  }

  /// The edges that begin at a node, in ascending order.
  package func edges(from node: Int) -> ArraySlice<Int> {
    outgoing[node]
  }

  /// The edges that end at a node, in ascending order.
  package func edges(to node: Int) -> ArraySlice<Int> {
    incoming[node]
  }

  /// The edges by node: those of node n are `edges[starts[n]..<starts[n + 1]]`.
  private struct Index {
    let starts: [Int]
    let edges: [Int]

    init(of nodes: [Int], nodeCount: Int) {
      var starts = [Int](repeating: 0, count: nodeCount + 1)
      for node in nodes { starts[node + 1] += 1 }
      for node in 0..<nodeCount { starts[node + 1] += starts[node] }
      var next = starts
      var edges = [Int](repeating: 0, count: nodes.count)
      for (edge, node) in nodes.enumerated() {
        edges[next[node]] = edge
        next[node] += 1
      }
      self.starts = starts
      self.edges = edges
    }

    subscript(node: Int) -> ArraySlice<Int> {
      edges[starts[node]..<starts[node + 1]]
    }
  }
}

extension Digraph {
  /// The edges of a shortest path of at least one edge, among the edges that are allowed; nil when there is none.
  ///
  /// From a node to itself it is a shortest cycle. Linear in what is reached.
  package func shortestPath(
    from start: Int,
    to end: Int,
    where isAllowed: (_ edge: Int) -> Bool
  ) -> [Int]? {
    var cameBy: [Int: Int] = [:]
    var frontier = [start]
    var position = 0
    while position < frontier.count {
      let node = frontier[position]
      position += 1
      for edge in edges(from: node) where isAllowed(edge) {
        let target = targets[edge]
        guard cameBy[target] == nil, target != start || end == start else { continue }
        cameBy[target] = edge
        if target == end { return path(to: end, from: start, cameBy) }
        frontier.append(target)
      }
    }
    return nil
  }

  private func path(to end: Int, from start: Int, _ cameBy: [Int: Int]) -> [Int] {
    var path: [Int] = []
    var node = end
    repeat {
      guard let edge = cameBy[node] else { break }
      path.append(edge)
      node = sources[edge]
    } while node != start
    return path.reversed()
  }

  /// The strongly connected components of the nodes and edges that are allowed, each in ascending order; what a component
  /// leads to comes before it.
  ///
  /// Tarjan's algorithm, with a stack of its own: a chain of any length is safe. Linear in nodes and edges.
  package func stronglyConnectedComponents(
    nodes: [Int],
    where isAllowed: (_ edge: Int) -> Bool
  ) -> [[Int]] {
    var components: [[Int]] = []
    var order = [Int](repeating: -1, count: nodeCount)
    var lowest = [Int](repeating: 0, count: nodeCount)
    var isOpen = [Bool](repeating: false, count: nodeCount)
    var open: [Int] = []
    var visited = 0
    var calls: [(node: Int, next: Int)] = []

    func enter(_ node: Int) {
      order[node] = visited
      lowest[node] = visited
      visited += 1
      isOpen[node] = true
      open.append(node)
      calls.append((node, edges(from: node).startIndex))
    }

    for root in nodes where order[root] < 0 {
      enter(root)
      while let (node, next) = calls.last {
        let edges = edges(from: node)
        if next < edges.endIndex {
          calls[calls.count - 1].next = next + 1
          let target = targets[edges[next]]
          guard isAllowed(edges[next]) else { continue }
          if order[target] < 0 {
            enter(target)
          } else if isOpen[target] {
            lowest[node] = min(lowest[node], order[target])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last?.node { lowest[caller] = min(lowest[caller], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        var component: [Int] = []
        while let member = open.popLast() {
          isOpen[member] = false
          component.append(member)
          if member == node { break }
        }
        components.append(component.sorted())
      }
    }
    return components
  }
}
