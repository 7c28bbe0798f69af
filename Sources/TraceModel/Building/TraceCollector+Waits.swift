import TraceEvents

extension TraceCollector {
  /// How many open waits of a thread are looked through for the one that ends: real threads have one or two.
  private static let openWaitDepth = 64

  /// Writes down the begin or the end of a wait.
  mutating func collectWait(_ event: TraceEvent) {
    switch event.kind {
    case .waitBegan:
      guard let operation = position(of: event.operation, at: event.instant) else { return }
      let waiter = position(of: event.actor, at: event.instant)
      begin(event, waiter: waiter, operation: operations[operation].id, queue: nil)
      if let waiter, operations[operation].milestones.finished == nil {
        addWaitEdge(from: UInt32(operation), to: UInt32(waiter))
      }
    case .waitAllBegan:
      guard let queue = position(of: event.queue, at: event.instant) else { return }
      let waiter = position(of: event.actor, at: event.instant)
      begin(event, waiter: waiter, operation: nil, queue: queues[queue].id)
      guard let waiter else { return }
      for operation in queueDrafts[queue].open {
        addWaitAllEdge(from: operation, to: UInt32(waiter))
      }
      if queueDrafts[queue].allWaiters.count < Self.openWaitDepth {
        queueDrafts[queue].allWaiters.append(UInt32(waiter))
      }
    default:
      end(event)
    }
  }

  private mutating func begin(
    _ event: TraceEvent,
    waiter: Int?,
    operation: OperationID?,
    queue: QueueID?
  ) {
    openWaits[event.thread, default: []].append(waits.count)
    waits.append(
      TracedWait(
        thread: event.thread,
        waiter: waiter.map { operations[$0].id },
        operation: operation,
        queue: queue,
        start: event.instant,
        end: nil
      )
    )
  }

  /// Ends the thread's innermost wait for the same thing, and what began on the thread after it: calls return inside out.
  private mutating func end(_ event: TraceEvent) {
    let isForOperation = event.kind == .waitEnded
    let open = Array(openWaits[event.thread, default: []].suffix(Self.openWaitDepth))
    let match = open.lastIndex { place in
      isForOperation
        ? waits[place].operation == event.operation && event.operation != nil
        : waits[place].queue == event.queue && event.queue != nil
    }
    guard let match else { return }
    for place in open[match...] { close(place, at: event.instant) }
    openWaits[event.thread]?.removeLast(open.count - match)
  }

  private mutating func close(_ place: Int, at instant: TraceInstant) {
    waits[place].end = instant
    guard let id = waits[place].queue, let queue = queuePositions[id],
      let waiter = waits[place].waiter.flatMap({ operationPositions[$0] }),
      let index = queueDrafts[queue].allWaiters.lastIndex(of: UInt32(waiter))
    else { return }
    queueDrafts[queue].allWaiters.remove(at: index)
  }

  /// Adds the edge of a wait for one operation.
  private mutating func addWaitEdge(from source: UInt32, to target: UInt32) {
    waitEdges.append(DraftEdge(source: source, target: target, kind: .wait))
  }

  /// Adds one of the edges of a wait for a whole queue, as long as their number stays within reason.
  mutating func addWaitAllEdge(from source: UInt32, to target: UInt32) {
    guard waitAllEdgeBudget > 0 else { return }
    waitAllEdgeBudget -= 1
    addWaitEdge(from: source, to: target)
  }
}
