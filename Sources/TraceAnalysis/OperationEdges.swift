import TraceEvents
import TraceModel

/// The edges of a trace of some kinds, by positions of operations; none from an operation to itself.
struct OperationEdges {
  private(set) var sources: [UInt32] = []
  private(set) var targets: [UInt32] = []
  private(set) var kinds: [TraceEdge.Kind] = []

  /// How many operations the trace has.
  private let operations: Int

  /// How many edges there are.
  var count: Int {
    sources.count
  }

  /// Takes the edges of these kinds, of those between operations that are selected.
  init(
    _ trace: Trace,
    kinds wanted: Set<TraceEdge.Kind> = FoldedGraph.edgeKinds,
    among selected: SelectedOperations? = nil
  ) {
    operations = trace.operations.count
    sources.reserveCapacity(trace.edges.count)
    targets.reserveCapacity(trace.edges.count)
    kinds.reserveCapacity(trace.edges.count)
    let isWanted = TraceEdge.Kind.allCases.map(wanted.contains)
    for edge in trace.edges where isWanted[edge.kind.rawValue] {
      guard let source = trace.position(of: edge.source), selected?.contains(source) != false,
        let target = trace.position(of: edge.target), selected?.contains(target) != false,
        source != target
      else { continue }
      sources.append(UInt32(source))
      targets.append(UInt32(target))
      kinds.append(edge.kind)
    }
  }

  /// The operations that edges lead to from each one.
  func targetsBySource() -> Buckets<UInt32> {
    Buckets(sources.indices, count: operations, key: { Int(sources[$0]) }, value: { targets[$0] })
  }

  /// The operations that edges come from to each one.
  func sourcesByTarget() -> Buckets<UInt32> {
    Buckets(targets.indices, count: operations, key: { Int(targets[$0]) }, value: { sources[$0] })
  }

  /// Visits the operations with what edges lead to from them, each after all that edges come from; what is on a cycle, or comes
  /// after one, is not visited.
  func forEachInOrder(_ visit: (_ source: Int, _ targets: ArraySlice<UInt32>) -> Void) {
    var missing = [UInt32](repeating: 0, count: operations)
    for target in targets { missing[Int(target)] += 1 }
    let targetsBySource = targetsBySource()
    var ready = (0..<operations).filter { missing[$0] == 0 }
    var next = 0
    while next < ready.count {
      let source = ready[next]
      next += 1
      visit(source, targetsBySource[source])
      for target in targetsBySource[source] {
        missing[Int(target)] -= 1
        if missing[Int(target)] == 0 { ready.append(Int(target)) }
      }
    }
  }

  /// How deep each of the operations stands: the length of the longest way to it; what is on a cycle stands as deep as it was
  /// reached.
  func depths() -> [UInt32] {
    var depths = [UInt32](repeating: 0, count: operations)
    forEachInOrder { source, targets in
      for target in targets { depths[Int(target)] = max(depths[Int(target)], depths[source] + 1) }
    }
    return depths
  }
}
