import TraceEvents
import TraceModel

/// Whether a larger limit of one queue would have made a run shorter, and by how much, as a replay says.
struct LimitStudy: Sendable {
  /// The position of the queue.
  var queue: Int
  /// Its limit.
  var limit: Int
  /// How long the run took, in nanoseconds.
  var run: UInt64
  /// How long it would have taken if no queue with a limit above one had any.
  var unlimited: UInt64
  /// The least limit, as a power of two times the present one, with which it comes near to what no limit would bring.
  var betterLimit: Int
  /// How long it would have taken with that.
  var better: UInt64
  /// The share of the processors' time for which threads were inside operations, from 0 to 1.
  var usedShare: Double

  /// The queues for which a larger limit would have saved at least `saving` nanoseconds, and a quarter of the run.
  ///
  /// Silent when half of the processors or more were used, when that isn't known, and when a replay with the recorded limits
  /// doesn't give the recorded run. Limits of one are never lifted.
  static func all(in facts: StallFacts, saving: UInt64) -> [LimitStudy] {
    let trace = facts.index.trace
    guard let processors = trace.processors, processors > 0, let span = span(of: facts),
      UInt64(span.count) > saving
    else { return [] }
    let run = UInt64(span.count)
    guard isWorth(leastLength(from: span.lowerBound, in: trace), instead: run, saving) else {
      return []
    }
    let use = ThreadUse(facts)
    let candidates = candidates(in: facts, use)
    guard !candidates.isEmpty else { return [] }
    let inside = LoadCurve(trace.operations.indices.compactMap { use.inside($0) })
    let used =
      inside.mean(from: span.lowerBound, to: span.upperBound) / Double(processors)
    guard used < 0.5 else { return [] }

    let study = Player(facts.index, begin: span.lowerBound)
    // What the replay can't play, such as a suspension, must not have counted.
    let same = study.length { $0 }
    guard max(same, run) - min(same, run) <= run / 20 else { return [] }
    let unlimited = study.length { $0 > 1 ? nil : $0 }
    guard isWorth(unlimited, instead: run, saving) else { return [] }
    return candidates.compactMap { queue, limit in
      let alone = study.length(of: queue, limit: nil)
      guard isWorth(alone, instead: run, saving) else { return nil }
      var best = (limit: limit, length: run)
      for factor in [2, 4, 8, 16] {
        let (larger, overflow) = limit.multipliedReportingOverflow(by: factor)
        if overflow { break }
        let length = study.length(of: queue, limit: larger)
        if length < best.length { best = (larger, length) }
        if length <= alone + alone / 10 { break }
      }
      guard best.limit > limit, isWorth(best.length, instead: run, saving) else { return nil }
      return LimitStudy(
        queue: queue,
        limit: limit,
        run: run,
        unlimited: unlimited,
        betterLimit: best.limit,
        better: best.length,
        usedShare: used
      )
    }
  }

  private static func isWorth(_ length: UInt64, instead run: UInt64, _ saving: UInt64) -> Bool {
    length <= run / 4 * 3 && run - length >= saving
  }

  /// From the first begin to the last finish.
  private static func span(of facts: StallFacts) -> Range<UInt64>? {
    var (begin, end): (TraceInstant?, TraceInstant?)
    facts.index.trace.operations.forEachPosition { _, operation in
      let milestones = operation.milestones
      let start = milestones.enqueued ?? milestones.started
      if let start { begin = min(begin ?? start, start) }
      if let finish = milestones.finished { end = max(end ?? finish, finish) }
    }
    guard let begin, let end, begin < end else { return nil }
    return begin.nanoseconds..<end.nanoseconds
  }

  /// What no replay comes below: no limit lets an operation arrive earlier that a thread added in its own time.
  ///
  /// Most programs that run for long add what they do as it comes, and are done with in one look; to play a million operations
  /// takes a while.
  private static func leastLength(from begin: UInt64, in trace: Trace) -> UInt64 {
    // What a thread adds after a wait may follow what it waited for.
    var firstWaits: [ThreadID: TraceInstant] = [:]
    for wait in trace.waits where wait.waiter.flatMap({ trace.position(of: $0) }) == nil {
      firstWaits[wait.thread] = min(firstWaits[wait.thread] ?? wait.start, wait.start)
    }
    var last = begin
    var (thread, wait): (ThreadID?, TraceInstant?)
    trace.operations.forEachPosition { _, operation in
      let milestones = operation.milestones
      guard let enqueued = milestones.enqueued, let started = milestones.started,
        let finished = milestones.finished, enqueued <= started, started <= finished,
        operation.creator == nil, !operation.finishedUnnotified
      else { return }
      if operation.enqueueThread != thread {
        thread = operation.enqueueThread
        wait = thread.flatMap { firstWaits[$0] }
      }
      if let wait, wait < enqueued { return }
      last = max(last, enqueued.nanoseconds + finished.nanoseconds(since: started))
    }
    return last - begin
  }

  /// The queues to study: the few whose operations waited longest for a slot, with their limits.
  private static func candidates(in facts: StallFacts, _ use: ThreadUse) -> [(
    queue: Int, limit: Int
  )] {
    let most = 3
    let waits = facts.index.members.indices.compactMap { queue -> (queue: Int, waited: UInt64)? in
      let record = facts.queue(queue)
      let limits = facts.index.limitsInForce(of: queue)
      guard record.suspensions.isEmpty, let limit = limits.first, limit > 1,
        limits.allSatisfy({ $0 == limit })
      else { return nil }
      let waited = facts.index.members[queue].reduce(0) {
        $0 + facts.operation($1).accounting.waitingForSlot
      }
      return waited > 0 && !isThrottle(queue, facts, use) ? (queue, waited) : nil
    }
    return waits.sorted { ($0.waited, $1.queue) > ($1.waited, $0.queue) }.prefix(most)
      .compactMap { queue, _ in facts.queue(queue).slotLimit.map { (queue, $0) } }
  }

  /// Whether a queue's slots are mostly held by asynchronous operations of one class without a thread.
  ///
  /// Its limit keeps something else from too much at a time, such as a server: it is a decision.
  private static func isThrottle(_ queue: Int, _ facts: StallFacts, _ use: ThreadUse) -> Bool {
    var held = 0.0
    var idle: [String: Double] = [:]
    for position in facts.index.members[queue] {
      held += Double(use.held(position)?.count ?? 0)
      let without = use.idle(position).reduce(0) { $0 + Double($1.count) }
      idle[facts.operation(position).className, default: 0] += without
    }
    return idle.values.contains { $0 >= 0.75 * held }
  }

  /// Plays a run under other limits, and says how long it takes.
  private struct Player {
    private let replay: Replay
    private let limits: [Int?]
    private let count: Int
    private let begin: UInt64

    init(_ index: TraceIndex, begin: UInt64) {
      replay = Replay(index)
      limits = Replay.limits(of: index)
      count = index.trace.operations.count
      self.begin = begin
    }

    func length(_ change: (Int) -> Int?) -> UInt64 {
      length(limits.map { $0.flatMap(change) })
    }

    func length(of queue: Int, limit: Int?) -> UInt64 {
      var changed = limits
      changed[queue] = limit
      return length(changed)
    }

    private func length(_ limits: [Int?]) -> UInt64 {
      let end = replay.run(operationCount: count, limits: limits).end ?? begin
      return end > begin ? end - begin : 0
    }
  }
}
