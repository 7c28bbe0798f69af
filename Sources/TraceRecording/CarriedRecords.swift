import TraceEvents

/// What is still needed of records that are dropped: those of operations that have not finished, whole, and what says who is who.
struct CarriedRecords {
  /// What is dropped, with what was before.
  private(set) var dropped: BoundedStore.Dropped

  /// Operations of which records are here and their enqueue is not, with the generation until which that may come.
  ///
  /// Threads go over to a new generation one after the other: what happened to an operation may lie in an earlier one than its
  /// enqueue. It stays until then, or an operation would seem to begin that is over.
  private(set) var pending: [UInt32: UInt64]

  private var log: EventLog
  /// Operations that were deallocated.
  private var over: Set<UInt32> = []
  /// Operations whose enqueue is here.
  private var enqueued: Set<UInt32> = []
  /// How many events were there that count.
  private var count: UInt64 = 0

  private let generation: UInt64
  private let end: BlockTable.End
  /// Operations to which something happened in this generation.
  private var moved: Set<UInt32> = []

  /// How long a thread may take from what it writes of an operation to its enqueue, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  /// Reads chunks into which nobody writes: those of a generation, and what was carried until now.
  ///
  /// - Parameters:
  ///   - heads: The chunks of a generation.
  ///   - carried: The chunks of what was carried until now.
  ///   - generation: The generation that is dropped.
  ///   - end: When nobody wrote into it any more.
  ///   - pending: The operations whose enqueue was not there until now.
  ///   - dropped: What was dropped until now.
  init(
    of heads: [BlockHead],
    and carried: [BlockHead],
    generation: UInt64,
    end: BlockTable.End,
    pending: [UInt32: UInt64],
    dropped: BoundedStore.Dropped
  ) {
    self.generation = generation
    self.end = end
    self.pending = pending
    self.dropped = dropped
    log = EventLog()
    for head in carried { note(head, isCarried: true) }
    for head in heads { note(head, isCarried: false) }
    over.formIntersection(enqueued)
    let over = over
    log = TraceFileReader.read(
      records: (heads + carried).map { ($0.records, ThreadID(rawValue: $0.thread)) },
      leavingOut: { operation, _ in over.contains(operation) }
    )
  }

  private mutating func note(_ head: BlockHead, isCarried: Bool) {
    for record in RawRecords(head.records) {
      note(record.kind, record.operation, record.argument)
      guard !isCarried, let kind = TraceEvent.Kind(rawValue: record.kind) else { continue }
      if [.started, .finished, .deallocated].contains(kind) { moved.insert(record.operation) }
    }
  }

  private mutating func note(_ kind: UInt8, _ operation: UInt32, _ argument: UInt64) {
    guard let kind = TraceEvent.Kind(rawValue: kind), kind != .threadSeen else { return }
    switch kind {
    case .deallocated: over.insert(operation)
    case .enqueued: enqueued.insert(operation)
    case .dependencyAdded:
      dropped.lastOperation = max(dropped.lastOperation, UInt32(truncatingIfNeeded: argument))
    default: break
    }
    count += 1
    dropped.lastOperation = max(dropped.lastOperation, operation)
  }

  // MARK: Reducing

  /// Takes those for over that have enqueues and are not among these; for a recording that has lost events.
  mutating func forgetGone(_ unfinished: Set<UInt32>) {
    for event in log.events where event.kind == .enqueued {
      guard let number = event.operation?.rawValue, !unfinished.contains(number) else { continue }
      over.insert(number)
    }
    let over = over
    log.events.removeAll { $0.operation.map { over.contains($0.rawValue) } ?? false }
  }

  /// The records to keep, of no more than some bytes; counts the others as dropped.
  mutating func reduced(to limit: Int) -> EventLog {
    var queues = CarriedQueues()
    var operations = CarriedOperations(log)
    for (place, event) in log.events.enumerated() where !queues.take(event, at: place) {
      operations.take(event, at: place)
    }
    let others = queues.places
    let taken = others.reduce(0) { $0 + CarriedWriter.size(of: log.events[$1], in: log) }
    pending = stillPending(operations)
    let chosen = operations.chosen(within: limit - taken, pending: Set(pending.keys))
    let places = (others + chosen.places).sorted()
    dropped.events += count - min(count, UInt64(places.count))
    dropped.operations += UInt64(over.count + chosen.dropped)
    dropped.shortened += UInt64(chosen.shortened)
    var kept = log
    kept.events = places.map { log.events[$0] }
    kept.events += threadDescriptions(of: Set(kept.events.map(\.thread)))
    return kept
  }

  /// Those whose enqueue may be in a later generation: one that had begun when nobody wrote into this one any more, or one in
  /// which a thread goes on that had to wait for room.
  private func stillPending(_ operations: CarriedOperations) -> [UInt32: UInt64] {
    var still: [UInt32: UInt64] = [:]
    for (operation, last) in operations.withoutBeginning {
      let number = operation.rawValue
      let until = max(pending[number] ?? 0, moved.contains(number) ? end.current : 0)
      let isLate = end.instant > last.nanoseconds + Self.patience
      if until > generation || !isLate { still[number] = until }
    }
    return still
  }

  /// What says who threads are; once for each.
  private func threadDescriptions(of threads: Set<ThreadID>) -> [TraceEvent] {
    var last: [ThreadID: TraceEvent] = [:]
    for event in log.events where event.kind == .threadSeen && threads.contains(event.thread) {
      last[event.thread] = event
    }
    return Array(last.values)
  }
}
