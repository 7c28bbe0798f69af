import TraceEvents

extension TraceBuilder {
  /// Concludes since when a slot was free for each operation, who had left it, and how long the queue was suspended.
  mutating func resolveSlots() {
    let starts = byQueue(collector.startOrder)
    let finishes = byQueue(collector.finishOrder)
    var budget = SuspensionHistory.spanLimit
    for queue in collector.queues.indices {
      completeLimits(of: queue)
      let suspensions = SuspensionHistory(collector.queues[queue].suspensions, end: end)
      guard collector.queues[queue].limits.contains(where: { $0.limit >= 0 }) else {
        for operation in collector.queueDrafts[queue].operations {
          let ready = collector.operations[Int(operation)].timeline.ready
          apply(suspensions, to: Int(operation), slotFree: ready, budget: &budget)
        }
        continue
      }
      var sweep = SlotSweep(
        limits: collector.queues[queue].limits,
        finishes: sorted(finishes[queue]) { $0.end }.filter(holdsSlot)
      )
      for operation in sorted(starts[queue], by: { $0.execution }) {
        let slot = startingSlot(of: operation, sweep: &sweep)
        let timeline = collector.operations[Int(operation)].timeline
        let slotFree = slot.map { TraceInstant(nanoseconds: $0.since) } ?? timeline.execution
        apply(suspensions, to: Int(operation), slotFree: slotFree, budget: &budget)
        if let source = slot?.leftBy, collector.operations[Int(operation)].timeline.waitedForSlot {
          edges.append(DraftEdge(source: source, target: operation, kind: .slotHandOver))
        }
      }
      // What is free to the end is free for all that never started: nobody took it.
      sweep.advance(to: end.nanoseconds, timelines: collector.operations)
      let free = sweep.slots.earliest().map { TraceInstant(nanoseconds: $0.since) }
      for operation in collector.queueDrafts[queue].operations
      where collector.operations[Int(operation)].milestones.started == nil {
        let slotFree = free ?? collector.operations[Int(operation)].timeline.execution
        apply(suspensions, to: Int(operation), slotFree: slotFree, budget: &budget)
      }
    }
    if budget <= 0 {
      collector.note(
        problem: "queues were suspended too often to keep each suspension of each operation:"
          + " the sums are right, the places of some are not"
      )
    }
  }

  /// Finds the slot of an operation that starts, and takes it unless it finishes in the same nanosecond.
  private func startingSlot(of operation: UInt32, sweep: inout SlotSweep) -> FreeSlots.Slot? {
    let timeline = collector.operations[Int(operation)].timeline
    sweep.advance(to: timeline.execution.nanoseconds, timelines: collector.operations)
    let ready = timeline.ready.nanoseconds
    return holdsSlot(operation)
      ? sweep.slots.take(forReady: ready) : sweep.slots.slot(forReady: ready)
  }

  /// Whether an operation held its slot for some time.
  private func holdsSlot(_ operation: UInt32) -> Bool {
    let timeline = collector.operations[Int(operation)].timeline
    return timeline.execution < timeline.end
  }

  private mutating func apply(
    _ suspensions: SuspensionHistory,
    to operation: Int,
    slotFree: TraceInstant,
    budget: inout Int
  ) {
    suspensions.apply(
      to: &collector.operations[operation].timeline,
      slotFree: slotFree,
      budget: &budget
    )
  }

  /// Groups operations by their queue, in their order; those without a queue are left out.
  private func byQueue(_ operations: [UInt32]) -> Buckets<UInt32> {
    Buckets(
      operations,
      count: collector.queues.count,
      key: { operation in
        collector.operations[Int(operation)].queue.flatMap { collector.queuePositions[$0] }
      },
      value: { $0 }
    )
  }

  /// Sorts by an instant of the timelines: nothing to do, unless a log says that something started before its enqueue.
  private func sorted(
    _ operations: ArraySlice<UInt32>,
    by instant: (OperationTimeline) -> TraceInstant
  ) -> [UInt32] {
    let instants = operations.map { instant(collector.operations[Int($0)].timeline) }
    if zip(instants, instants.dropFirst()).allSatisfy({ $0 <= $1 }) { return Array(operations) }
    return zip(instants, operations).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }

  /// Gives a queue whose limit nobody told the default.
  private mutating func completeLimits(of queue: Int) {
    guard collector.queues[queue].limits.isEmpty else { return }
    let seen = collector.queueDrafts[queue].seen
    collector.queues[queue].limits = [.init(instant: seen, limit: -1)]
  }
}

/// A queue's free slots as time goes on.
private struct SlotSweep {
  var slots = FreeSlots()
  private var limits: ArraySlice<TracedQueue.LimitChange>
  private var finishes: ArraySlice<UInt32>

  /// Starts at the queue's first limit; what finishes must be in the order of time.
  init(limits: [TracedQueue.LimitChange], finishes: [UInt32]) {
    self.limits = limits.dropFirst()
    self.finishes = finishes[...]
    slots.setCapacity(Self.capacity(limits.first?.limit ?? -1), at: 0)
  }

  /// Frees the slots that were left, and follows the limit, up to and with a moment.
  mutating func advance(to instant: UInt64, timelines operations: [TracedOperation]) {
    while true {
      let change = limits.first?.instant.nanoseconds ?? .max
      let finish = finishes.first.map { operations[Int($0)].timeline.end.nanoseconds } ?? .max
      guard min(change, finish) <= instant else { return }
      if let operation = finishes.first, finish <= change {
        finishes.removeFirst()
        if !operations[Int(operation)].finishedUnnotified { slots.leave(operation, at: finish) }
      } else if let next = limits.popFirst() {
        slots.setCapacity(Self.capacity(next.limit), at: change)
      } else {
        return
      }
    }
  }

  /// As Foundation counts: the default is the largest number it knows.
  private static func capacity(_ limit: Int) -> Int {
    limit < 0 ? Int(Int32.max) : min(limit, Int(Int32.max))
  }
}
