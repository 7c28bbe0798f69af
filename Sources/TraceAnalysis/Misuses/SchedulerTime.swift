import TraceEvents
import TraceModel

/// Time in which a queue started nothing though something was ready: Foundation was looking through what is blocked.
struct SchedulerTime: Sendable {
  /// How long that was in all, in nanoseconds.
  private(set) var lost: UInt64 = 0
  /// How long so many operations were blocked while the queue had something to do, without pauses that have another reason, in
  /// nanoseconds.
  private(set) var observed: UInt64 = 0
  /// The most operations that were blocked in a piece of that time.
  private(set) var blocked = 0
  /// When it began.
  private(set) var since: TraceInstant?
  /// When it ended.
  private(set) var last: TraceInstant?

  /// Each blocked operation costs less than this on any machine; a longer pause has another reason.
  private static let longestLook: UInt64 = 1_000

  /// Goes through the steps of a queue's depth, in time nearly linear in their number.
  ///
  /// `occupied` counts the threads that are inside operations, `own` those that are inside operations of this queue.
  init(
    of queue: TracedQueue,
    atLeast count: Int,
    occupied: LoadCurve,
    own: LoadCurve,
    _ facts: StallFacts
  ) {
    let processors = Double(facts.index.trace.processors ?? 1)
    var place = 0
    for (number, step) in queue.depth.enumerated() where step.waiting >= count && step.queued > 0 {
      let next = number + 1 < queue.depth.count ? queue.depth[number + 1].instant : facts.end
      guard next > step.instant, !queue.isSuspended(at: step.instant),
        queue.limit(at: step.instant).map({ step.executing < $0 }) ?? true
      else { continue }
      let (start, end) = (step.instant.nanoseconds, next.nanoseconds)
      let isIdle =
        (step.executing == 0 || own.area(from: start, to: end) == 0)
        && occupied.mean(from: start, to: end, walking: &place) < processors
      if isIdle, (end - start) / Self.longestLook > UInt64(step.waiting) { continue }
      observed += end - start
      guard isIdle else { continue }
      lost += end - start
      blocked = max(blocked, step.waiting)
      if since == nil { since = step.instant }
      last = next
    }
  }
}
