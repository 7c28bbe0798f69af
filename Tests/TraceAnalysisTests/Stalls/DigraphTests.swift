import Testing
import TraceAnalysis
import TraceTestSupport

@Suite struct DigraphTests {
  private func digraph(_ nodeCount: Int, _ edges: [(Int, Int)]) -> Digraph {
    Digraph(nodeCount: nodeCount, sources: edges.map(\.0), targets: edges.map(\.1))
  }

  @Test func knowsEdgesInBothDirections() {
    let graph = digraph(3, [(0, 1), (0, 2), (2, 1), (0, 1)])
    #expect(Array(graph.edges(from: 0)) == [0, 1, 3])
    #expect(Array(graph.edges(to: 1)) == [0, 2, 3])
    #expect(graph.edges(from: 1).isEmpty)
  }

  @Test func findsShortestPathsAndCycles() {
    let graph = digraph(5, [(0, 1), (1, 2), (2, 0), (1, 0), (2, 3), (4, 4)])
    let all = { (_: Int) in true }
    #expect(graph.shortestPath(from: 0, to: 0, where: all) == [0, 3])
    #expect(graph.shortestPath(from: 0, to: 3, where: all) == [0, 1, 4])
    #expect(graph.shortestPath(from: 4, to: 4, where: all) == [5])
    #expect(graph.shortestPath(from: 3, to: 0, where: all) == nil)
    #expect(graph.shortestPath(from: 0, to: 0, where: { $0 != 3 }) == [0, 1, 2])
  }

  @Test func findsComponentsTargetsFirst() {
    let graph = digraph(6, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2), (5, 0)])
    let components = graph.stronglyConnectedComponents(nodes: Array(0..<6)) { _ in true }
    #expect(components == [[2, 3, 4], [0, 1], [5]])
  }

  @Test func survivesAChainOfAnyLength() {
    let count = 300_000
    let graph = Digraph(
      nodeCount: count,
      sources: Array(0..<count - 1),
      targets: Array(1..<count)
    )
    #expect(
      graph.stronglyConnectedComponents(nodes: Array(0..<count)) { _ in true }.count == count
    )
  }

  /// Two nodes are in one component if and only if each reaches the other.
  @Test(arguments: 0..<60)
  func agreesWithReachability(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    let edges = (0..<Int.random(in: 0...16, using: &random)).map { _ in
      (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }
    let graph = digraph(count, edges)
    let components = graph.stronglyConnectedComponents(nodes: Array(0..<count)) { _ in true }
    #expect(components.flatMap { $0 }.sorted() == Array(0..<count))
    var component = [Int](repeating: 0, count: count)
    for (number, members) in components.enumerated() {
      for member in members { component[member] = number }
    }
    func reaches(_ a: Int, _ b: Int) -> Bool {
      a == b || graph.shortestPath(from: a, to: b) { _ in true } != nil
    }
    for a in 0..<count {
      for b in 0..<count {
        #expect((component[a] == component[b]) == (reaches(a, b) && reaches(b, a)))
        if reaches(a, b) { #expect(component[b] <= component[a]) }
      }
    }
  }
}
