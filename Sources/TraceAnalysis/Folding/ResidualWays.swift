import TraceEvents
import TraceModel

/// Ways from one selected operation to another over operations that were not selected.
struct ResidualWays {
  /// The first and the last operation of each, by position; each pair once.
  private(set) var pairs: [(source: UInt32, target: UInt32)] = []

  /// How many operations that came last are remembered of each that was not selected: more cannot be told apart in a picture,
  /// and all of them could be the square of their number.
  private static let mostSources = 8

  init(_ trace: Trace, _ selected: SelectedOperations) {
    let count = trace.operations.count
    var missing = [UInt32](repeating: 0, count: count)
    var ends: [(source: UInt32, target: UInt32)] = []
    ends.reserveCapacity(trace.edges.count)
    for edge in trace.edges where FoldedGraph.edgeKinds.contains(edge.kind) {
      guard let source = trace.position(of: edge.source),
        let target = trace.position(of: edge.target), source != target
      else { continue }
      ends.append((UInt32(source), UInt32(target)))
      missing[target] += 1
    }
    let targets = Buckets(ends, count: count, key: { Int($0.source) }, value: { $0.target })
    var origins: [Int: [UInt32]] = [:]
    var known: Set<UInt64> = []
    var ready = (0..<count).filter { missing[$0] == 0 }
    var next = 0
    while next < ready.count {
      let source = ready[next]
      next += 1
      let isSelected = selected.contains(source)
      let starts = isSelected ? [UInt32(source)] : origins.removeValue(forKey: source) ?? []
      for target in targets[source] {
        if selected.contains(Int(target)) {
          for start in starts where !isSelected {
            if known.insert(UInt64(start) << 32 | UInt64(target)).inserted {
              pairs.append((start, target))
            }
          }
        } else {
          for start in starts where origins[Int(target)]?.contains(start) != true {
            guard origins[Int(target)]?.count ?? 0 < Self.mostSources else { break }
            origins[Int(target), default: []].append(start)
          }
        }
        missing[Int(target)] -= 1
        if missing[Int(target)] == 0 { ready.append(Int(target)) }
      }
    }
  }
}
