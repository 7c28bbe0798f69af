import TraceEvents
import TraceModel

/// When operations held a slot, and when they used up a thread meanwhile.
struct ThreadUse: Sendable {
  private let index: TraceIndex
  private let end: TraceInstant
  /// The recorded waits of operations, apart from each other and ascending, by position of the operation.
  private let waits: [Int: [Range<UInt64>]]

  /// Collects the waits of operations, in linear time.
  init(_ facts: StallFacts) {
    index = facts.index
    end = facts.end
    var waits: [Int: [Range<UInt64>]] = [:]
    for wait in facts.index.trace.waits {
      guard let waiter = facts.index.position(of: wait.waiter) else { continue }
      let start = wait.start.nanoseconds
      let stop = max(start, (wait.end ?? facts.end).nanoseconds)
      // A wait for a queue contains waits for its operations; the waits come by begin.
      if let last = waits[waiter]?.last, last.upperBound >= start {
        let all = last.lowerBound..<max(last.upperBound, stop)
        waits[waiter, default: []][waits[waiter, default: []].count - 1] = all
      } else {
        waits[waiter, default: []].append(start..<stop)
      }
    }
    self.waits = waits
  }

  /// From start to finish: when an operation held a slot of its queue.
  func held(_ operation: Int) -> Range<UInt64>? {
    let milestones = index.trace.operations[operation].milestones
    guard let started = milestones.started else { return nil }
    return started.range(to: milestones.finished ?? end)
  }

  /// From start to the return of `start()`: when an operation used up a thread, whether that computed or was blocked.
  func inside(_ operation: Int) -> Range<UInt64>? {
    let milestones = index.trace.operations[operation].milestones
    guard let started = milestones.started else { return nil }
    return started.range(to: milestones.startReturned ?? milestones.finished ?? end)
  }

  /// When an operation held a slot and had no thread that worked: `start()` had returned, or it was blocked in a wait.
  func idle(_ operation: Int) -> [Range<UInt64>] {
    guard let held = held(operation), let inside = inside(operation) else { return [] }
    var idle = (waits[operation] ?? []).map { $0.clamped(to: held).clamped(to: inside) }
    if inside.upperBound < held.upperBound { idle.append(inside.upperBound..<held.upperBound) }
    return idle.filter { !$0.isEmpty }
  }
}

extension TraceInstant {
  /// The time from here to a later moment; none to an earlier one.
  func range(to end: TraceInstant) -> Range<UInt64> {
    nanoseconds..<max(nanoseconds, end.nanoseconds)
  }
}
