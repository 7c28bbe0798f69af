import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct NoFreeSlotRuleTests {
  private let script = TraceScript()

  @Test func namesALimitOfZeroAndWhoSetIt() {
    let (queue, other) = (script.queue("work", limit: 4), script.queue("other"))
    let (setup, a, b) = (script.operation("setup"), script.operation("a"), script.operation("b"))
    script.run(setup, on: other, enqueued: 0, started: 0, finished: 2)
    script.at(ms: 1).by(setup).limit(queue, to: 0)
    script.at(ms: 2).enqueue(a, on: queue).depend(b, on: a).enqueue(b, on: queue)
    #expect(
      script.diagnosis(endMs: 202).only
        == Finding(
          rule: "no-free-slot",
          severity: .error,
          certainty: .proven,
          operations: [a],
          queues: [queue],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence: "Queue work has had a limit of 0 for 200 ms: a is ready and can't start; b "
            + "waits for it.",
          proof: [
            "b has waited 200 ms for a",
            "the limit of queue work was set to 0 by setup 1.00 ms into the recording",
          ],
          advice: "Set maxConcurrentOperationCount of queue work to at least 1.",
          blocked: [b],
          edges: [
            ProofEdge(from: .operation(b), to: .operation(a), by: .dependency),
            ProofEdge(from: .operation(a), to: .queue(queue), by: .slot),
          ]
        )
    )
  }

  @Test func putsSlotsThatAStalledOperationHoldsUnderItsRoot() {
    let queue = script.queue("work", limit: 1)
    let (stuck, a) = (script.operation("stuck", class: "Stuck"), script.operation("a"))
    script.detach(stuck, on: queue, atMs: 1)
    script.at(ms: 2).enqueue(a, on: queue)
    let diagnosis = script.diagnosis(endMs: 2_000)
    #expect(diagnosis.rules == ["never-finished"])
    #expect(diagnosis.only?.blocked == [a])
  }

  // MARK: Near misses

  @Test func isSilentWhileSlotsChangeHands() {
    let queue = script.queue("work", limit: 2)
    for number in 0..<10 {
      let begin = number < 4 ? Double(number / 2) * 100 : nil
      script.run(
        script.operation(),
        on: queue,
        enqueued: 0,
        started: begin,
        finished: number < 2 ? 90 : nil
      )
    }
    #expect(script.diagnosis(endMs: 150).findings.isEmpty)
  }

  @Test func isSilentWhenOnlyOneOfTwoSlotsIsLost() {
    let queue = script.queue("work", limit: 2)
    let (stuck, busy) = (script.operation("stuck", class: "Stuck"), script.operation("busy"))
    script.detach(stuck, on: queue, atMs: 1)
    script.run(busy, on: queue, enqueued: 1, started: 1_500)
    let waiting = script.operation("waiting")
    script.at(ms: 2).enqueue(waiting, on: queue)
    #expect(script.diagnosis(endMs: 3_000).stalled[waiting] == nil)
  }

  @Test func isSilentWhenTheLimitWasRaisedAgain() {
    let queue = script.queue("work", limit: 0)
    let a = script.operation("a")
    script.at(ms: 1).enqueue(a, on: queue)
    script.at(ms: 500).limit(queue, to: 1)
    script.run(a, started: 501, finished: 600)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutAnEmptyQueueAndAPauseWhileOthersWork() {
    _ = script.queue("empty", limit: 0)
    let queue = script.queue("work", limit: 0)
    script.at(ms: 1).enqueue(script.operation("a"), on: queue)
    script.keepBusy(fromMs: 0, toMs: 3_000)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
