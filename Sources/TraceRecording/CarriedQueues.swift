import TraceEvents

/// Which records of queues, classes and waits are still needed, as places in a log.
struct CarriedQueues {
  private struct Wait {
    var operation: OperationID?
    var queue: QueueID?
    var place: Int
  }

  private struct Queue {
    var descriptions: [Int] = []
    var name: Int?
    var limit: Int?
    var suspensions: [Int] = []
    var barriers: [UInt64: [Int]] = [:]
  }

  /// Classes, and what else is said once.
  private var facts: [Int] = []
  private var queues: [QueueID: Queue] = [:]
  private var waits: [ThreadID: [Wait]] = [:]
  private var calls: [UInt32: Int] = [:]

  /// The most suspensions and waits of one queue or thread that are kept.
  private static let most = 32

  /// Takes a record if it is one of those.
  mutating func take(_ event: TraceEvent, at place: Int) -> Bool {
    switch event.kind {
    case .classSeen, .processorsSeen:
      facts.append(place)
    case .queueSeen, .queueNamed, .queueSuspended, .queueResumed, .queueLimitChanged, .barrierAdded,
      .barrierBegan, .barrierEnded, .queueCancelledAll, .queueDeallocated:
      if let queue = event.queue { takeQueue(event, queue, at: place) }
    case .waitBegan, .waitAllBegan:
      let isQueue = event.kind == .waitAllBegan
      let wait = Wait(
        operation: isQueue ? nil : event.operation,
        queue: isQueue ? event.queue : nil,
        place: place
      )
      waits[event.thread, default: []].append(wait)
    case .waitEnded, .waitAllEnded:
      end(event)
    case .callBlocked:
      calls[UInt32(truncatingIfNeeded: event.argument)] = place
    case .callReturned:
      calls[event.thread.rawValue] = nil
    // What was lost by then has been made up for: see `CarriedRecords.forgetGone`.
    case .noted where event.operation == nil, .stopped, .threadSeen, .lost:
      break
    default:
      return false
    }
    return true
  }

  private mutating func takeQueue(_ event: TraceEvent, _ queue: QueueID, at place: Int) {
    switch event.kind {
    case .queueSeen: queues[queue, default: Queue()].descriptions.append(place)
    case .queueNamed: queues[queue, default: Queue()].name = place
    case .queueLimitChanged: queues[queue, default: Queue()].limit = place
    case .queueSuspended, .queueResumed:
      queues[queue, default: Queue()].suspensions.append(place)
    case .barrierAdded, .barrierBegan:
      queues[queue, default: Queue()].barriers[event.argument, default: []].append(place)
    case .barrierEnded: queues[queue]?.barriers[event.argument] = nil
    case .queueDeallocated: queues[queue] = nil
    default: break
    }
  }

  /// Ends the innermost wait of the thread for the same thing, and those that began after it.
  private mutating func end(_ event: TraceEvent) {
    let isQueue = event.kind == .waitAllEnded
    let match = waits[event.thread]?.lastIndex { wait in
      isQueue
        ? wait.queue == event.queue && wait.queue != nil
        : wait.operation == event.operation && wait.operation != nil
    }
    guard let match else { return }
    waits[event.thread]?.removeSubrange(match...)
    if waits[event.thread]?.isEmpty == true { waits[event.thread] = nil }
  }

  /// The places of what is still needed.
  var places: [Int] {
    var places = facts + calls.values
    for queue in queues.values {
      places += queue.descriptions.prefix(1)
      places += [queue.name, queue.limit].compactMap { $0 }
      // As many, so that the first one is of the same kind as it was.
      let surplus = max(0, queue.suspensions.count - Self.most)
      places += queue.suspensions.dropFirst(surplus + surplus % 2)
      places += queue.barriers.values.flatMap { $0 }
    }
    for waits in waits.values { places += waits.suffix(Self.most).map(\.place) }
    return places
  }
}
