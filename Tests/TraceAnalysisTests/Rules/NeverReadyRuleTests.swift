import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct NeverReadyRuleTests {
  private let script = TraceScript()

  private func gate(_ name: String) -> OperationID {
    script.operation(name, class: "Gate", overrides: .overridesIsReady)
  }

  @Test func namesAGateThatStaysShut() {
    let queue = script.queue("visitors")
    let (ring, gate, enter) = (script.operation("ring"), gate("gate"), script.operation("enter"))
    script.at(ms: 0).depend(gate, on: ring).enqueue(gate, on: queue)
    script.at(ms: 0).depend(enter, on: gate).enqueue(enter, on: queue)
    script.run(ring, on: queue, enqueued: 1, started: 2, finished: 100)
    script.run(script.operation("other"), on: queue, enqueued: 101, started: 102, finished: 200)
    #expect(
      script.diagnosis(endMs: 2_100).only
        == Finding(
          rule: "never-ready",
          severity: .error,
          certainty: .likely,
          operations: [gate],
          queues: [queue],
          since: TraceInstant(nanoseconds: 100_000_000),
          sentence:
            "gate has not become ready in the 2.00 s since its last dependency finished: its "
            + "class Gate "
            + "overrides isReady, which has not said yes; the queue last had cause to ask 1.90 s "
            + "ago; enter waits for it.",
          proof: [
            "enter has waited 2.10 s for gate",
            "isReady of gate has not been read as true; either what it looks at has not come, or "
              + "it came and nobody called didChangeValue(forKey: \"isReady\")",
          ],
          advice:
            "See that what isReady of Gate looks at does come, and call willChangeValue(forKey: "
            + "\"isReady\") before and didChangeValue(forKey: \"isReady\") after it.",
          blocked: [enter],
          edges: [ProofEdge(from: .operation(enter), to: .operation(gate), by: .dependency)]
        )
    )
  }

  /// Someone read that it is ready, and nothing made its queue look.
  @Test func namesAGateThatOpenedUnheard() {
    let queue = script.queue("visitors")
    let gate = gate("gate")
    script.at(ms: 0).enqueue(gate, on: queue)
    script.at(ms: 200).becomeReady(gate)
    let finding = script.diagnosis(endMs: 2_200).only
    #expect(finding?.rule == "never-ready")
    #expect(
      finding?.sentence
        == "gate said 2.00 s ago that it is ready, and has not been started: its queue was not "
        + "told."
    )
  }

  @Test func tellsThoseOfAQueueTogether() {
    let queue = script.queue("visitors")
    for number in 0..<3 { script.at(ms: 0).enqueue(gate("gate\(number)"), on: queue) }
    #expect(
      script.diagnosis(endMs: 2_000).only?.sentence
        == "3 operations of queue visitors have not become ready for their queue in up to 2.00 s: "
        + "gate0, gate1 and gate2, whose isReady is their own."
    )
  }

  @Test func speaksInABusyProcessWhenSomethingWaitsForIt() {
    let queue = script.queue("visitors")
    let (gate, enter) = (gate("gate"), script.operation("enter"))
    script.at(ms: 0).enqueue(gate, on: queue).depend(enter, on: gate).enqueue(enter, on: queue)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().rules == ["never-ready"])
  }

  // MARK: Near misses

  @Test func isSilentInABusyProcessAboutAGateThatNobodyWaitsFor() {
    let queue = script.queue("visitors")
    script.at(ms: 0).enqueue(gate("gate"), on: queue)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentForAMomentAndInABusyProcessForLonger() {
    let queue = script.queue("visitors")
    let (gate, enter) = (gate("gate"), script.operation("enter"))
    script.at(ms: 0).enqueue(gate, on: queue).depend(enter, on: gate).enqueue(enter, on: queue)
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileADependencyIsUnderWay() {
    let queue = script.queue("visitors")
    let (ring, gate) = (script.operation("ring"), gate("gate"))
    script.at(ms: 0).depend(gate, on: ring).enqueue(gate, on: queue)
    script.run(ring, on: queue, enqueued: 0, started: 1)
    #expect(script.diagnosis(endMs: 3_000).findings.isEmpty)
  }

  /// A queue whose slots are all held asks nobody.
  @Test func leavesAGateToWhatHoldsTheSlots() {
    let queue = script.queue("visitors", limit: 1)
    let (leak, gate) = (script.operation("leak", class: "Leak"), gate("gate"))
    script.detach(leak, on: queue, atMs: 0)
    script.at(ms: 1).enqueue(gate, on: queue)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.blocked == [gate])
  }

  @Test func leavesAReadyOneToItsSuspendedQueue() {
    let queue = script.queue("visitors", isSuspended: true)
    let gate = gate("gate")
    script.at(ms: 0).enqueue(gate, on: queue).becomeReady(gate)
    #expect(script.diagnosis(endMs: 9_000).rules == ["queue-suspended"])
  }

  @Test func isSilentAboutClassesThatLeaveIsReadyAlone() {
    let queue = script.queue("visitors")
    script.at(ms: 0).addBareBarrier(1, on: queue).beginBareBarrier(1, on: queue)
    script.at(ms: 1).enqueue(script.operation("held"), on: queue)
    #expect(script.diagnosis(endMs: 4_000).findings.isEmpty)
  }

  @Test func isSilentWhenItStartedInTheEnd() {
    let queue = script.queue("visitors")
    let gate = gate("gate")
    script.at(ms: 0).enqueue(gate, on: queue)
    script.at(ms: 5_000).becomeReady(gate)
    script.run(gate, started: 5_001, finished: 5_002)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }
}
