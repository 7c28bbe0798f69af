import TraceEvents

extension TraceBuilder {
  /// Adds the edges from those who did something to an operation: added it to a queue, cancelled or finished it.
  mutating func addActorEdges() {
    for target in collector.operations.indices {
      addEdge(from: collector.operations[target].creator, to: target, .createdBy)
      // An operation that cancels itself needs no arrow.
      let canceller = collector.operations[target].canceller
      if canceller != collector.operations[target].id {
        addEdge(from: canceller, to: target, .cancelled)
      }
      addEdge(from: collector.operations[target].finisher, to: target, .finished)
    }
  }

  private mutating func addEdge(from actor: OperationID?, to target: Int, _ kind: TraceEdge.Kind) {
    guard let source = actor.flatMap({ collector.operationPositions[$0] }) else { return }
    edges.append(DraftEdge(source: UInt32(source), target: UInt32(target), kind: kind))
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
