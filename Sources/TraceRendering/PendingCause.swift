import TraceAnalysis
import TraceEvents
import TraceModel

/// What keeps an operation that has not finished from getting on, as far as the trace shows it.
///
/// This is the nearest cause, for a glance at one operation; the root cause is the diagnosis's business.
enum PendingCause: Hashable {
  /// Nobody added it to a queue or started it.
  case neverEnqueued
  /// It waits for these, which have not finished.
  case dependencies([OperationID])
  /// It stands behind a barrier, or is one and stands behind these.
  case barrier([OperationID])
  /// Nothing is in front of it, and it is not ready.
  case notReady
  /// It is ready, and its queue is suspended.
  case queueSuspended(QueueID)
  /// It is ready, and these hold the slots of its queue.
  case slot(holders: [OperationID], QueueID)
  /// It is ready, a slot is free, and it has not been started.
  case notStarted
  /// It executes, and waits inside for another operation.
  case waitsInside(for: OperationID)
  /// It executes, and waits inside for all of a queue.
  case waitsInsideForAll(of: QueueID)
  /// Its `start()` returned, and it has not finished.
  case startReturned
  /// Its `start()` has not returned.
  case executing
  /// It says that it is finished, and its queue was never told.
  case finishedUnnotified
}

extension PendingCause {
  /// The cause in few words that follow an operation's name, such as "waits for upload original".
  ///
  /// `operation` and `queue` give the names to show.
  func words(operation: (OperationID) -> String, queue: (QueueID) -> String) -> String {
    func first(of ids: [OperationID]) -> String {
      guard let first = ids.first else { return "" }
      return operation(first)
        + (ids.count > 1 ? " and \(CountText.grouped(ids.count - 1)) more" : "")
    }
    return switch self {
    case .neverEnqueued: "never enqueued"
    case .dependencies(let ids): "waits for \(first(of: ids))"
    case .barrier(let ids): "barrier: behind \(first(of: ids))"
    case .notReady: "not ready"
    case .queueSuspended: "queue suspended"
    case .slot(let holders, _) where holders.isEmpty: "waits for a slot"
    case .slot(let holders, _) where holders.count > 1:
      "slots held by \(CountText.grouped(holders.count)) others"
    case .slot(let holders, _): "slot held by \(first(of: holders))"
    case .notStarted: "ready, not started"
    case .waitsInside(let id): "blocked, waits for \(operation(id))"
    case .waitsInsideForAll(let id): "blocked, waits for all of \(queue(id))"
    case .startReturned: "start() returned"
    case .executing: "executing"
    case .finishedUnnotified: "finished, queue not told"
    }
  }
}

/// Finds the nearest cause for any operation of a trace; made once, it answers in the time of the answer.
struct PendingCauses {
  private let trace: Trace
  private var executing: [QueueID: [OperationID]] = [:]
  private var openWaits: [OperationID: TracedWait] = [:]
  private var inFront: [OperationID: [OperationID]] = [:]

  /// Gathers who holds slots, who waits inside, and who stands in front of whom.
  init(_ trace: Trace) {
    self.trace = trace
    for operation in trace.operations where operation.isExecuting {
      if let queue = operation.queue { executing[queue, default: []].append(operation.id) }
    }
    for wait in trace.waits where wait.end == nil {
      if let waiter = wait.waiter { openWaits[waiter] = wait }
    }
    for edge in trace.edges where edge.kind == .barrier && isUnfinished(edge.source) {
      inFront[edge.target, default: []].append(edge.source)
    }
  }

  /// What keeps the operation from getting on; nil when it has finished.
  func cause(of operation: TracedOperation) -> PendingCause? {
    guard operation.milestones.finished == nil else { return nil }
    if operation.finishedUnnotified { return .finishedUnnotified }
    if operation.milestones.started != nil { return causeWhileExecuting(operation) }
    guard operation.milestones.enqueued != nil, let queue = operation.queue else {
      return .neverEnqueued
    }
    switch operation.intervals.last?.state ?? .waitingForDependencies {
    case .waitingForDependencies: return causeWhileWaiting(operation)
    case .queueSuspended: return .queueSuspended(queue)
    case .waitingForSlot: return .slot(holders: executing[queue] ?? [], queue)
    case .dispatch, .executing: return .notStarted
    }
  }

  private func causeWhileExecuting(_ operation: TracedOperation) -> PendingCause {
    if let wait = openWaits[operation.id] {
      if let other = wait.operation { return .waitsInside(for: other) }
      if let queue = wait.queue { return .waitsInsideForAll(of: queue) }
    }
    return operation.milestones.startReturned == nil ? .executing : .startReturned
  }

  private func causeWhileWaiting(_ operation: TracedOperation) -> PendingCause {
    let unfinished = operation.dependencies.filter(isUnfinished)
    if !unfinished.isEmpty { return .dependencies(unfinished) }
    return inFront[operation.id].map(PendingCause.barrier) ?? .notReady
  }

  private func isUnfinished(_ id: OperationID) -> Bool {
    trace[id].map { $0.milestones.finished == nil } ?? true
  }
}
