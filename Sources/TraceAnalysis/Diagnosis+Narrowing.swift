package import TraceEvents
package import TraceModel

extension Diagnosis {
  /// What of a diagnosis concerns some operations or queues: the findings that name one of them, the stalled ones among them,
  /// and how far cancellations and failures went that reached one of them or came from it.
  package func narrowed(
    to selected: SelectedOperations,
    queues: Set<QueueID>,
    in trace: Trace
  ) -> Diagnosis {
    func names(_ operations: [OperationID]) -> Bool {
      operations.contains { trace.position(of: $0).map(selected.contains) ?? false }
    }
    func names(_ edge: ProofEdge) -> Bool {
      [edge.source, edge.target].contains { subject in
        switch subject {
        case .operation(let operation): names([operation])
        case .queue(let queue): queues.contains(queue)
        case .thread: false
        }
      }
    }
    var kept: [Finding] = []
    var places: [Int: Int] = [:]
    for (place, finding) in findings.enumerated() {
      let isNamed =
        names(finding.operations) || names(finding.blocked)
        || finding.queues.contains(where: queues.contains) || finding.edges.contains(where: names)
      guard isNamed else { continue }
      places[place] = kept.count
      kept.append(finding)
    }
    var stalled: [OperationID: Int] = [:]
    for (operation, place) in self.stalled where names([operation]) {
      stalled[operation] = places[place]
    }
    let spreads = spreads.filter { spread in
      names(spread.operations) || names(spread.ranAnyway) || names(spread.actor.map { [$0] } ?? [])
        || spread.queue.map(queues.contains) ?? false
    }
    return Diagnosis(findings: kept, stalled: stalled, spreads: spreads)
  }
}
