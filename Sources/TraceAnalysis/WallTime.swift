package import TraceEvents
package import TraceModel

/// The wall time of a run: from the first enqueue to the last finish, or to the end of the trace while something is unfinished.
///
/// Of a recording that keeps its most recent part it begins with that at the earliest.
package struct WallTime: Hashable, Sendable {
  /// When it begins.
  package var start: TraceInstant
  /// When it ends; never before it begins.
  package var end: TraceInstant

  /// The wall time of a run; nil when it has no operation and no barrier.
  package init?(of trace: Trace) {
    self.init(
      of: trace.operations,
      barriers: trace.queues.flatMap(\.bareBarriers),
      in: trace
    )
  }

  /// The wall time of some operations and barriers of a trace; nil when there are none.
  package init?(
    of operations: [TracedOperation],
    barriers: [TracedQueue.Barrier] = [],
    in trace: Trace
  ) {
    var first: TraceInstant?
    var last = TraceInstant.zero
    func include(_ begin: TraceInstant, _ end: TraceInstant?) {
      first = min(first ?? begin, begin)
      last = max(last, end ?? trace.end)
    }
    for position in operations.indices {
      let moments = operations[position].milestones
      guard let begin = moments.enqueued ?? moments.started ?? moments.finished else { continue }
      include(begin, moments.finished)
    }
    for barrier in barriers { include(barrier.added, barrier.ended) }
    guard let first else { return nil }
    end = last
    start = min(max(first, trace.horizon?.instant ?? .zero), last)
  }

  /// Its length.
  package var nanoseconds: UInt64 {
    end.nanoseconds(since: start)
  }
}
