import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct MainQueueNotDrainedRuleTests {
  private let script = TraceScript()

  @Test func provesThatTheMainThreadWaitsForItself() {
    let (main, net) = (script.queue(isMain: true), script.queue("net"))
    let (fetch, show, save) = (
      script.operation("fetch"), script.operation("show"), script.operation("save")
    )
    let after = script.operation("after")
    script.at(ms: 0).depend(show, on: fetch).depend(save, on: show).depend(after, on: show)
    script.at(ms: 1).enqueue(show, on: main).enqueue(save, on: net).enqueue(after, on: net)
    script.run(fetch, on: net, enqueued: 1, started: 2, finished: 3)
    script.at(ms: 4).wait(for: save)
    let mainThread = ProofEdge.Subject.thread(script.mainThread)
    #expect(
      script.diagnosis(endMs: 104).only
        == Finding(
          rule: "main-queue-not-drained",
          severity: .error,
          certainty: .proven,
          operations: [save, show],
          queues: [main, net],
          since: TraceInstant(nanoseconds: 4_000_000),
          sentence:
            "The main thread has been blocked for 100 ms in waitUntilFinished on save; save waits "
            + "for show; "
            + "show waits for the main thread, which alone serves the main queue; after waits for "
            + "them.",
          proof: [
            "after has waited 103 ms for show",
            "the main thread has been blocked for 100 ms in waitUntilFinished on save",
            "save has waited 103 ms for show",
            "show has waited 103 ms for the main thread, which alone serves the main queue",
          ],
          advice:
            "Do not call waitUntilFinished on save on the main thread: let an operation that "
            + "depends on the "
            + "other do what comes after the wait, and let the main thread run its loop.",
          blocked: [after],
          edges: [
            ProofEdge(from: .operation(after), to: .operation(show), by: .dependency),
            ProofEdge(from: mainThread, to: .operation(save), by: .wait),
            ProofEdge(from: .operation(save), to: .operation(show), by: .dependency),
            ProofEdge(from: .operation(show), to: mainThread, by: .mainThread),
          ]
        )
    )
  }

  /// Through a queue that the main thread waits for as a whole, and an operation that waits for the main queue.
  @Test func provesItThroughWaits() {
    let (main, net) = (script.queue(isMain: true), script.queue("net"))
    let (outer, show) = (script.operation("outer"), script.operation("show"))
    script.run(outer, on: net, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(show, on: main).wait(for: show)
    script.at(ms: 3).waitForAll(of: net)
    let finding = script.diagnosis(endMs: 4).only
    #expect(finding?.rule == "main-queue-not-drained")
    #expect(finding?.certainty == .proven)
    #expect(finding?.operations == [outer, show])
  }

  @Test func suspectsThatNobodyRunsTheMainLoop() {
    let main = script.queue(isMain: true)
    let (show, dependent) = (script.operation("show"), script.operation("dependent"))
    script.at(ms: 10).enqueue(show, on: main)
    script.at(ms: 11).depend(dependent, on: show).enqueue(dependent, on: script.queue("net"))
    let finding = script.diagnosis(endMs: 2_010).only
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "show has been ready for 2.00 s in the main queue, and the main thread has not served "
        + "it; dependent waits for it."
    )
    #expect(
      finding?.proof.last
        == "the main thread has started no operation, and is in no wait that the recording shows"
    )
    #expect(
      finding?.edges.last
        == ProofEdge(from: .operation(show), to: .thread(script.mainThread), by: .mainThread)
    )
  }

  // MARK: Near misses

  @Test func leavesItToAnOperationOnTheMainThreadThatWaitsForItself() {
    let main = script.queue(isMain: true)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.at(ms: 0).enqueue(outer, on: main).on(script.mainThread).start(outer)
    script.at(ms: 1).by(outer).enqueue(inner, on: main).wait(for: inner)
    let finding = script.diagnosis(endMs: 2_000).findings.first { $0.severity == .error }
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.operations == [outer, inner])
  }

  @Test func isSilentWhileTheMainThreadWaitsForWhatGetsOn() {
    let (main, net) = (script.queue(isMain: true), script.queue("net"))
    let (show, slow) = (script.operation("show"), script.operation("slow"))
    script.at(ms: 0).enqueue(show, on: main)
    script.run(slow, on: net, enqueued: 0, started: 1)
    script.at(ms: 2).wait(for: slow)
    #expect(!script.diagnosis(endMs: 4_000).rules.contains("main-queue-not-drained"))
  }

  @Test func leavesItToWhatTheMainThreadWaitsFor() {
    let (main, net) = (script.queue(isMain: true), script.queue("net"))
    let (show, stuck) = (script.operation("show"), script.operation("stuck", class: "Fetch"))
    script.at(ms: 0).enqueue(show, on: main)
    script.detach(stuck, on: net, atMs: 1)
    script.at(ms: 2).wait(for: stuck)
    let finding = script.diagnosis(endMs: 2_000).findings.first { $0.severity == .error }
    #expect(finding?.rule == "never-finished")
    #expect(finding?.blocked == [show])
  }

  @Test func isSilentForAMomentAndWhileTheMainThreadWorks() {
    let main = script.queue(isMain: true)
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.at(ms: 0).enqueue(first, on: main).enqueue(second, on: main)
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
    script.at(ms: 901).on(script.mainThread).start(first)
    #expect(script.diagnosis(endMs: 4_000).findings.isEmpty)
  }

  @Test func isSilentInABusyProcessForLonger() {
    let main = script.queue(isMain: true)
    script.at(ms: 0).enqueue(script.operation("show"), on: main)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
    script.keepBusy(fromMs: 4_000, toMs: 6_000)
    #expect(script.diagnosis().rules == ["main-queue-not-drained"])
  }
}
