import TraceEvents

extension TraceBuilder {
  /// Concludes who waited for barriers, and for whom barriers waited.
  ///
  /// A barrier waits for everything its queue held when it was added; what is added while a barrier is queued or executing
  /// waits for it. So the latest release among those before is what counts, and one look at each operation is enough. The
  /// edges are those that others don't imply: to a barrier from what was added since the one before and from that barrier
  /// itself, from a barrier to what was added until the next; and always from the one that let go last. A barrier that was
  /// cancelled ends before what it waited for, so it implies nothing.
  mutating func resolveBarriers() {
    for queue in collector.queues.indices where hasBarriers(queue) {
      var order = BarrierOrder()
      var bare = collector.queues[queue].isMain ? [] : collector.queues[queue].bareBarriers[...]
      for operation in collector.queueDrafts[queue].operations {
        let enqueued = collector.operations[Int(operation)].milestones.enqueued ?? .zero
        while let barrier = bare.first, barrier.added <= enqueued {
          order.passBareBarrier(until: barrier.ended?.nanoseconds ?? Self.never)
          bare = bare.dropFirst()
        }
        pass(operation, at: enqueued.nanoseconds, order: &order)
      }
    }
  }

  private func hasBarriers(_ queue: Int) -> Bool {
    !collector.queues[queue].barriers.isEmpty
      || collector.queueDrafts[queue].operations.contains {
        collector.operations[Int($0)].isBarrier
      }
  }

  private mutating func pass(_ operation: UInt32, at enqueued: UInt64, order: inout BarrierOrder) {
    let isCancelled = collector.drafts[Int(operation)].cancellation == .beforeStart
    let isBarrier = collector.operations[Int(operation)].isBarrier
    let held = isBarrier ? order.everything : order.barriers
    if held.until > enqueued {
      heldUntil[Int(operation)] = max(heldUntil[Int(operation)], held.until)
    }
    var sources: [UInt32] = []
    if isBarrier {
      // Only barriers that were cancelled make one look at the same operations again and again.
      if barrierEdgeBudget >= order.recent.count { sources = order.recent }
      barrierEdgeBudget -= sources.count
    }
    if let last = order.lastBarrier { sources.append(last) }
    if let by = held.by { sources.append(by) }
    for source in sources where released(Int(source)) > enqueued {
      addBarrierEdge(from: source, to: operation)
    }
    order.pass(
      operation,
      isBarrier: isBarrier,
      isImplying: isBarrier && !isCancelled,
      until: released(Int(operation))
    )
  }

  /// Adds an edge, unless the operation's start proves that it did not wait.
  private mutating func addBarrierEdge(from source: UInt32, to target: UInt32) {
    let started = collector.operations[Int(target)].milestones.started?.nanoseconds
    if let started, started < released(Int(source)) { return }
    edges.append(DraftEdge(source: source, target: target, kind: .barrier))
  }
}

/// What a queue's operations, taken in the order of enqueue, leave in front of the next one.
private struct BarrierOrder {
  /// The last moment of something, and whose it is.
  struct Hold {
    var until: UInt64 = 0
    var by: UInt32?

    mutating func extend(until: UInt64, by: UInt32?) {
      if until > self.until { self = Hold(until: until, by: by) }
    }
  }

  /// The last release of all operations and barriers so far.
  private(set) var everything = Hold()
  /// The last release of all barriers so far.
  private(set) var barriers = Hold()
  /// The last barrier that has an operation and was not cancelled.
  private(set) var lastBarrier: UInt32?
  /// The operations since that one.
  private(set) var recent: [UInt32] = []

  mutating func passBareBarrier(until: UInt64) {
    everything.extend(until: until, by: nil)
    barriers.extend(until: until, by: nil)
  }

  mutating func pass(_ operation: UInt32, isBarrier: Bool, isImplying: Bool, until: UInt64) {
    everything.extend(until: until, by: operation)
    if isBarrier { barriers.extend(until: until, by: operation) }
    if isImplying {
      lastBarrier = operation
      recent = []
    } else {
      recent.append(operation)
    }
  }
}
