import TraceEvents
import TraceModel

/// The edges of a trace that a graph is folded along, by positions of operations.
struct FoldingEdges {
  private(set) var sources: [UInt32] = []
  private(set) var targets: [UInt32] = []
  private(set) var kinds: [TraceEdge.Kind] = []

  /// How many edges there are.
  var count: Int {
    sources.count
  }

  /// Takes the edges of these kinds between operations that are selected.
  init(_ trace: Trace, kinds wanted: Set<TraceEdge.Kind>, among selected: SelectedOperations) {
    sources.reserveCapacity(trace.edges.count)
    targets.reserveCapacity(trace.edges.count)
    kinds.reserveCapacity(trace.edges.count)
    let isWanted = TraceEdge.Kind.allCases.map(wanted.contains)
    for edge in trace.edges where isWanted[edge.kind.rawValue] {
      guard let source = trace.position(of: edge.source), selected.contains(source),
        let target = trace.position(of: edge.target), selected.contains(target), source != target
      else { continue }
      sources.append(UInt32(source))
      targets.append(UInt32(target))
      kinds.append(edge.kind)
    }
  }

  /// How deep each of the operations stands: the length of the longest way to it; what is on a cycle stands as deep as it was
  /// reached.
  func depths(count: Int) -> [UInt32] {
    var depths = [UInt32](repeating: 0, count: count)
    var missing = [UInt32](repeating: 0, count: count)
    for target in targets { missing[Int(target)] += 1 }
    let targetsOfSource = Buckets(
      sources.indices,
      count: count,
      key: { Int(sources[$0]) },
      value: { targets[$0] }
    )
    var ready = (0..<count).filter { missing[$0] == 0 }
    var next = 0
    while next < ready.count {
      let source = ready[next]
      next += 1
      for target in targetsOfSource[source] {
        depths[Int(target)] = max(depths[Int(target)], depths[source] + 1)
        missing[Int(target)] -= 1
        if missing[Int(target)] == 0 { ready.append(Int(target)) }
      }
    }
    return depths
  }
}
