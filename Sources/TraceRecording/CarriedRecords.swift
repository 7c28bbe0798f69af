import OperationObservation
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

  /// Those records that are not of operations that were deallocated, in the order of time.
  private var records: [CarriedRecord] = []
  /// Their bytes.
  let bytes: [UInt8]
  /// How many events were there that count, and how many operations that were deallocated.
  private let count: UInt64
  private var over: UInt64

  private let generation: UInt64
  private let end: BlockTable.End
  /// Operations to which something happened in this generation.
  private var moved: Set<UInt32> = []

  /// How long a thread may take from what it writes of an operation to its enqueue, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  /// Reads chunks into which nobody writes: those of a generation, and what was carried until now; nil where there is no memory.
  ///
  /// - Parameters:
  ///   - heads: The chunks of a generation.
  ///   - carried: The chunks of what was carried until now.
  ///   - generation: The generation that is dropped.
  ///   - end: When nobody wrote into it any more.
  ///   - pending: The operations whose enqueue was not there until now.
  ///   - dropped: What was dropped until now.
  init?(
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
    guard let sieve = RecordSieve() else { return nil }
    let all = (heads + carried).map { ($0.records, $0.thread) }
    for (records, _) in all {
      guard sieve.note(records) else { return nil }
    }
    count = sieve.events
    over = sieve.over
    self.dropped.lastOperation = max(dropped.lastOperation, sieve.lastOperation)
    var chunks: [(range: Range<Int>, thread: UInt32)] = []
    let size = all.reduce(0) { $0 + $1.0.count }
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      guard let room = buffer.baseAddress else { return }
      for (records, thread) in all {
        let count = sieve.copy(records, to: room + used)
        chunks.append((used..<used + count, thread))
        used += count
      }
    }
    bytes.withUnsafeBytes { bytes in
      for (index, chunk) in chunks.enumerated() {
        for record in ChunkRecords(bytes, in: chunk.range, of: chunk.thread) {
          note(record, isCarried: index >= heads.count)
        }
      }
    }
    records.sort { a, b in
      let (first, second) = (a.event, b.event)
      if first.instant != second.instant { return first.instant < second.instant }
      return first.kind.isDescription && !second.kind.isDescription
    }
  }

  private mutating func note(_ record: CarriedRecord, isCarried: Bool) {
    records.append(record)
    guard !isCarried, let operation = record.event.operation else { return }
    switch record.event.kind {
    case .started, .finished, .deallocated: moved.insert(operation.rawValue)
    default: break
    }
  }

  // MARK: Reducing

  /// Whether events were lost by then: an operation whose end was among them seems to go on.
  var hasLosses: Bool { records.contains { $0.event.kind == .lost } }

  /// Takes those for over that have enqueues and are not among these.
  mutating func forgetGone(_ unfinished: Set<UInt32>) {
    var gone: Set<UInt32> = []
    for record in records where record.event.kind == .enqueued {
      guard let number = record.event.operation?.rawValue, !unfinished.contains(number) else {
        continue
      }
      gone.insert(number)
    }
    over += UInt64(gone.count)
    records.removeAll { $0.event.operation.map { gone.contains($0.rawValue) } ?? false }
  }

  /// The records to keep, of no more than some bytes, those of each thread together; counts the others as dropped.
  mutating func reduced(to limit: Int) -> [CarriedRecord] {
    var queues = CarriedQueues()
    var ofOperations: [Int] = []
    for (place, record) in records.enumerated() where !queues.take(record.event, at: place) {
      if record.event.operation != nil { ofOperations.append(place) }
    }
    var operations = CarriedOperations(records, at: ofOperations)
    let others = queues.places
    let taken = others.reduce(0) { $0 + records[$1].bytes.count }
    pending = stillPending(operations)
    let chosen = operations.chosen(within: limit - taken, pending: Set(pending.keys))
    let places = (others + chosen.places).sorted()
    dropped.events += count - min(count, UInt64(places.count))
    dropped.operations += over + UInt64(chosen.dropped)
    dropped.shortened += UInt64(chosen.shortened)
    return withThreads(places.map { records[$0] }.sorted { $0.event.thread < $1.event.thread })
  }

  /// Those whose enqueue may be in a later generation: one that had begun when nobody wrote into this one any more, or one in
  /// which a thread goes on that had to wait for room.
  private func stillPending(_ operations: CarriedOperations) -> [UInt32: UInt64] {
    var still: [UInt32: UInt64] = [:]
    for (number, last) in operations.withoutBeginning {
      let until = max(pending[number] ?? 0, moved.contains(number) ? end.current : 0)
      let isLate = end.instant > last.nanoseconds + Self.patience
      if until > generation || !isLate { still[number] = until }
    }
    return still
  }

  /// Adds what says who their threads are; once for each.
  private func withThreads(_ kept: [CarriedRecord]) -> [CarriedRecord] {
    var descriptions: [ThreadID: CarriedRecord] = [:]
    for record in records where record.event.kind == .threadSeen {
      descriptions[record.event.thread] = record
    }
    var result: [CarriedRecord] = []
    result.reserveCapacity(kept.count + descriptions.count)
    var thread: ThreadID?
    for record in kept {
      if record.event.thread != thread {
        thread = record.event.thread
        if let description = descriptions[record.event.thread] { result.append(description) }
      }
      result.append(record)
    }
    return result
  }
}
