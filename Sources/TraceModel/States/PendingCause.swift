public import TraceEvents

/// What kept an operation from getting on at a moment, as far as the trace shows it.
///
/// This is the nearest cause, for a glance at one operation; the root cause is the diagnosis's business.
public enum PendingCause: Hashable, Sendable {
  /// Nobody had added it to a queue or started it.
  case neverEnqueued
  /// It waited for these, which had not finished.
  case dependencies([OperationID])
  /// It stood behind a barrier, or was one and stood behind these; none for a barrier block without an operation.
  case barrier([OperationID])
  /// Nothing was in front of it, and it was not ready.
  case notReady
  /// It was ready, and its queue was suspended.
  case queueSuspended(QueueID)
  /// It was ready, and these held the slots of its queue.
  case slot(holders: [OperationID], QueueID)
  /// It was ready, a slot was free, and it had not been started.
  case notStarted
  /// It executed, and waited inside for another operation.
  case waitsInside(for: OperationID)
  /// It executed, and waited inside for all of a queue.
  case waitsInsideForAll(of: QueueID)
  /// Its `start()` had returned, and it had not finished.
  case startReturned
  /// Its `start()` had not returned.
  case executing
  /// It said that it was finished, and its queue was never told.
  case finishedUnnotified
}

extension TraceState {
  /// What kept an operation from getting on; nil when it had finished or had not been seen.
  public func cause(of id: OperationID) -> PendingCause? {
    guard let current = self[id], let operation = trace[id] else { return nil }
    if history.isFoundUnnotified(id, instant) { return .finishedUnnotified }
    switch current.state {
    case nil: return .neverEnqueued
    case .executing: return causeWhileExecuting(operation)
    case .waitingForDependencies: return causeWhileWaiting(operation)
    case .queueSuspended: return current.queue.map(PendingCause.queueSuspended) ?? .notStarted
    case .waitingForSlot:
      return current.queue.map { .slot(holders: self[$0]?.executing ?? [], $0) } ?? .notStarted
    case .dispatch: return .notStarted
    }
  }

  private func causeWhileExecuting(_ operation: TracedOperation) -> PendingCause {
    if let wait = openWaits[operation.id] {
      if let other = wait.operation { return .waitsInside(for: other) }
      if let queue = wait.queue { return .waitsInsideForAll(of: queue) }
    }
    let returned = operation.milestones.startReturned ?? .distantFuture
    return returned <= instant ? .startReturned : .executing
  }

  private func causeWhileWaiting(_ operation: TracedOperation) -> PendingCause {
    let dependencies = unfinishedDependencies(of: operation.id)
    if !dependencies.isEmpty { return .dependencies(dependencies) }
    guard let position = trace.position(of: operation.id) else { return .notReady }
    let inFront = history.inFront[position].filter { history.isUnfinished($0, instant) }
    if !inFront.isEmpty { return .barrier(inFront) }
    return causeByOrder(operation) ?? .notReady
  }

  /// The dependencies that an operation had and that had not finished, in the order of identity.
  public func unfinishedDependencies(of id: OperationID) -> [OperationID] {
    guard let operation = trace[id] else { return [] }
    return history.dependencies.dependencies(of: operation, at: instant)
      .filter { history.isUnfinished($0, instant) }
  }

  /// The barrier that the order in the queue puts in front of an operation.
  ///
  /// The edges of a trace leave out what came to nothing in the end, as for an operation that was cancelled behind a barrier.
  private func causeByOrder(_ operation: TracedOperation) -> PendingCause? {
    guard let id = operation.queue, let queue = self[id],
      let enqueued = operation.milestones.enqueued
    else { return nil }
    func isInFront(_ other: OperationID) -> Bool {
      guard let moment = trace[other]?.milestones.enqueued else { return false }
      return (moment, other) < (enqueued, operation.id)
    }
    if operation.isBarrier {
      let inFront = [queue.executing, queue.queued, queue.waiting].joined().filter(isInFront)
      if !inFront.isEmpty { return .barrier(inFront) }
    }
    let barriers = queue.barriers.compactMap(\.operation).filter(isInFront)
    if !barriers.isEmpty { return .barrier(barriers) }
    // On the main queue a block without an operation holds nothing up.
    guard trace[id]?.isMain == false else { return nil }
    let isBehindBlock = queue.barriers.contains { $0.operation == nil && $0.added <= enqueued }
    return isBehindBlock ? .barrier([]) : nil
  }
}
