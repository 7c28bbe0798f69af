import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct QueueSuspendedRuleTests {
  private let script = TraceScript()

  @Test func saysSinceWhenAndByWhom() {
    let (paused, other) = (script.queue("paused"), script.queue("other"))
    let setup = script.operation("setup")
    script.run(setup, on: other, enqueued: 0, started: 1, finished: 20)
    script.at(ms: 10).by(setup).suspend(paused)
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 20).enqueue(a, on: paused).enqueue(b, on: paused)
    script.at(ms: 30).cancel(b)
    script.at(ms: 30).depend(c, on: a).enqueue(c, on: other)
    let diagnosis = script.diagnosis(endMs: 2_010)
    #expect(
      diagnosis.only
        == Finding(
          rule: "queue-suspended",
          severity: .error,
          certainty: .proven,
          operations: [a, b],
          queues: [paused],
          since: TraceInstant(nanoseconds: 20_000_000),
          sentence: "Queue paused has been suspended for 2.00 s by setup on thread 1001: a is "
            + "ready and can't start, b is cancelled and can't leave; c waits for them.",
          proof: [
            "c has waited 1.98 s for a",
            "queue paused was suspended by setup on thread 1001 10.0 ms into the recording, and "
              + "has not been resumed",
          ],
          advice: "Set isSuspended = false on queue paused, also after its operations were "
            + "cancelled.",
          blocked: [c],
          edges: [
            ProofEdge(from: .operation(c), to: .operation(a), by: .dependency),
            ProofEdge(from: .operation(a), to: .queue(paused), by: .suspension),
            ProofEdge(from: .operation(b), to: .queue(paused), by: .suspension),
          ]
        )
    )
    #expect(diagnosis.stalled == [a: 0, b: 0, c: 0])
  }

  @Test func saysWhenItWasSuspendedBefore() {
    let paused = script.queue("paused", isSuspended: true)
    script.at(ms: 0).enqueue(script.operation("a"), on: paused)
    #expect(
      script.diagnosis(endMs: 1_500).only?.proof
        == ["queue paused was suspended when it was first seen"]
    )
  }

  @Test func speaksAtOnceWhenTheRecordingWasStopped() {
    let paused = script.queue("paused", isSuspended: true)
    script.at(ms: 0).enqueue(script.operation("a"), on: paused)
    script.at(ms: 1).stop()
    #expect(script.diagnosis().rules == ["queue-suspended"])
  }

  @Test func speaksInABusyProcessAfterTheStallThreshold() {
    let paused = script.queue("paused", isSuspended: true)
    script.at(ms: 0).enqueue(script.operation("a"), on: paused)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().rules == ["queue-suspended"])
  }

  // MARK: Near misses

  @Test func isSilentAboutAPauseWhileOthersWork() {
    let paused = script.queue("paused", isSuspended: true)
    script.at(ms: 0).enqueue(script.operation("a"), on: paused)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAShortPause() {
    let paused = script.queue("paused", isSuspended: true)
    script.at(ms: 0).enqueue(script.operation("a"), on: paused)
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
  }

  @Test func isSilentWhenItWasResumed() {
    let paused = script.queue("paused", isSuspended: true)
    let a = script.operation("a")
    script.at(ms: 0).enqueue(a, on: paused)
    script.at(ms: 3_000).resume(paused)
    script.run(a, started: 3_001, finished: 3_002)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutAnEmptyQueue() {
    let paused = script.queue("paused")
    let a = script.operation("a")
    script.run(a, on: paused, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 3).suspend(paused)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutOperationsThatAreNotReadyYet() {
    let (paused, net) = (script.queue("paused", isSuspended: true), script.queue("net"))
    let (a, fetch) = (script.operation("a"), script.operation("fetch", class: "Fetch"))
    script.at(ms: 0).depend(a, on: fetch).enqueue(a, on: paused)
    script.detach(fetch, on: net, atMs: 1)
    #expect(script.diagnosis(endMs: 500).findings.isEmpty)
    #expect(script.diagnosis(endMs: 2_000).rules == ["never-finished"])
  }
}
