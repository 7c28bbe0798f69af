package import TraceEvents
package import TraceModel

/// What stall rules judge by: the facts about every unfinished operation, computed once.
///
/// Nothing in here says that an operation is stalled; it says what each does and waits for, for how long, and whether
/// anything else in the process moves meanwhile.
package struct StallFacts: Sendable {
  /// The trace with its operations and queues by position.
  package let index: TraceIndex
  /// What only the events themselves say.
  package let log: LogFacts
  /// The thresholds to go by.
  package let thresholds: DiagnosisThresholds

  /// The last moment of which the trace tells everything: its end, or the moment at which events were first lost.
  package let end: TraceInstant
  /// Whether events were lost; what looks unfinished then may only be unrecorded.
  package let lostEvents: Bool

  /// Whether the recording began when operations were in queues already, some of which it may not know.
  package let beganMidway: Bool

  /// What each operation was doing, by position.
  package let situations: [Situation]
  /// Whether a barrier block that is no operation and has not ended stands in front, by position of the operation.
  package let isBehindBlock: [Bool]
  /// Positions of the operations that hold a slot, by position of the queue.
  package let holders: [[Int]]
  /// Calls that wait and had not returned.
  package let openWaits: [OpenWait]
  /// Calls of Foundation that had not returned, though they should have long ago.
  package let blockedCalls: BlockedCalls
  /// Operations that were made to depend on themselves, by position.
  package let selfDependencies: [Int: SelfDependency]
  /// When the watchdog found an operation finished without its queue's knowledge, by position.
  package let unnotifiedSince: [Int: TraceInstant]
  /// How long operations of a kind usually take.
  package let kinds: OperationKinds

  /// How long nothing had moved at the end, in nanoseconds.
  package let quiet: UInt64
  /// Whether an operation has executed for so long that it can't be taken to be at work, by position.
  package let isOverdue: [Bool]
  /// Whether something waits for an operation, by position.
  package let isWaitedFor: [Bool]
  /// Whether nothing in the process can be taken to be at work.
  package let isIdle: Bool

  /// Ready operations that no worker thread has come for.
  package let shortage: WorkerShortage

  /// What waits for what.
  package let graph: WaitForGraph

  /// Computes the facts, in time nearly linear in events and edges.
  package init(_ trace: Trace, thresholds: DiagnosisThresholds = DiagnosisThresholds()) {
    let index = TraceIndex(trace)
    let log = LogFacts(index)
    let end = min(trace.end, log.firstLoss ?? trace.end)
    let openWaits = OpenWait.all(in: index)
    let quiet = end.nanoseconds(since: Movement.last(in: trace))
    let idle = thresholds.nanoseconds(.idle)
    let recorded = Situations(index)
    let blockedCalls = BlockedCalls(index, log, recorded, end: end, idle: idle)
    // Where a call hangs, what it holds up has not moved either, and nobody need have been silent.
    let silent =
      blockedCalls.all.isEmpty && quiet >= idle
      ? SilentFinish.operations(index, recorded, openWaits: openWaits, end: end, idle: idle) : []
    let situations = silent.isEmpty ? recorded : Situations(index, unnotified: silent)
    let kinds = OperationKinds(index)
    let calls = BlockingCalls(index, situations, openWaits, blockedCalls, log)
    let patience = Patience(
      index: index,
      thresholds: thresholds,
      end: end,
      quiet: quiet,
      kinds: kinds,
      situations: situations,
      calls: calls
    )

    let shortage = WorkerShortage(
      index,
      situations,
      calls,
      end: end,
      dispatch: thresholds.nanoseconds(.dispatch)
    )

    self.index = index
    self.log = log
    self.thresholds = thresholds
    self.end = end
    lostEvents = log.firstLoss != nil
    beganMidway = log.beganMidway
    self.situations = situations.all
    holders = situations.holders
    self.openWaits = openWaits
    self.blockedCalls = blockedCalls
    selfDependencies = log.selfDependencies
    unnotifiedSince = log.unnotified
    self.kinds = kinds
    self.quiet = quiet
    isOverdue = patience.isOverdue
    isWaitedFor = patience.isWaitedFor
    isIdle = patience.isIdle
    isBehindBlock = situations.isBehindBlock
    self.shortage = shortage
    graph = WaitForGraph(
      index: index,
      situations: situations,
      calls: calls,
      shortage: shortage,
      isOverdue: patience.isOverdue,
      groups: GroupMembers(index, situations, parents: patience.isOverdue)
    )
  }
}

extension StallFacts {
  /// The operation at a position.
  package func operation(_ position: Int) -> TracedOperation {
    index.trace.operations[position]
  }

  /// The queue at a position.
  package func queue(_ position: Int) -> TracedQueue {
    index.trace.queues[position]
  }

  /// How long ago a moment was at the end, in nanoseconds.
  package func age(since moment: TraceInstant) -> UInt64 {
    end.nanoseconds(since: moment)
  }

  /// Whether something that only a call from outside can resolve has lasted so long that the call can't be taken to come.
  ///
  /// At once when the recording was stopped in an orderly way and nothing is at work, from the named threshold on when
  /// nothing is at work, else from the stall threshold on.
  package func isSettled(since moment: TraceInstant, _ name: DiagnosisThresholds.Name) -> Bool {
    let age = age(since: moment)
    if age >= thresholds.nanoseconds(.stall) { return true }
    guard isIdle else { return false }
    if index.trace.wasStopped, !lostEvents { return true }
    return min(age, quiet) >= thresholds.nanoseconds(name)
  }

  /// Whether something that should have moved by itself has stood still for too long.
  ///
  /// From the named threshold on when nothing is at work, else from the stall threshold on.
  package func hasStood(since moment: TraceInstant, _ name: DiagnosisThresholds.Name) -> Bool {
    let age = age(since: moment)
    if age >= thresholds.nanoseconds(.stall) { return true }
    return isIdle && min(age, quiet) >= thresholds.nanoseconds(name)
  }

  /// Proven, unless events were lost: then whatever is missing may be among them.
  package var proven: Finding.Certainty {
    lostEvents ? .likely : .proven
  }
}
