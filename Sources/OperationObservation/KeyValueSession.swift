#if canImport(ObjectiveC)
import COperationHooks
package import Foundation
import Synchronization

/// One recording of operations by key-value observation, where Foundation has it.
///
/// It sees the same life as the hooks do on Linux, with these differences: queues must be named; `start()` is seen as
/// `isExecuting`; waits, barriers, suspensions and completion blocks are not seen. Key-value observation can miss a change
/// that happens while an observer is being added (swiftlang/swift#59363): each state is read again after that, and what is
/// found then is marked as adopted.
package final class ObservationSession: @unchecked Sendable {
  // What changes is guarded by `lock`; nothing is called out to while it is held.

  /// What a session traces.
  package enum Scope {
    /// Every queue of the process: not possible here.
    case allQueues
    /// These queues.
    case queues([OperationQueue])
  }

  private struct Known {
    var number: UInt32
    var queue: UInt32 = 0
    var seen: Set<UInt8> = []
    var tokens: [NSKeyValueObservation] = []
  }

  private let slot: Int32
  private let box: Unmanaged<ChunkSourceBox>
  private let omitsNames: Bool
  private let lock = NSLock()
  private var operations: [ObjectIdentifier: Known] = [:]
  private var classes: [ObjectIdentifier: UInt64] = [:]
  private var lastOperation: UInt32 = 0
  private var queueTokens: [NSKeyValueObservation] = []

  /// Makes sure that operations can be observed in this process.
  package static func prepare() throws(ObservationError) {
    oth_prepare()
  }

  /// Begins to record.
  package init(
    of scope: Scope,
    into source: any ChunkSource,
    omitsNames: Bool
  ) throws(ObservationError) {
    try Self.prepare()
    guard case .queues(let queues) = scope else { throw .queuesMustBeNamed }
    box = Unmanaged.passRetained(ChunkSourceBox(source))
    self.omitsNames = omitsNames
    slot = oth_session_open(ChunkSourceBox.refill, box.toOpaque(), omitsNames)
    guard slot >= 0 else {
      box.release()
      throw .tooManyTracers(limit: Int(OTH_MAX_SESSIONS))
    }
    oth_session_activate(slot, false)
    for (index, queue) in queues.enumerated() { observe(queue, number: UInt32(index + 1)) }
    Self.running.withLock { $0.append(Running(session: self)) }
  }

  /// The sessions that record, for what the program reports.
  static let running = Mutex<[Running]>([])

  struct Running: Sendable {
    weak var session: ObservationSession?
  }

  // MARK: Queues

  private func observe(_ queue: OperationQueue, number: UInt32) {
    var flags: UInt8 = queue === OperationQueue.main ? UInt8(OTH_FLAG_MAIN_QUEUE) : 0
    if queue.isSuspended { flags |= UInt8(OTH_FLAG_SUSPENDED) }
    let limit = UInt64(bitPattern: Int64(queue.maxConcurrentOperationCount))
    write(oth_record(kind: UInt8(OTH_QUEUE_SEEN), queue: number, argument: limit, flags: flags))
    if let name = queue.name {
      write(oth_record(kind: UInt8(OTH_QUEUE_NAMED), queue: number), text: name)
    }
    let token = queue.observe(\.operations, options: [.initial, .new]) { [weak self] queue, _ in
      for operation in queue.operations { self?.meet(operation, queue: number) }
    }
    let suspension = queue.observe(\.isSuspended) { [weak self] queue, _ in
      let kind = queue.isSuspended ? OTH_QUEUE_SUSPENDED : OTH_QUEUE_RESUMED
      self?.write(oth_record(kind: UInt8(kind), queue: number))
    }
    lock.withLock { queueTokens += [token, suspension] }
  }

  // MARK: Operations

  /// The operation's number, and whether it is new.
  private func number(of operation: Operation) -> (number: UInt32, isNew: Bool) {
    lock.withLock {
      if let known = operations[ObjectIdentifier(operation)] { return (known.number, false) }
      lastOperation += 1
      operations[ObjectIdentifier(operation)] = Known(number: lastOperation)
      return (lastOperation, true)
    }
  }

  private func describe(_ operation: Operation) -> UInt32 {
    let (number, isNew) = number(of: operation)
    guard isNew else { return number }
    let type: AnyClass = Swift.type(of: operation)
    let (id, isNewClass) = lock.withLock { () -> (UInt64, Bool) in
      if let id = classes[ObjectIdentifier(type)] { return (id, false) }
      let id = UInt64(classes.count + 1)
      classes[ObjectIdentifier(type)] = id
      return (id, true)
    }
    if isNewClass {
      write(
        oth_record(kind: UInt8(OTH_CLASS_SEEN), argument: id << 32),
        text: String(reflecting: type)
      )
    }
    write(oth_record(kind: UInt8(OTH_OPERATION_SEEN), operation: number, argument: id))
    if !omitsNames, let name = operation.name {
      write(oth_record(kind: UInt8(OTH_OPERATION_NAMED), operation: number), text: name)
    }
    return number
  }

  private func meet(_ operation: Operation, queue: UInt32) {
    let number = describe(operation)
    let isFirst = lock.withLock { () -> Bool in
      guard operations[ObjectIdentifier(operation)]?.queue == 0 else { return false }
      operations[ObjectIdentifier(operation)]?.queue = queue
      return true
    }
    guard isFirst else { return }
    for dependency in operation.dependencies {
      let other = describe(dependency)
      write(
        oth_record(
          kind: UInt8(OTH_DEPENDENCY_ADDED),
          operation: number,
          queue: queue,
          argument: UInt64(other),
          flags: UInt8(OTH_FLAG_SEEN_LATE)
        )
      )
    }
    let priority = UInt16(UInt8(bitPattern: Int8(clamping: operation.queuePriority.rawValue)))
    let quality = UInt16(UInt8(bitPattern: Int8(clamping: operation.qualityOfService.rawValue)))
    write(
      oth_record(
        kind: UInt8(OTH_ENQUEUED),
        operation: number,
        queue: queue,
        detail: priority | quality << 8
      )
    )
    let tokens = [
      operation.observe(\.isReady) { [weak self] operation, _ in self?.look(at: operation) },
      operation.observe(\.isCancelled) { [weak self] operation, _ in self?.look(at: operation) },
      operation.observe(\.isExecuting) { [weak self] operation, _ in self?.look(at: operation) },
      operation.observe(\.isFinished) { [weak self] operation, _ in self?.look(at: operation) },
    ]
    lock.withLock { operations[ObjectIdentifier(operation)]?.tokens = tokens }
    // What changed while the observers were being added.
    look(at: operation, flags: UInt8(OTH_FLAG_ADOPTED))
  }

  /// Records each state that the operation has come to and that is new.
  private func look(at operation: Operation, flags: UInt8 = 0) {
    let isFinished = operation.isFinished
    if operation.isReady { reach(OTH_READY, operation, flags: flags) }
    if operation.isCancelled { reach(OTH_CANCELLED, operation, flags: flags) }
    if operation.isExecuting || isFinished { reach(OTH_STARTED, operation, flags: flags) }
    guard isFinished else { return }
    reach(OTH_FINISHED, operation, flags: flags)
    // Its address may be used again: the identity ends here. The observers go outside of the lock.
    let known = lock.withLock { operations.removeValue(forKey: ObjectIdentifier(operation)) }
    for token in known?.tokens ?? [] { token.invalidate() }
  }

  private func reach(_ kind: Int, _ operation: Operation, flags: UInt8) {
    let known = lock.withLock { () -> Known? in
      guard let known = operations[ObjectIdentifier(operation)],
        operations[ObjectIdentifier(operation)]?.seen.insert(UInt8(kind)).inserted == true
      else { return nil }
      return known
    }
    guard let known else { return }
    write(
      oth_record(kind: UInt8(kind), operation: known.number, queue: known.queue, flags: flags)
    )
  }

  private func write(_ record: oth_record, text: String? = nil) {
    guard let text else { return oth_session_write(slot, record, nil, 0) }
    let bytes = Array(text.utf8)
    oth_session_write(slot, record, bytes, bytes.count)
  }

  // MARK: The session

  /// Waits until every record that was begun has been written; false when a thread did not get there.
  @discardableResult
  package func quiesce() -> Bool {
    oth_session_quiesce()
  }

  /// Lets every thread ask for a chunk of this generation before its next record; false when a thread may still write into a
  /// chunk of an earlier one.
  package func turn(to generation: UInt64) -> Bool {
    oth_session_turn(slot, generation)
  }

  /// Ends recording.
  ///
  /// Returns whether the memory the source handed out is no longer written to.
  package func end() -> Bool {
    let tokens = lock.withLock { () -> [NSKeyValueObservation] in
      defer {
        queueTokens = []
        operations = [:]
      }
      return queueTokens + operations.values.flatMap(\.tokens)
    }
    for token in tokens { token.invalidate() }
    Self.running.withLock { running in
      running.removeAll { $0.session == nil || $0.session === self }
    }
    let isQuiet = oth_session_close(slot)
    if isQuiet { box.release() }
    return isQuiet
  }

  /// How many records were lost because the source had no room.
  package var lostCount: UInt64 { oth_session_lost(slot) }

  /// The numbers of the operations that have been enqueued, are still there, and have not finished as far as the observer knows.
  package func unfinishedOperations() -> Set<UInt32> {
    lock.withLock { Set(operations.values.map(\.number)) }
  }

  /// Writes a record that concerns no object.
  package func record(kind: UInt8) {
    write(oth_record(kind: kind))
  }

  /// Writes that many records, for benchmarks.
  package func writeForBenchmark(count: UInt64) {
    oth_write_for_benchmark(slot, count)
  }

  /// Records what the program reports of an operation, if this session traces it, or of none.
  func report(kind: UInt8, operation: Operation?, bytes: [UInt8], isTruncated: Bool) {
    var record = oth_record(kind: kind, flags: isTruncated ? UInt8(OTH_FLAG_TRUNCATED) : 0)
    if let operation {
      guard let known = lock.withLock({ operations[ObjectIdentifier(operation)] }) else { return }
      record.operation = known.number
    }
    oth_session_write(slot, record, bytes, bytes.count)
  }
}
#endif
