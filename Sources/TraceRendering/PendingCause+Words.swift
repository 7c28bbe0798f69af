import TraceAnalysis
import TraceEvents
import TraceModel

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
    case .barrier(let ids) where ids.isEmpty: "barrier: behind a barrier block"
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
