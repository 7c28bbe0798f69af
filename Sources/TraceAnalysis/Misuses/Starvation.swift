import TraceEvents
import TraceModel

/// An operation that waited long for a slot, and why that was for nothing.
struct Starvation: Sendable {
  /// The position of the operation.
  var operation: Int
  /// The position of its queue.
  var queue: Int
  /// Since when it was ready.
  var since: TraceInstant
  /// How long it waited for a slot, in nanoseconds.
  var waited: UInt64
  /// What had the slots meanwhile.
  var cause: Cause

  /// What had the slots.
  enum Cause: Hashable, Sendable {
    /// Operations of other classes which used no thread, for this share of the time.
    case idleHolders(share: Double)
    /// Operations of higher priority that came later: how many.
    case overtaken(Int)
  }
}

/// Looks for operations that wait behind slow ones that do nothing, queue by queue.
struct StarvationSearch {
  private let facts: StallFacts
  private let use: ThreadUse
  private let threshold: UInt64

  init(_ facts: StallFacts) {
    self.facts = facts
    use = ThreadUse(facts)
    threshold = facts.thresholds.nanoseconds(.starvation)
  }

  /// The operations of a queue that waited for a slot for long, by position.
  func waiters(of queue: Int) -> [Int] {
    facts.index.members[queue].filter { position in
      let operation = facts.operation(position)
      guard !operation.isBarrier, operation.milestones.cancelled == nil,
        operation.milestones.ready != nil
      else { return false }
      let waited = operation.accounting.waitingForSlot
      return waited >= threshold && waited > 0
    }
  }

  // MARK: Behind others that do nothing

  /// Quick operations of a queue that waited behind slow ones of other classes, which mostly used no thread.
  func behindIdleHolders(_ waiters: [Int], in queue: Int) -> [Starvation] {
    // A limit of one is about order: whoever sets it wants everybody to wait for everybody.
    guard !waiters.isEmpty,
      facts.index.limitsInForce(of: queue).allSatisfy({ $0 > 1 || $0 < 0 })
    else { return [] }
    let started = facts.index.members[queue].filter {
      facts.operation($0).milestones.started != nil
    }
    let all = Holders(started, use)
    var byClass: [String: Holders] = [:]
    for (className, members) in Dictionary(
      grouping: started,
      by: { facts.operation($0).className }
    ) {
      byClass[className] = Holders(members, use)
    }
    return waiters.compactMap { position in
      let operation = facts.operation(position)
      guard let own = executed(position) else { return nil }
      let accounting = operation.accounting
      let mine = byClass[operation.className]
      var (idle, held) = (0.0, 0.0)
      for interval in operation.intervals where interval.state == .waitingForSlot {
        let (start, end) = (interval.start.nanoseconds, interval.end.nanoseconds)
        held += all.held.area(from: start, to: end)
        idle += all.idle.area(from: start, to: end)
        idle -= mine?.idle.area(from: start, to: end) ?? 0
      }
      let others = all.mean(without: mine)
      guard held > 0, idle >= 0.75 * held, own <= Double(accounting.waitingForSlot) / 10,
        own <= others / 10
      else { return nil }
      return Starvation(
        operation: position,
        queue: queue,
        since: operation.milestones.ready ?? .zero,
        waited: accounting.waitingForSlot,
        cause: .idleHolders(share: idle / held)
      )
    }
  }

  /// How long an operation executed or, before it has, others of its kind did.
  private func executed(_ position: Int) -> Double? {
    let milestones = facts.operation(position).milestones
    if let started = milestones.started, let finished = milestones.finished {
      return Double(finished.nanoseconds(since: started))
    }
    guard milestones.started == nil else { return nil }
    return facts.kinds.durations(like: position).map { Double($0.median) }
  }

  /// The operations of other classes that held slots of a queue just before another one got one, by position.
  func holders(before position: Int, in queue: Int) -> [Int] {
    let operation = facts.operation(position)
    guard let wait = operation.intervals.first(where: { $0.state == .waitingForSlot }) else {
      return []
    }
    return facts.index.members[queue].filter { other in
      facts.operation(other).className != operation.className
        && use.held(other).map { $0.contains(wait.end.nanoseconds - 1) } ?? false
    }
  }

  /// Operations that held slots of a queue.
  private struct Holders {
    let held: LoadCurve
    let idle: LoadCurve
    private let total: Double
    private let count: Int

    init(_ operations: [Int], _ use: ThreadUse) {
      let spans = operations.compactMap { use.held($0) }
      held = LoadCurve(spans)
      idle = LoadCurve(operations.flatMap { use.idle($0) })
      total = spans.reduce(0) { $0 + Double($1.count) }
      count = spans.count
    }

    /// How long those that are not among some of them held a slot in the mean.
    func mean(without others: Holders?) -> Double {
      let rest = count - (others?.count ?? 0)
      return rest > 0 ? (total - (others?.total ?? 0)) / Double(rest) : 0
    }
  }

  // MARK: Behind others of higher priority

  /// The operation of each priority that waited longest, if others of higher priority went before it all the time.
  ///
  /// They must have been added after it was ready, and go on being added while it waited: a batch that is more urgent is
  /// simply done first. And it must have waited for half of the time for which its queue was in use.
  func overtaken(_ waiters: [Int], in queue: Int) -> [Starvation] {
    let members = facts.index.members[queue]
    let moments = members.map { facts.operation($0).milestones }
    guard let first = moments.compactMap(\.enqueued).min() else { return [] }
    let last = moments.map { $0.finished ?? facts.end }.max() ?? first
    return Dictionary(grouping: waiters) { facts.operation($0).enqueueDetail.urgency }
      .sorted { $0.key < $1.key }
      .compactMap { urgency, waiters in
        guard urgency < .highest,
          let longest = waiters.max(by: { (waited($0), $1) < (waited($1), $0) }),
          waited(longest) >= last.nanoseconds(since: first) / 2,
          let count = overtakers(of: longest, urgency, among: members)
        else { return nil }
        return Starvation(
          operation: longest,
          queue: queue,
          since: facts.operation(longest).milestones.ready ?? .zero,
          waited: waited(longest),
          cause: .overtaken(count)
        )
      }
  }

  private func waited(_ position: Int) -> UInt64 {
    facts.operation(position).accounting.waitingForSlot
  }

  /// How many of higher priority came after an operation was ready and started before it; nil when that is no stream.
  private func overtakers(of position: Int, _ urgency: Urgency, among members: [Int]) -> Int? {
    let milestones = facts.operation(position).milestones
    guard let ready = milestones.ready else { return nil }
    let start = milestones.started ?? facts.end
    let later = members.compactMap { member -> TraceInstant? in
      let other = facts.operation(member)
      guard other.enqueueDetail.urgency > urgency, !other.isBarrier,
        let enqueued = other.milestones.enqueued, enqueued > ready,
        let started = other.milestones.started, started < start
      else { return nil }
      return enqueued
    }
    let isMany = later.count >= max(1, facts.thresholds[.samples])
    return isMany && TimeParts(later, from: ready, to: start).areSpread ? later.count : nil
  }
}

/// The five priorities between which Foundation tells.
private enum Urgency: Int, Comparable {
  case lowest, low, normal, high, highest

  static func < (a: Urgency, b: Urgency) -> Bool {
    a.rawValue < b.rawValue
  }
}

extension EnqueueDetail {
  /// The priority, which Foundation rounds towards normal.
  fileprivate var urgency: Urgency {
    switch priority {
    case ...(-8): .lowest
    case -7 ... -4: .low
    case -3...3: .normal
    case 4...7: .high
    default: .highest
    }
  }
}
