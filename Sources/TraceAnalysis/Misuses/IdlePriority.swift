package import TraceEvents
import TraceModel

/// A priority that was set and could not have an effect, or had none.
package struct IdlePriority: MisuseCase {
  /// The position of the operation.
  var operation: Int
  /// The priority.
  var priority: Int8
  var reason: Reason
  package var since: TraceInstant
  package var certainty: Finding.Certainty
  package var operations: [Int] { [operation] }

  /// Why it had none.
  enum Reason: Hashable {
    /// It was set after the start: by the operation itself, or as an afterthought of the thread that had added it.
    case started(byItself: Bool)
    /// So many operations of lower priority were started before it all the same.
    case overtaken(by: Int)
    /// Its queue has no limit, so that all that is ready waits for a thread in the order in which it was added.
    case unlimited(overtakenBy: Int, waited: UInt64)
  }
}

/// Tells which priorities had no effect.
///
/// A program may raise the priority of whatever is still there, as one that follows a finger on a screen does, and does no
/// harm by it when the operation has started meanwhile. So a call after the start counts only where it never can come in
/// time: from the operation itself, or next after the call that added it.
struct IdlePriorities {
  private let facts: StallFacts
  private let priorities: OperationPriorities
  private var starts: QueueStarts
  /// Whether a queue never had a limit, by position.
  private var isUnlimited: [Int: Bool] = [:]

  init(_ facts: StallFacts) {
    self.facts = facts
    priorities = OperationPriorities(facts)
    starts = QueueStarts(facts, priorities)
  }

  /// All of them, one for an operation.
  mutating func all() -> [IdlePriority] {
    var found = setTooLate()
    for (position, priority) in raisedInTime() where found[position] == nil {
      found[position] = overtaken(position, priority.value, since: priority.instant)
    }
    facts.index.trace.operations.forEachPosition { position, operation in
      let priority = priorities.range(of: position).lowerBound
      guard priority > 0, found[position] == nil, !operation.isBarrier else { return }
      found[position] = unlimited(position, operation, priority)
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: After the start

  private func setTooLate() -> [Int: IdlePriority] {
    if facts.log.events[.priorityChanged] == nil { return [:] }
    var found: [Int: IdlePriority] = [:]
    var settings: [Int: Int8] = [:]
    // What each thread did last, as far as it has to do with one operation.
    var last: [ThreadID: OperationID] = [:]
    for event in facts.index.trace.log.events {
      switch event.kind {
      case .enqueued:
        last[event.thread] = event.operation
      case .priorityChanged:
        guard let position = facts.index.position(of: event.operation) else { continue }
        let priority = EnqueueDetail(packed: event.detail).priority
        let before = settings[position] ?? facts.operation(position).enqueueDetail.priority
        settings[position] = priority
        let isAfterthought = last[event.thread] == event.operation
        if priority != before,
          let misuse = judge(event, position, priority, isAfterthought: isAfterthought)
        {
          found[position] = found[position] ?? misuse
        }
      case .operationSeen, .operationNamed, .classSeen, .queueSeen, .queueNamed, .threadSeen,
        .ready, .completionBlockSet:
        continue
      default:
        if last[event.thread] != nil { last[event.thread] = nil }
      }
    }
    return found
  }

  private func judge(
    _ event: TraceEvent,
    _ position: Int,
    _ priority: Int8,
    isAfterthought: Bool
  ) -> IdlePriority? {
    let milestones = facts.operation(position).milestones
    guard let started = milestones.started, started < event.instant else { return nil }
    let isByItself = event.actor == event.operation
    let age = event.instant.nanoseconds(since: milestones.enqueued ?? .zero)
    let isSetup = isAfterthought && age <= facts.thresholds.nanoseconds(.setup)
    guard isByItself || isSetup else { return nil }
    return IdlePriority(
      operation: position,
      priority: priority,
      reason: .started(byItself: isByItself),
      since: event.instant,
      certainty: facts.proven
    )
  }

  // MARK: Overtaken

  /// Operations whose priority was raised after the enqueue and before the start, to what and when.
  private func raisedInTime() -> [(key: Int, value: (value: Int8, instant: TraceInstant))] {
    var raised: [Int: (value: Int8, instant: TraceInstant)] = [:]
    var settings: [Int: Int8] = [:]
    for event in facts.log.events[.priorityChanged] ?? [] {
      guard let position = facts.index.position(of: event.operation),
        facts.operation(position).milestones.started.map({ event.instant < $0 }) ?? true
      else { continue }
      let priority = EnqueueDetail(packed: event.detail).priority
      let before = settings[position] ?? facts.operation(position).enqueueDetail.priority
      settings[position] = priority
      raised[position] = priority > before ? (priority, event.instant) : nil
    }
    return raised.sorted { $0.key < $1.key }
  }

  private mutating func overtaken(
    _ position: Int,
    _ priority: Int8,
    since instant: TraceInstant
  ) -> IdlePriority? {
    let operation = facts.operation(position)
    guard let queue = facts.index.queue(of: position), operation.milestones.cancelled == nil,
      let ready = operation.milestones.ready, let limit = facts.queue(queue).limit(at: instant)
    else { return nil }
    let end = operation.milestones.started ?? facts.end
    let overtakers = starts.count(
      in: queue,
      after: max(ready, instant),
      before: end,
      below: priority
    )
    // As many may have had their slots before, and only started late.
    guard overtakers > limit else { return nil }
    return IdlePriority(
      operation: position,
      priority: priority,
      reason: .overtaken(by: overtakers),
      since: instant,
      certainty: facts.proven
    )
  }

  // MARK: Without a limit

  private mutating func unlimited(
    _ position: Int,
    _ operation: TracedOperation,
    _ priority: Int8
  ) -> IdlePriority? {
    guard let queue = facts.index.queue(of: position), operation.milestones.cancelled == nil,
      let ready = operation.milestones.ready, let started = operation.milestones.started,
      ready < started
    else { return nil }
    let waited = started.nanoseconds(since: ready)
    guard waited >= facts.thresholds.nanoseconds(.dispatch), neverOrders(queue) else { return nil }
    let overtakers = starts.count(in: queue, after: ready, before: started, below: priority)
    guard overtakers > 0 else { return nil }
    return IdlePriority(
      operation: position,
      priority: priority,
      reason: .unlimited(overtakenBy: overtakers, waited: waited),
      since: ready,
      certainty: .likely
    )
  }

  /// Whether a queue never had a limit and was never suspended: what is ready in it never waits for its turn.
  private mutating func neverOrders(_ position: Int) -> Bool {
    if let known = isUnlimited[position] { return known }
    let queue = facts.queue(position)
    let result =
      !queue.isMain && queue.suspensions.isEmpty && queue.limits.allSatisfy { $0.limit < 0 }
    isUnlimited[position] = result
    return result
  }
}
