import TraceEvents
import TraceModel

/// Decides how long an operation that executes is taken to be at work.
///
/// While the whole process is quiet, an asynchronous operation gets the idle threshold after `start()` returned, and one
/// whose thread is inside `start()` the stall threshold: it may be computing. Where others move, both get the stall
/// threshold, and nobody is suspected for being long alone: either operations of its kind have finished, all of them much
/// sooner, or something waits for it.
struct Patience {
  /// Whether an operation has executed for longer than it is taken to be at work, by position.
  private(set) var isOverdue: [Bool]

  /// Whether something waits for an operation, by position.
  let isWaitedFor: [Bool]

  /// Whether nothing in the process can be taken to be at work.
  private(set) var isIdle: Bool

  init(
    index: TraceIndex,
    thresholds: DiagnosisThresholds,
    end: TraceInstant,
    quiet: UInt64,
    kinds: OperationKinds,
    situations: Situations,
    calls: BlockingCalls
  ) {
    let operations = index.trace.operations
    let stall = thresholds.nanoseconds(.stall)
    let idle = thresholds.nanoseconds(.idle)
    let hasVictims = Self.victims(index, situations, calls)
    isWaitedFor = hasVictims

    func typical(_ nanoseconds: UInt64?) -> UInt64 {
      let factor = UInt64(max(0, thresholds[.kindFactor]))
      let product = (nanoseconds ?? 0).multipliedReportingOverflow(by: factor)
      return product.overflow ? .max : product.partialValue
    }
    func executing(_ position: Int) -> UInt64 {
      operations[position].milestones.started.map { end.nanoseconds(since: $0) } ?? 0
    }
    /// A thread that is inside `start()`, and may be computing.
    func isComputing(_ position: Int) -> Bool {
      guard situations.all[position] == .inside, !calls.isBlocked[position] else { return false }
      let median = kinds.durations(like: position)?.median
      return executing(position) < max(stall, typical(median))
    }
    func isBeingDispatched(_ position: Int) -> Bool {
      guard situations.all[position] == .dispatching else { return false }
      let milestones = operations[position].milestones
      let ready = milestones.ready ?? milestones.enqueued ?? milestones.seen
      return end.nanoseconds(since: ready) < idle
    }
    let isInBarrier = index.trace.queues.contains { queue in
      queue.bareBarriers.contains { $0.ended == nil && end.nanoseconds(since: $0.added) < stall }
    }
    let isQuiet =
      !isInBarrier
      && !operations.indices.contains { isComputing($0) || isBeingDispatched($0) }

    isOverdue = operations.indices.map { position in
      let milestones = operations[position].milestones
      let since: TraceInstant?
      let patience: UInt64
      switch situations.all[position] {
      case .detached: (since, patience) = (milestones.startReturned, idle)
      case .inside where !calls.isBlocked[position]: (since, patience) = (milestones.started, stall)
      default: return false
      }
      let age = end.nanoseconds(since: since ?? milestones.seen)
      let kind = kinds.durations(like: position)
      if isQuiet, min(age, quiet) >= patience, executing(position) >= typical(kind?.median) {
        return true
      }
      guard age >= stall, executing(position) >= typical(kind?.longest) else { return false }
      return kind != nil || hasVictims[position]
    }
    let isOverdue = isOverdue
    isIdle =
      isQuiet
      && operations.indices.allSatisfy { situations.all[$0] != .detached || isOverdue[$0] }
  }

  /// Whether something waits for an operation, by position.
  private static func victims(
    _ index: TraceIndex,
    _ situations: Situations,
    _ calls: BlockingCalls
  ) -> [Bool] {
    var hasVictims = [Bool](repeating: false, count: situations.all.count)
    var contendedQueues: Set<Int> = []
    for (position, situation) in situations.all.enumerated() {
      let queue = index.queue(of: position)
      switch situation {
      case .waiting:
        for dependency in index.dependencies(of: position) { hasVictims[dependency] = true }
        if let barrier = situations.barriersAhead[position] { hasVictims[barrier] = true }
        if let queue, index.trace.operations[position].isBarrier { contendedQueues.insert(queue) }
      case .queued:
        if let queue { contendedQueues.insert(queue) }
      default:
        continue
      }
    }
    for wait in calls.openWaits {
      switch wait.target {
      case .operation(let position): hasVictims[position] = true
      case .queue(let queue): contendedQueues.insert(queue)
      }
    }
    for queue in contendedQueues {
      for holder in situations.holders[queue] { hasVictims[holder] = true }
    }
    return hasVictims
  }
}
