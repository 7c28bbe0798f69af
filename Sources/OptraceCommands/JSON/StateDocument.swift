import TraceEvents
import TraceModel

/// What `at --json` prints; docs/json.md says what each field means.
struct StateDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "state"
  var trace: TraceReference
  var atNanoseconds: UInt64
  var begunCount: Int
  var finishedCount: Int
  var queues: [QueueEntry]
  var operations: [OperationEntry]
  var waits: [WaitEntry]
  var lastFinished: [FinishedEntry]

  /// A queue and who is in it.
  struct QueueEntry: Codable, Hashable {
    var queue: QueueReference
    var limit: Int?
    var suspendedSinceNanoseconds: UInt64?
    var executing: [UInt32]
    var queued: [UInt32]
    var waiting: [UInt32]
    var finishedCount: Int
    var barriers: [BarrierEntry]
  }

  /// A barrier block that has not ended.
  struct BarrierEntry: Codable, Hashable {
    var addedNanoseconds: UInt64
    var isRunning: Bool
    var operation: OperationReference?
  }

  /// An operation that has not finished.
  struct OperationEntry: Codable, Hashable {
    var operation: OperationReference
    var queue: QueueReference?
    var state: String
    var sinceNanoseconds: UInt64
    var thread: ThreadReference?
    var isCancelled: Bool
    var cause: String
    var waitsFor: [OperationReference]
    var waitsForQueue: QueueReference?
  }

  /// A call that blocks a thread.
  struct WaitEntry: Codable, Hashable {
    var thread: ThreadReference
    var waiter: OperationReference?
    var operation: OperationReference?
    var queue: QueueReference?
    var sinceNanoseconds: UInt64
  }

  /// An operation that has finished.
  struct FinishedEntry: Codable, Hashable {
    var operation: OperationReference
    var outcome: String
    var atNanoseconds: UInt64
  }

  init(_ state: TraceState) {
    let trace = state.trace
    self.trace = TraceReference(trace)
    atNanoseconds = state.instant.nanoseconds
    begunCount = state.begunCount
    finishedCount = state.finishedCount
    queues = state.queues.map { QueueEntry($0, in: state) }
    operations = state.operations.map { OperationEntry($0, in: state) }
    waits = state.waits.map { wait in
      WaitEntry(
        thread: ThreadReference(wait.thread, in: trace),
        waiter: wait.waiter.map { OperationReference($0, in: trace) },
        operation: wait.operation.map { OperationReference($0, in: trace) },
        queue: wait.queue.map { QueueReference($0, in: trace) },
        sinceNanoseconds: wait.start.nanoseconds
      )
    }
    lastFinished = state.lastFinished.compactMap { id in
      guard let operation = trace[id], let finished = operation.milestones.finished else {
        return nil
      }
      return FinishedEntry(
        operation: OperationReference(id, in: trace),
        outcome: operation.outcome.rawValue,
        atNanoseconds: finished.nanoseconds
      )
    }
  }
}

extension StateDocument.QueueEntry {
  fileprivate init(_ queue: TraceState.Queue, in state: TraceState) {
    self.init(
      queue: QueueReference(queue.id, in: state.trace),
      limit: queue.limit,
      suspendedSinceNanoseconds: queue.suspendedSince?.nanoseconds,
      executing: queue.executing.map(\.rawValue),
      queued: queue.queued.map(\.rawValue),
      waiting: queue.waiting.map(\.rawValue),
      finishedCount: queue.finishedCount,
      barriers: queue.barriers.map { barrier in
        StateDocument.BarrierEntry(
          addedNanoseconds: barrier.added.nanoseconds,
          isRunning: barrier.began.map { $0 <= state.instant } ?? false,
          operation: barrier.operation.map { OperationReference($0, in: state.trace) }
        )
      }
    )
  }
}

extension StateDocument.OperationEntry {
  fileprivate init(_ operation: TraceState.Operation, in state: TraceState) {
    let reference = { (id: OperationID) in OperationReference(id, in: state.trace) }
    let cause = state.cause(of: operation.id) ?? .neverEnqueued
    self.init(
      operation: reference(operation.id),
      queue: operation.queue.map { QueueReference($0, in: state.trace) },
      state: operation.state?.rawValue ?? "notEnqueued",
      sinceNanoseconds: operation.since.nanoseconds,
      thread: operation.thread.map { ThreadReference($0, in: state.trace) },
      isCancelled: operation.isCancelled,
      cause: cause.name,
      waitsFor: cause.operations.map(reference),
      waitsForQueue: cause.queue.map { QueueReference($0, in: state.trace) }
    )
  }
}

extension PendingCause {
  /// The name of the cause in documents.
  fileprivate var name: String {
    switch self {
    case .neverEnqueued: "notEnqueued"
    case .dependencies: "dependencies"
    case .barrier: "barrier"
    case .notReady: "notReady"
    case .queueSuspended: "suspension"
    case .slot: "slot"
    case .notStarted: "dispatch"
    case .waitsInside, .waitsInsideForAll: "wait"
    case .startReturned: "startReturned"
    case .executing: "executing"
    case .finishedUnnotified: "finishedUnnotified"
    }
  }

  /// The operations that it is about.
  fileprivate var operations: [OperationID] {
    switch self {
    case .dependencies(let ids), .barrier(let ids), .slot(let ids, _): ids
    case .waitsInside(let id): [id]
    default: []
    }
  }

  /// The queue that all of was waited for.
  fileprivate var queue: QueueID? {
    if case .waitsInsideForAll(let queue) = self { queue } else { nil }
  }
}
