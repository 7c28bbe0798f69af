import TraceEvents

extension TraceBuilder {
  /// Concludes since when a slot was free for each operation, who had left it, and how long the queue was suspended.
  mutating func resolveSlots() {
    let starts = startsByQueue()
    var budget = SuspensionHistory.spanLimit
    for queue in collector.queues.indices {
      completeLimits(of: queue)
      let suspensions = SuspensionHistory(collector.queues[queue].suspensions, end: end)
      if collector.queues[queue].limits.contains(where: { $0.limit >= 0 }) {
        let freeSince = resolveSlots(
          of: queue,
          starts: starts[queue],
          suspensions: suspensions,
          budget: &budget
        )
        for operation in collector.queueDrafts[queue].operations
        where collector.operations[Int(operation)].milestones.started == nil {
          let execution = collector.operations[Int(operation)].timeline.execution
          apply(suspensions, to: operation, slotFree: freeSince ?? execution, budget: &budget)
        }
      } else {
        for operation in collector.queueDrafts[queue].operations {
          let ready = collector.operations[Int(operation)].timeline.ready
          apply(suspensions, to: operation, slotFree: ready, budget: &budget)
        }
      }
    }
    if budget <= 0 {
      collector.note(
        problem: "queues were suspended too often to keep each suspension of each operation:"
          + " the sums are right, the places of some are not"
      )
    }
  }

  /// Finds the slots of those that started; returns since when a slot has been free for those that did not.
  private mutating func resolveSlots(
    of queue: Int,
    starts: ArraySlice<UInt32>,
    suspensions: SuspensionHistory,
    budget: inout Int
  ) -> TraceInstant? {
    let candidates = starts.map(candidate).sortedByStart()
    var sweep = SlotSweep(
      candidates,
      limits: collector.queues[queue].limits,
      suspensions: collector.queues[queue].suspensions
    )
    sweep.run()
    for (candidate, grant) in zip(candidates, sweep.grants) {
      let since = TraceInstant(nanoseconds: grant?.since ?? candidate.execution)
      apply(suspensions, to: candidate.operation, slotFree: since, budget: &budget)
      let timeline = collector.operations[Int(candidate.operation)].timeline
      if let source = grant?.leftBy, timeline.waitedForSlot {
        edges.append(
          DraftEdge(source: source, target: candidate.operation, kind: .slotHandOver)
        )
      }
    }
    return sweep.freeSince.map { max(TraceInstant(nanoseconds: $0), slotsKnownSince) }
  }

  /// From when on all that took slots is known: before a horizon, who left a slot is not.
  ///
  /// What was queued then counts as waiting for a slot until it started, or until the horizon.
  private var slotsKnownSince: TraceInstant {
    log.horizon?.instant ?? .zero
  }

  private func candidate(_ operation: UInt32) -> SlotSweep.Candidate {
    let timeline = collector.operations[Int(operation)].timeline
    // One that finished without its queue having been told holds its slot for ever.
    let leaves =
      collector.operations[Int(operation)].milestones.finished != nil
      && !collector.operations[Int(operation)].finishedUnnotified
    let execution = timeline.execution
    return SlotSweep.Candidate(
      operation: operation,
      ready: min(execution, max(timeline.ready, slotsKnownSince)).nanoseconds,
      execution: execution.nanoseconds,
      end: leaves ? timeline.end.nanoseconds : nil
    )
  }

  private mutating func apply(
    _ suspensions: SuspensionHistory,
    to operation: UInt32,
    slotFree: TraceInstant,
    budget: inout Int
  ) {
    suspensions.apply(
      to: &collector.operations[Int(operation)].timeline,
      slotFree: slotFree,
      budget: &budget
    )
  }

  /// Groups what started by queue, in the order of starts; operations without a queue are left out.
  private func startsByQueue() -> Buckets<UInt32> {
    Buckets(
      collector.startOrder,
      count: collector.queues.count,
      key: { operation in
        collector.operations[Int(operation)].queue.flatMap { collector.queuePositions[$0] }
      },
      value: { $0 }
    )
  }

  /// Gives a queue whose limit nobody told the default.
  private mutating func completeLimits(of queue: Int) {
    guard collector.queues[queue].limits.isEmpty else { return }
    let seen = collector.queueDrafts[queue].seen
    collector.queues[queue].limits = [.init(instant: seen, limit: -1)]
  }
}

extension Array where Element == SlotSweep.Candidate {
  /// The same candidates by their starts: nothing to do, unless a log says that one started before its enqueue.
  fileprivate func sortedByStart() -> [Element] {
    if zip(self, dropFirst()).allSatisfy({ $0.execution <= $1.execution }) { return self }
    return sorted { ($0.execution, $0.operation) < ($1.execution, $1.operation) }
  }
}
