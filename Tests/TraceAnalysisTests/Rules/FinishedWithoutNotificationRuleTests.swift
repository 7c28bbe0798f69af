import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct FinishedWithoutNotificationRuleTests {
  private let script = TraceScript()

  private func silent(_ name: String) -> OperationID {
    script.operation(name, class: "Silent", overrides: [.overridesStart, .overridesIsFinished])
  }

  @Test func namesWhatTheWatchdogFound() {
    let queue = script.queue("q", limit: 1)
    let (first, second) = (silent("first"), silent("second"))
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 2).enqueue(second, on: queue)
    script.at(ms: 300).findUnnotified(first)
    script.at(ms: 500).waitForAll(of: queue)
    let finding = script.diagnosis(endMs: 600).only
    #expect(
      finding
        == Finding(
          rule: "finished-without-notification",
          severity: .error,
          certainty: .proven,
          operations: [first],
          queues: [queue],
          since: TraceInstant(nanoseconds: 300_000_000),
          sentence: "first says that it is finished, and queue q was never told; it holds the only "
            + "slot of queue q; second waits for it.",
          proof: [
            "the main thread has been blocked in waitUntilAllOperationsAreFinished on queue q for "
              + "100 ms",
            "second has waited 598 ms for a slot of queue q (limit 1), held by first for 599 ms",
            "asked 300 ms into the recording, first said that isFinished is true; no notification "
              + "had come",
          ],
          advice: "Call willChangeValue(forKey: \"isFinished\") before and "
            + "didChangeValue(forKey: \"isFinished\") after Silent changes its state.",
          blocked: [second],
          edges: [
            ProofEdge(from: .thread(script.mainThread), to: .queue(queue), by: .wait),
            ProofEdge(from: .operation(second), to: .queue(queue), by: .slot),
            ProofEdge(from: .queue(queue), to: .operation(first), by: .slot),
          ]
        )
    )
  }

  @Test func seesThroughAReadOfTheState() {
    let queue = script.queue("q")
    let (first, second) = (silent("first"), script.operation("second"))
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 2).depend(second, on: first).enqueue(second, on: queue)
    script.at(ms: 200).finish(first)
    script.at(ms: 300).findUnnotified(first)
    let finding = script.diagnosis(endMs: 400).only
    #expect(finding?.operations == [first])
    #expect(finding?.blocked == [second])
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("q")
    let all = (0..<5).map { silent("silent\($0)") }
    for operation in all {
      script.detach(operation, on: queue, atMs: 1)
      script.at(ms: 300).findUnnotified(operation)
    }
    #expect(
      script.diagnosis(endMs: 400).only?.sentence
        == "5 operations say that they are finished, and queue q was never told: silent0, silent1, "
        + "silent2 and 2 more."
    )
  }

  // MARK: Without the watchdog

  @Test func concludesItFromADependentThatNeverStarts() {
    let queue = script.queue("q")
    let (first, second) = (silent("first"), script.operation("second"))
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 2).depend(second, on: first).enqueue(second, on: queue)
    script.at(ms: 200).finish(first)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.rule == "finished-without-notification")
    #expect(finding?.certainty == .likely)
    #expect(finding?.blocked == [second])
    #expect(
      finding?.proof == [
        "second has waited 2.00 s for first",
        "isFinished of first was read as true 1.80 s ago, and what waits for it has not moved since",
      ]
    )
  }

  @Test func concludesItFromASlotThatNobodyGets() {
    let queue = script.queue("q", limit: 1)
    let (first, second) = (silent("first"), script.operation("second"))
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 2).enqueue(second, on: queue)
    script.at(ms: 200).finish(first)
    #expect(script.diagnosis(endMs: 2_000).only?.operations == [first])
  }

  @Test(arguments: [false, true])
  func concludesItFromAWaitThatNeverReturns(forAll: Bool) {
    let queue = script.queue("q")
    let first = silent("first")
    script.detach(first, on: queue, atMs: 1)
    if forAll {
      script.at(ms: 2).waitForAll(of: queue)
    } else {
      script.at(ms: 2).wait(for: first)
    }
    script.at(ms: 200).finish(first)
    #expect(script.diagnosis(endMs: 2_000).only?.operations == [first])
  }

  // MARK: Near misses

  @Test(arguments: [false, true])
  func isSilentWhenTheNotificationCameAfterAll(hasCompletionBlock: Bool) {
    let queue = script.queue("q")
    let first = silent("first")
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 300).findUnnotified(first)
    if hasCompletionBlock {
      script.at(ms: 301).finish(first).beginCompletion(first).endCompletion(first)
    } else {
      script.at(ms: 301).finish(first).deallocate(first)
    }
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
  }

  @Test func isSilentAboutAnOperationThatIsKeptAfterItFinished() {
    let queue = script.queue("q", limit: 1)
    let (first, second) = (silent("first"), script.operation("second"))
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 200).finish(first)
    script.run(second, on: queue, enqueued: 2, started: 201, finished: 300)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentWhereWorkersMayBeMissing() {
    let queue = script.queue("q")
    let (first, second, blocker) = (
      silent("first"), script.operation("second"), script.operation("blocker")
    )
    script.run(blocker, on: queue, enqueued: 0, started: 0)
    script.detach(first, on: queue, atMs: 1)
    script.at(ms: 2).depend(second, on: first).enqueue(second, on: queue)
    script.at(ms: 200).finish(first)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentAboutTheMainQueueThatNobodyServes() {
    let main = script.queue(isMain: true)
    let (first, second) = (silent("first"), script.operation("second"))
    script.detach(first, on: script.queue("q"), atMs: 1)
    script.at(ms: 2).depend(second, on: first).enqueue(second, on: main)
    script.at(ms: 200).finish(first)
    #expect(script.diagnosis(endMs: 2_000).rules == ["main-queue-not-drained"])
  }

  @Test func isSilentAboutFoundationsOwnState() {
    let queue = script.queue("q", limit: 1)
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.run(first, on: queue, enqueued: 0, started: 1, finished: 200)
    script.at(ms: 2).depend(second, on: first).enqueue(second, on: queue)
    #expect(script.diagnosis(endMs: 2_000).rules == ["no-worker"])
  }
}
