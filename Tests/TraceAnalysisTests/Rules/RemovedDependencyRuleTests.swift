import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct RemovedDependencyRuleTests {
  private let script = TraceScript()

  @Test func namesWhatTheOperationLost() {
    let queue = script.queue("q")
    let (review, publish, mail) = (
      script.operation("review"), script.operation("publish"), script.operation("mail")
    )
    script.at(ms: 0).depend(publish, on: review).depend(mail, on: publish)
    script.at(ms: 1).undepend(publish, from: review).enqueue(publish, on: queue)
    script.at(ms: 1).enqueue(mail, on: queue)
    script.run(review, on: queue, enqueued: 2, started: 3, finished: 4)
    #expect(
      script.diagnosis(endMs: 504).only
        == Finding(
          rule: "removed-dependency",
          severity: .error,
          certainty: .proven,
          operations: [publish],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_000_000),
          sentence:
            "publish has no dependency left and can never be ready: review was removed from it "
            + "before it had finished; mail waits for it.",
          proof: [
            "mail has waited 503 ms for publish",
            "publish.removeDependency(review) was called on the main thread, 1.00 ms into the "
              + "recording; Foundation on Linux goes on counting such a dependency as unfinished",
          ],
          advice:
            "Do not remove a dependency that has not finished: decide before addDependency, or "
            + "add a new operation in place of publish; only cancel() frees it now.",
          blocked: [mail],
          edges: [ProofEdge(from: .operation(mail), to: .operation(publish), by: .dependency)]
        )
    )
  }

  @Test func addingItAgainDoesNotHelp() {
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 0).depend(b, on: a).undepend(b, from: a).depend(b, on: a)
    script.at(ms: 1).enqueue(b, on: queue)
    script.run(a, on: queue, enqueued: 1, started: 2, finished: 3)
    #expect(script.diagnosis(endMs: 500).rules == ["removed-dependency"])
  }

  @Test func tellsThoseOfAQueueTogether() {
    let queue = script.queue("q")
    let a = script.operation("a")
    let all = (0..<3).map { script.operation("op\($0)") }
    for operation in all {
      script.at(ms: 0).depend(operation, on: a).undepend(operation, from: a)
      script.at(ms: 1).enqueue(operation, on: queue)
    }
    #expect(
      script.diagnosis(endMs: 500).only?.sentence
        == "3 operations can never be ready: op0, op1 and op2 lost dependencies before these had "
        + "finished."
    )
  }

  // MARK: Near misses

  @Test func isSilentWhenTheDependencyHadFinished() {
    let queue = script.queue("q", isSuspended: true)
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 0).depend(b, on: a).enqueue(b, on: queue)
    script.run(a, on: script.queue(), enqueued: 1, started: 2, finished: 3)
    script.at(ms: 4).undepend(b, from: a)
    #expect(script.diagnosis(endMs: 9_000).rules == ["queue-suspended"])
  }

  @Test func isSilentWhenItNeverWasADependency() {
    let queue = script.queue("q", isSuspended: true)
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 0).undepend(b, from: a).enqueue(b, on: queue)
    #expect(script.diagnosis(endMs: 9_000).rules == ["queue-suspended"])
  }

  @Test func isSilentAboutAGateThatNeverHadIt() {
    let queue = script.queue("q")
    let (a, gate) = (
      script.operation("a"), script.operation("gate", class: "Gate", overrides: .overridesIsReady)
    )
    script.at(ms: 0).undepend(gate, from: a).enqueue(gate, on: queue)
    #expect(script.diagnosis(endMs: 9_000).rules == ["never-ready"])
  }

  @Test func isSilentAboutAGateThatLostItWhenItHadFinished() {
    let queue = script.queue("q")
    let (a, gate) = (
      script.operation("a"), script.operation("gate", class: "Gate", overrides: .overridesIsReady)
    )
    script.at(ms: 0).depend(gate, on: a).enqueue(gate, on: queue)
    script.run(a, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 3).undepend(gate, from: a)
    #expect(script.diagnosis(endMs: 9_000).rules == ["never-ready"])
  }

  @Test func isSilentWhileAnotherDependencyIsUnderWay() {
    let queue = script.queue("q")
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 0).depend(b, on: a).depend(b, on: c).undepend(b, from: a).enqueue(b, on: queue)
    script.run(c, on: queue, enqueued: 1, started: 2)
    #expect(script.diagnosis(endMs: 1_000).findings.isEmpty)
  }

  @Test func isSilentWhenItWasCancelledOrRan() {
    let queue = script.queue("q")
    let (a, cancelled, ran) = (script.operation("a"), script.operation("b"), script.operation("c"))
    for operation in [cancelled, ran] {
      script.at(ms: 0).depend(operation, on: a).undepend(operation, from: a)
      script.at(ms: 1).enqueue(operation, on: queue)
    }
    script.at(ms: 2).cancel(cancelled)
    script.run(cancelled, started: 3, finished: 3)
    script.run(ran, started: 3, finished: 4)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentForAMoment() {
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 0).depend(b, on: a).undepend(b, from: a).enqueue(b, on: queue)
    #expect(script.diagnosis(endMs: 50).findings.isEmpty)
  }
}
