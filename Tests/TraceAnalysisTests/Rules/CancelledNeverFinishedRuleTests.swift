import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct CancelledNeverFinishedRuleTests {
  private let script = TraceScript()

  private func operation(_ name: String, _ overrides: TraceEvent.Flags = []) -> OperationID {
    script.operation(name, class: "Fetch", overrides: overrides.union(.overridesIsFinished))
  }

  @Test func namesWhatWasCancelledBeforeItStarted() {
    let queue = script.queue("net", limit: 1)
    let (setup, fetch, show) = (
      script.operation("setup"), operation("fetch"), script.operation("show")
    )
    script.run(setup, on: queue, enqueued: 0, started: 1, finished: 90)
    script.at(ms: 2).enqueue(fetch, on: queue).enqueue(show, on: queue)
    script.at(ms: 50).by(setup).cancel(fetch)
    script.at(ms: 100).start(fetch).returnFromStart(fetch)
    #expect(
      script.diagnosis(endMs: 2_100).only
        == Finding(
          rule: "cancelled-never-finished",
          severity: .error,
          certainty: .likely,
          operations: [fetch],
          queues: [queue],
          since: TraceInstant(nanoseconds: 100_000_000),
          sentence:
            "fetch was cancelled before it started, and is not finished: its start() returned "
            + "2.00 s "
            + "ago without finishing it; it holds the only slot of queue net; show waits for it.",
          proof: [
            "show has waited 2.10 s for a slot of queue net (limit 1), held by fetch for 2.00 s",
            "fetch was cancelled by setup 50.0 ms into the recording, was started on thread 1002 "
              + "100 ms into it, and returned from start() unfinished",
          ],
          advice:
            "Let start() of Fetch finish the operation before it returns when isCancelled is set.",
          blocked: [show],
          edges: [
            ProofEdge(from: .operation(show), to: .queue(queue), by: .slot),
            ProofEdge(from: .queue(queue), to: .operation(fetch), by: .slot),
          ]
        )
    )
  }

  @Test func namesWhatWasCancelledWhileItExecuted() {
    let queue = script.queue("net")
    let fetch = operation("fetch")
    script.detach(fetch, on: queue, atMs: 10)
    script.at(ms: 200).cancel(fetch)
    let finding = script.diagnosis(endMs: 3_200).only
    #expect(
      finding?.sentence
        == "fetch was cancelled 3.00 s ago while it executed, and nothing has finished it since."
    )
    #expect(
      finding?.advice
        == "Let Fetch finish when it is cancelled while it executes: in cancel(), or in the "
        + "branch that looks at isCancelled."
    )
  }

  /// The outer one finishes in the block of an inner one, which was dropped without running.
  @Test func saysWhichMemberNeverRan() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner", limit: 1))
    let (busy, request, mapper) = (
      script.operation("busy"), operation("request"), script.operation("mapper")
    )
    script.run(busy, on: inner, enqueued: 0, started: 0, finished: 300)
    script.at(ms: 1).enqueue(request, on: outer).start(request)
    script.at(ms: 2).by(request).enqueue(mapper, on: inner)
    script.at(ms: 3).returnFromStart(request)
    script.at(ms: 100).cancel(request).cancel(mapper)
    script.at(ms: 301).start(mapper).finish(mapper)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.operations == [request])
    #expect(
      finding?.proof.last
        == "mapper, which it had added, was cancelled without running: what was to be done there "
        + "did not come"
    )
  }

  @Test func namesWhatIsNotEvenStarted() {
    let queue = script.queue("net")
    let gate = operation("gate", .overridesIsReady)
    script.at(ms: 0).enqueue(gate, on: queue)
    script.at(ms: 50).cancel(gate)
    let finding = script.diagnosis(endMs: 2_050).only
    #expect(finding?.rule == "cancelled-never-finished")
    #expect(
      finding?.sentence
        == "gate was cancelled 2.00 s ago and has not been started since, so it can't leave its "
        + "queue: its class overrides isReady, which has not said that it is ready."
    )
    #expect(
      finding?.advice
        == "Let isReady of Fetch be true once isCancelled is: only what is started can finish."
    )
  }

  @Test func tellsThoseOfAQueueTogether() {
    let queue = script.queue("net", limit: 2)
    let all = (0..<2).map { operation("fetch \($0)") }
    for fetch in all {
      script.at(ms: 0).enqueue(fetch, on: queue).cancel(fetch).start(fetch).returnFromStart(fetch)
    }
    #expect(
      script.diagnosis(endMs: 2_000).only?.sentence
        == "2 operations of queue net were cancelled and are not finished: \"fetch 0\" and "
        + "\"fetch 1\", the first for 2.00 s."
    )
  }

  // MARK: Near misses

  @Test func isSilentWhenTheBranchFinishes() {
    let queue = script.queue("net")
    let fetch = operation("fetch")
    script.at(ms: 0).enqueue(fetch, on: queue).cancel(fetch).start(fetch).finish(fetch)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentWhileTheCancelIsFresh() {
    let queue = script.queue("net")
    let fetch = operation("fetch")
    script.detach(fetch, on: queue, atMs: 0)
    script.at(ms: 850).cancel(fetch)
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
  }

  @Test func isSilentWhileItMayStillComeToItsEnd() {
    let queue = script.queue("net")
    let fetch = operation("fetch")
    script.at(ms: 0).enqueue(fetch, on: queue).cancel(fetch).start(fetch).returnFromStart(fetch)
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesWhatTheProgramCancelsWhenItGivesUpToNeverFinished() {
    let queue = script.queue("net")
    let fetch = operation("fetch")
    script.detach(fetch, on: queue, atMs: 0)
    script.at(ms: 3_000).cancel(fetch)
    #expect(script.diagnosis(endMs: 3_001).rules == ["never-finished"])
  }

  @Test func leavesACancelledOneToItsSuspendedQueue() {
    let queue = script.queue("net", isSuspended: true)
    let gate = operation("gate", .overridesIsReady)
    script.at(ms: 0).enqueue(gate, on: queue).cancel(gate)
    #expect(script.diagnosis(endMs: 9_000).rules == ["queue-suspended"])
  }

  @Test func leavesACancelledOneToTheHolderOfItsSlot() {
    let queue = script.queue("net", limit: 1)
    let (leak, next) = (operation("leak"), operation("next"))
    script.detach(leak, on: queue, atMs: 0)
    script.at(ms: 1).enqueue(next, on: queue).cancel(next)
    let diagnosis = script.diagnosis(endMs: 9_000)
    #expect(diagnosis.rules == ["never-finished"])
    #expect(diagnosis.only?.blocked == [next])
  }

  /// An override of `cancel()` that keeps the call from Foundation: the operation waits on, for what it depends on.
  @Test func isSilentWhereACancelOfItsOwnDoesNotReachFoundation() {
    let (net, slow) = (script.queue("net"), script.queue("slow"))
    let (first, second) = (
      script.operation("first", class: "Slow"), operation("second", .overridesCancel)
    )
    script.at(ms: 0).depend(second, on: first).enqueue(second, on: net).cancel(second)
    script.detach(first, on: slow, atMs: 0)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
