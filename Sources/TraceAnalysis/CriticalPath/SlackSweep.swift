import TraceEvents
import TraceModel

/// Goes back through a run from its last finish, and finds how much later everything could have happened.
///
/// Who acts is an operation while it executes, or a thread of the program. How much later an actor could have come to a moment
/// is the least of what those allow whom it lets go on after that moment; time in which it was blocked gives that much more.
struct SlackSweep {
  /// By position, how much later an operation could have finished; `none` for one that never did.
  private(set) var slacks: [UInt64]
  /// What went on beside the critical path, as far as it matters there.
  private(set) var stretches: SlackStretches

  /// What stands for a slack without bounds.
  static let none = UInt64.max

  private let trace: Trace
  private let moments: SlackMoments
  private let targets: Buckets<UInt32>
  /// The last finish.
  private let end: UInt64
  private let recordsStretches: Bool
  /// How much later each actor could come to the moment at hand.
  private var allowed: [UInt64]
  /// The moment to which the way back has come, by actor.
  private var reached: [UInt64]
  /// Until when the start of an operation could be put off.
  private var latestStart: [UInt64]
  /// The operations at the moment at hand that took no time from when they were cleared, and that moment.
  private var timeless: [(operation: Int, instant: UInt64)] = []
  /// Until when a finish could be put off for the sake of the threads that wait for it alone.
  private var waitedFor: [Int: UInt64] = [:]
  /// Until when the finishes of a queue could be put off for the sake of the threads that wait for all of it.
  private var queuesWaitedFor: [QueueID: UInt64] = [:]

  /// - Parameters:
  ///   - trace: The run.
  ///   - executions: Those on the critical path, beside which it is to be known what went on; nil when that is not asked for.
  init(_ trace: Trace, beside executions: PathExecutions?) {
    self.trace = trace
    recordsStretches = executions != nil
    stretches = SlackStretches(beside: executions)
    let count = trace.operations.count
    moments = SlackMoments(trace)
    targets = Buckets(
      trace.edges,
      count: count,
      key: { $0.kind.isRelease ? trace.position(of: $0.source) : nil },
      value: { UInt32(trace.position(of: $0.target) ?? count) }
    )
    var last: UInt64 = 0
    trace.operations.forEachPosition { _, operation in
      last = max(last, operation.milestones.finished?.nanoseconds ?? 0)
    }
    end = last
    slacks = Array(repeating: Self.none, count: count)
    latestStart = Array(repeating: Self.none, count: count)
    allowed = Array(repeating: Self.none, count: moments.actorCount)
    reached = Array(repeating: end, count: moments.actorCount)
  }

  mutating func run() {
    for number in moments.order.reversed() {
      let moment = moments[Int(number)]
      if moment.kind != .cleared { settleTimeless() }
      switch moment.kind {
      case .cleared: clear(moment.actor, at: moment.instant)
      case .waitBegin: pass(moment.actor, to: moment.instant)
      case .enqueue: enqueue(moment.other, by: moment.actor, at: moment.instant)
      case .waitEnd: endWait(moment)
      case .finish: finish(moment.actor, at: moment.instant)
      }
    }
    settleTimeless()
    for thread in trace.operations.count..<moments.actorCount { pass(thread, to: 0) }
  }

  /// Records what an actor did from a moment to the one at which the way back was.
  private mutating func pass(_ actor: Int, to instant: UInt64) {
    if recordsStretches, instant < reached[actor] {
      stretches.add(
        from: instant,
        to: reached[actor],
        slack: allowed[actor],
        owner: actor < trace.operations.count ? actor : nil
      )
    }
    reached[actor] = instant
  }

  private mutating func clear(_ operation: Int, at instant: UInt64) {
    if finishIfDue(operation, at: instant) { timeless.append((operation, instant)) }
    pass(operation, to: instant)
    latestStart[operation] = instant.addingClamped(allowed[operation])
  }

