package import TraceEvents
import TraceModel

/// A call of `waitUntilFinished` or of `waitUntilAllOperationsAreFinished` that had not returned when the trace ended.
package struct OpenWait: Hashable, Sendable {
  /// The thread that is blocked.
  package var thread: ThreadID
  /// The position of the operation that waits, if it is one.
  package var waiter: Int?
  /// What it waits for.
  package var target: Target
  /// Since when.
  package var since: TraceInstant

  /// What a thread can wait for, by position.
  package enum Target: Hashable, Sendable {
    /// One operation.
    case operation(Int)
    /// All operations of a queue.
    case queue(Int)
  }

  /// The waits that are open at the trace's end, by begin.
  ///
  /// Foundation waits for a whole queue by waiting for one operation after the other. Of such a pair only the call that
  /// the program made is kept.
  static func all(in index: TraceIndex) -> [OpenWait] {
    var waits: [OpenWait] = []
    var wholeQueue: Set<Caller> = []
    for wait in index.trace.waits where wait.end == nil {
      let caller = Caller(thread: wait.thread, waiter: wait.waiter)
      if wholeQueue.contains(caller) { continue }
      let target: Target
      if let operation = index.position(of: wait.operation) {
        target = .operation(operation)
      } else if let queue = index.position(of: wait.queue) {
        target = .queue(queue)
        wholeQueue.insert(caller)
      } else {
        continue
      }
      waits.append(
        OpenWait(
          thread: wait.thread,
          waiter: index.position(of: wait.waiter),
          target: target,
          since: wait.start
        )
      )
    }
    return waits
  }

  /// Whether it waits for an operation that had finished before: such a wait returns at once, unless `isFinished` has gone
  /// back to false.
  func isForTakenBack(_ index: TraceIndex) -> Bool {
    guard case .operation(let position) = target,
      let finished = index.trace.operations[position].milestones.finished
    else { return false }
    return since > finished
  }

  private struct Caller: Hashable {
    var thread: ThreadID
    var waiter: OperationID?
  }
}
