import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The rules about misuse against a scheduler that knows the truth.
@Suite struct MisuseSoundnessTests {
  /// What the scheduler and its programs never do.
  private static let neverDone: Set<String> = [
    "asynchronous-work-in-main", "dependency-added-late", "finished-before-start", "finished-twice",
    "main-thread-wait", "priority-inversion", "priority-without-effect",
    "ran-after-failed-dependency", "started-outside-queue", "work-after-finish",
  ]

  private static let impatient = DiagnosisThresholds([
    .mainWait: .zero, .overrun: .zero, .starvation: .zero, .dispatch: .zero, .handOff: .seconds(1),
    .setup: .seconds(1),
  ])

  @Test(arguments: 0..<60)
  func nothingIsFoundThatWasNotDone(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed, operationCount: 50).log)
    for thresholds in [DiagnosisThresholds(), Self.impatient] {
      let found = trace.diagnosis(thresholds: thresholds).rules
      #expect(Self.neverDone.isDisjoint(with: found))
    }
  }

  // MARK: Order

  @Test func findsAllThatOvertookAndNothingElse() {
    var count = 0
    for seed in 0..<100 {
      let simulation = SchedulerSimulation(seed: UInt64(seed), operationCount: 60)
      let trace = Trace(simulation.log)
      let overtook = simulation.truths.filter { truth in
        truth.started != nil && !truth.isBarrier && trace[truth.id]?.milestones.cancelled == nil
          && truth.dependencies.contains { isAhead(truth, through: $0, in: simulation) }
      }
      let found = trace.diagnosis().operations(of: "started-before-dependency")
      #expect(found == Set(overtook.map(\.id)), "seed \(seed)")
      count += overtook.count
    }
    // Else the test would prove nothing.
    #expect(count > 20)
  }

  /// Whether an operation started before something had finished that a cancelled dependency should have waited for.
  private func isAhead(
    _ truth: SchedulerSimulation.Truth,
    through step: OperationID,
    in simulation: SchedulerSimulation
  ) -> Bool {
    guard simulation[step].isCancelled, let started = truth.started else { return false }
    return simulation[step].dependencies.contains { dependency in
      let other = simulation[dependency]
      if other.isCancelled, other.finished != nil {
        return isAhead(truth, through: dependency, in: simulation)
      }
      return other.enqueued != nil && other.finished ?? .max > started
    }
  }

  // MARK: Waits

  @Test func findsAllWaitsThatNeedTheWaitersQueueAndNothingElse() {
    var count = 0
    for seed in 0..<300 {
      // Of few operations fewer wait for each other for ever.
      let log = SchedulerSimulation(
        seed: UInt64(seed),
        operationCount: 25,
        allowsSuspension: false,
        allowsLimitChanges: false
      ).log
      let trace = Trace(log)
      let diagnosis = trace.diagnosis()
      let waits = trace.edges.filter { $0.kind == .wait && $0.source != $0.target }
      let dangerous = waits.filter { wait in
        diagnosis.stalled[wait.target] == nil
          && needs(wait.source, of: wait.target, waits, in: trace)
      }
      let found = diagnosis.operations(of: "blocking-wait-in-operation")
      #expect(found == Set(dangerous.map(\.target)), "seed \(seed)")
      count += found.count
    }
    #expect(count > 10)
  }

  /// Whether what an operation waits for reaches one that had no slot of the waiter's queue yet.
  private func needs(
    _ target: OperationID,
    of waiter: OperationID,
    _ waits: [TraceEdge],
    in trace: Trace
  ) -> Bool {
    guard let operation = trace[waiter], let started = operation.milestones.started,
      operation.queue != nil
    else { return false }
    var reached: Set<OperationID> = []
    var frontier = [target]
    while let id = frontier.popLast() {
      guard reached.insert(id).inserted, let next = trace[id] else { continue }
      frontier += next.dependencies.filter { $0 != id }
      frontier += waits.filter { $0.target == id }.map(\.source)
    }
    return reached.contains { id in
      guard id != waiter, let other = trace[id], other.queue == operation.queue, !other.isBarrier,
        other.outcome != .cancelledBeforeStart, let enqueued = other.milestones.enqueued
      else { return false }
      let slot = other.intervals.last { $0.state == .dispatch }?.start ?? other.milestones.started
      let granted = other.milestones.started == nil ? nil : slot
      return granted.map { $0 > started } ?? true
        || operation.milestones.enqueued.map { enqueued > $0 } ?? false
    }
  }
}

extension Diagnosis {
  /// The operations that findings of a rule name.
  fileprivate func operations(of rule: String) -> Set<OperationID> {
    Set(findings.filter { $0.rule == rule }.flatMap(\.operations))
  }
}