  /// Looks at the finish of an actor that finished at the moment at hand: it came last of what it did.
  @discardableResult
  private mutating func finishIfDue(_ actor: Int, at instant: UInt64) -> Bool {
    guard actor < trace.operations.count,
      trace.operations[actor].milestones.finished?.nanoseconds == instant
    else { return false }
    finish(actor, at: instant)
    return true
  }

  /// Looks again at those that took no time: which of them let which go on at one moment, their order does not tell.
  private mutating func settleTimeless() {
    guard !timeless.isEmpty else { return }
    for _ in 0..<min(timeless.count, Self.mostRounds) {
      var isSettled = true
      for (operation, instant) in timeless {
        finish(operation, at: instant)
        let latest = instant.addingClamped(allowed[operation])
        if latest != latestStart[operation] { isSettled = false }
        latestStart[operation] = latest
      }
      if isSettled { break }
    }
    timeless.removeAll(keepingCapacity: true)
  }

  /// More of them in a row than a real run has within one nanosecond.
  private static let mostRounds = 16

  private mutating func finish(_ operation: Int, at instant: UInt64) {
    var latest = min(end, waitedFor[operation] ?? Self.none)
    for target in targets[operation] where target < latestStart.count {
      let target = Int(target)
      guard instant <= trace.operations[target].cleared.nanoseconds else { continue }
      latest = min(latest, latestStart[target])
      gap(from: instant, to: trace.operations[target].cleared.nanoseconds, latestStart[target])
    }
    if let queue = trace.operations[operation].queue, let other = queuesWaitedFor[queue] {
      latest = min(latest, other)
    }
    gap(from: instant, to: end, end)
    let slack = latest - min(latest, instant)
    slacks[operation] = slack
    reached[operation] = instant
    if let deed = trace.finishByPart(of: operation) {
      put(off: deed, for: slack, at: instant)
    } else {
      allowed[operation] = min(allowed[operation], slack)
    }
  }

  /// Looks at an operation that finished another at the moment at hand: how much later it did decides when the other finished.
  private mutating func put(off deed: ReleaseIndex.Release, for slack: UInt64, at instant: UInt64) {
    let finished = deed.instant.nanoseconds
    if finished < instant {
      // In its completion block, which takes its time.
      let latest = finished.addingClamped(slack)
      waitedFor[deed.source] = min(waitedFor[deed.source] ?? Self.none, latest)
      gap(from: finished, to: instant, latest)
    } else {
      pass(deed.source, to: instant)
      allowed[deed.source] = min(allowed[deed.source], slack)
    }
  }

  private mutating func enqueue(_ operation: Int, by actor: Int, at instant: UInt64) {
    let latest = latestStart[operation]
    pass(actor, to: instant)
    allowed[actor] = min(allowed[actor], latest - min(latest, instant))
    gap(from: instant, to: trace.operations[operation].cleared.nanoseconds, latest)
  }

  private mutating func endWait(_ moment: SlackMoments.Moment) {
    let (actor, wait) = (moment.actor, trace.waits[moment.other])
    finishIfDue(actor, at: moment.instant)
    pass(actor, to: moment.instant)
    let latest = moment.instant.addingClamped(allowed[actor])
    if let queue = wait.queue {
      queuesWaitedFor[queue] = min(queuesWaitedFor[queue] ?? Self.none, latest)
    } else if let source = wait.operation.flatMap({ trace.position(of: $0) }) {
      waitedFor[source] = min(waitedFor[source] ?? Self.none, latest)
    }
    // It would have waited less had it come later.
    allowed[actor] = allowed[actor].addingClamped(moment.instant - wait.start.nanoseconds)
  }

  /// Records the time in which one operation could have gone on, and another had not let it.
  private mutating func gap(from start: UInt64, to end: UInt64, _ latest: UInt64) {
    guard recordsStretches, start < end, latest != Self.none else { return }
    stretches.add(from: start, to: end, slack: latest - min(latest, start), owner: nil)
  }
}
