import TraceEvents
import TraceModel

/// The edges between groups of operations.
struct FoldedEdges {
  /// By source and target.
  private(set) var edges: [FoldedGraph.Edge] = []

  /// For each group, how many edges join its operations.
  private(set) var innerCounts: [Int]

  /// How many edges between groups were left out by `leaveOutWeak`.
  private(set) var omittedCount = 0

  init(
    _ trace: Trace,
    _ partition: FoldingPartition,
    edges: OperationEdges,
    selected: SelectedOperations,
    criticalPath: CriticalPath?
  ) {
    innerCounts = Array(repeating: 0, count: partition.count)
    let critical = Self.criticalPairs(criticalPath, in: trace, partition)
    var keys: [UInt64] = []
    var kinds: [TraceEdge.Kind] = []
    keys.reserveCapacity(edges.count)
    kinds.reserveCapacity(edges.count)
    for edge in 0..<edges.count {
      let source = partition.groups[Int(edges.sources[edge])]
      let target = partition.groups[Int(edges.targets[edge])]
      if source == target {
        innerCounts[Int(source)] += 1
      } else {
        keys.append(Self.key(source, target))
        kinds.append(edges.kinds[edge])
      }
    }
    append(keys, kinds: kinds, critical: critical)
    if !selected.isEverything { addResidual(trace, partition, selected) }
  }

  private static func key(_ source: UInt32, _ target: UInt32) -> UInt64 {
    UInt64(source) << 32 | UInt64(target)
  }

  private static func criticalPairs(
    _ path: CriticalPath?,
    in trace: Trace,
    _ partition: FoldingPartition
  ) -> Set<UInt64> {
    var pairs: Set<UInt64> = []
    for edge in path?.edges ?? [] {
      guard let source = trace.position(of: edge.source).map({ partition.groups[$0] }),
        let target = trace.position(of: edge.target).map({ partition.groups[$0] }),
        source != FoldingPartition.none, target != FoldingPartition.none
      else { continue }
      pairs.insert(key(source, target))
    }
    return pairs
  }

  private mutating func append(_ keys: [UInt64], kinds: [TraceEdge.Kind], critical: Set<UInt64>) {
    var (count, found): (Int, UInt64) = (0, 0)
    let order = TimeOrder.ascending(keys)
    for (place, number) in order.enumerated() {
      let key = keys[Int(number)]
      count += 1
      found |= 1 << UInt64(kinds[Int(number)].rawValue)
      if place + 1 < order.count, keys[Int(order[place + 1])] == key { continue }
      edges.append(
        FoldedGraph.Edge(
          source: Int(key >> 32),
          target: Int(key & 0xFFFF_FFFF),
          count: count,
          kinds: Set(TraceEdge.Kind.allCases.filter { found & 1 << UInt64($0.rawValue) != 0 }),
          isCritical: critical.contains(key),
          isResidual: false
        )
      )
      (count, found) = (0, 0)
    }
  }

  /// Adds an edge where there is a way between two groups over operations that were not selected.
  private mutating func addResidual(
    _ trace: Trace,
    _ partition: FoldingPartition,
    _ selected: SelectedOperations
  ) {
    let known = Set(edges.map { Self.key(UInt32($0.source), UInt32($0.target)) })
    var residual: [UInt64: Int] = [:]
    for pair in ResidualWays(trace, selected).pairs {
      let source = partition.groups[Int(pair.source)]
      let target = partition.groups[Int(pair.target)]
      let key = Self.key(source, target)
      if source != target, !known.contains(key) { residual[key, default: 0] += 1 }
    }
    edges += residual.map { key, count in
      FoldedGraph.Edge(
        source: Int(key >> 32),
        target: Int(key & 0xFFFF_FFFF),
        count: count,
        kinds: [],
        isCritical: false,
        isResidual: true
      )
    }
    edges.sort { ($0.source, $0.target) < ($1.source, $1.target) }
  }

  /// How many edges a group has in either direction, where there are too many for all of them to be followed.
  private static let mostOfGroup = 2

  /// Where so many groups are joined with so many others that nobody could follow the lines, keeps of each group those that stand
  /// for the most edges, and those on the critical path.
  mutating func leaveOutWeak() {
    guard edges.count > 2 * Self.mostOfGroup * innerCounts.count else { return }
    var incoming = [Int](repeating: 0, count: innerCounts.count)
    var outgoing = incoming
    var isKept = edges.map(\.isCritical)
    // Of what is equally strong, what comes first.
    for place in edges.indices.sorted(by: { (edges[$1].count, $0) < (edges[$0].count, $1) }) {
      let edge = edges[place]
      if incoming[edge.target] < Self.mostOfGroup || outgoing[edge.source] < Self.mostOfGroup {
        isKept[place] = true
      }
      guard isKept[place] else { continue }
      incoming[edge.target] += 1
      outgoing[edge.source] += 1
    }
    let kept = edges.indices.filter { isKept[$0] }
    omittedCount = edges.count - kept.count
    edges = kept.map { edges[$0] }
  }
}
