import TraceEvents

extension TraceBuilder {
  /// Adds the edges from creators to what they added to a queue.
  mutating func addCreationEdges() {
    for (target, operation) in collector.operations.enumerated() {
      guard let creator = operation.creator.flatMap({ collector.operationPositions[$0] }) else {
        continue
      }
      edges.append(
        DraftEdge(source: UInt32(creator), target: UInt32(target), kind: .createdBy)
      )
    }
  }

  /// The edges by source, target and kind, each once.
  func sortedEdges() -> [TraceEdge] {
    let ids = collector.operations.map(\.id)
    // Positions in the order of identity; those are most often the positions themselves.
    let isOrdered = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    var order: [Int] = Array(ids.indices)
    if !isOrdered { order.sort { ids[$0] < ids[$1] } }
    var ranks = [UInt64](repeating: 0, count: ids.count)
    for (rank, position) in order.enumerated() { ranks[position] = UInt64(rank) }

    let bySource = Buckets(
      edges,
      count: ids.count,
      key: { Int(ranks[Int($0.source)]) },
      value: { edge in
        let target: UInt64 = ranks[Int(edge.target)]
        return target << 3 | UInt64(edge.kind.rawValue)
      }
    )
    var result: [TraceEdge] = []
    result.reserveCapacity(bySource.totalCount)
    for rank in ids.indices {
      var last: UInt64?
      for key in bySource[rank].sorted() where key != last {
        last = key
        guard let kind = TraceEdge.Kind(rawValue: Int(key & 7)) else { continue }
        result.append(TraceEdge(from: ids[order[rank]], to: ids[order[Int(key >> 3)]], kind))
      }
    }
    return result
  }
}
