import TraceEvents

/// When an operation passed from one state to the next: what its intervals and its accounting are made from.
///
/// The instants are in order, so no interval is negative; each interval begins where the one before ends, so they add up.
struct OperationTimeline: Hashable, Sendable {
  /// The enqueue, or the start of an operation that was never enqueued.
  private(set) var begin: TraceInstant
  /// When it was ready; the start of execution for one that never was.
  private(set) var ready: TraceInstant
  /// When a slot was free for it.
  private(set) var slotFree: TraceInstant
  /// The start.
  private(set) var execution: TraceInstant
  /// The finish, or the trace's end.
  private(set) var end: TraceInstant
  /// The suspensions of its queue between ready and start: ascending, apart from each other.
  private(set) var suspensions: [Span] = []

  /// A span of time.
  struct Span: Hashable, Sendable {
    var start: TraceInstant
    var end: TraceInstant
  }

  /// The timeline of an operation that did nothing: everything at one instant.
  init(at instant: TraceInstant) {
    begin = instant
    ready = instant
    slotFree = instant
    execution = instant
    end = instant
  }

  /// Puts the instants in order: a later state never begins before an earlier one.
  init(
    begin: TraceInstant,
    ready: TraceInstant?,
    execution: TraceInstant?,
    end: TraceInstant
  ) {
    self.begin = begin
    self.end = max(begin, end)
    self.execution = min(max(begin, execution ?? self.end), self.end)
    self.ready = min(max(begin, ready ?? self.execution), self.execution)
    self.slotFree = self.ready
  }

  /// Says when a slot was free for it, and when its queue was suspended.
  ///
  /// The suspensions must be ascending and apart from each other; what lies outside of its queued time is cut off.
  mutating func setQueued(slotFree: TraceInstant, suspensions: [Span]) {
    self.slotFree = min(max(ready, slotFree), execution)
    self.suspensions = suspensions.compactMap { span in
      let span = Span(start: max(span.start, ready), end: min(span.end, execution))
      return span.start < span.end ? span : nil
    }
  }

  /// Whether it waited for a slot up to the moment on which one was free: if not, no other operation let it go on.
  var waitedForSlot: Bool {
    ready < slotFree && !suspensions.contains { $0.start <= slotFree && slotFree <= $0.end }
  }

  /// When nothing but a thread was missing for it to start.
  var cleared: TraceInstant {
    max(slotFree, suspensions.last?.end ?? slotFree)
  }

  /// Calls `body` with each interval in the order of time, none of them empty.
  func forEachInterval(_ body: (StateInterval) -> Void) {
    func emit(_ state: OperationState, _ start: TraceInstant, _ end: TraceInstant) {
      if start < end { body(StateInterval(state, from: start, to: end)) }
    }
    func emitQueued(_ start: TraceInstant, _ end: TraceInstant) {
      let split = min(max(start, slotFree), end)
      emit(.waitingForSlot, start, split)
      emit(.dispatch, split, end)
    }
    emit(.waitingForDependencies, begin, ready)
    var cursor = ready
    for span in suspensions {
      emitQueued(cursor, span.start)
      emit(.queueSuspended, span.start, span.end)
      cursor = span.end
    }
    emitQueued(cursor, execution)
    emit(.executing, execution, end)
  }
}
