import TraceEvents
import TraceModel

/// When the process last got on with something.
enum Movement {
  /// The last moment at which an operation was added, started, finished, or a queue was given way; zero for never.
  ///
  /// What a program does when it gives up is no movement: cancelling, and letting cancelled operations leave their queue.
  static func last(in trace: Trace) -> TraceInstant {
    var last = TraceInstant.zero
    trace.operations.forEachPosition { _, operation in
      if operation.outcome == .cancelledBeforeStart { return }
      let milestones = operation.milestones
      last = max(last, milestones.enqueued ?? .zero, milestones.started ?? .zero)
      last = max(last, milestones.startReturned ?? .zero, milestones.finished ?? .zero)
      last = max(last, milestones.completionBegan ?? .zero, milestones.completionEnded ?? .zero)
    }
    for queue in trace.queues {
      for suspension in queue.suspensions { last = max(last, suspension.end ?? .zero) }
      for change in queue.limits.dropFirst() { last = max(last, change.instant) }
      for barrier in queue.bareBarriers {
        last = max(last, barrier.ended ?? barrier.began ?? barrier.added)
      }
    }
    return last
  }
}
