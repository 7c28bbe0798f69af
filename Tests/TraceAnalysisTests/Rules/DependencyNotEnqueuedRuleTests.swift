import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct DependencyNotEnqueuedRuleTests {
  private let script = TraceScript()

  @Test func namesWhatNobodyEnqueued() {
    let queue = script.queue("q")
    let (parse, download) = (script.operation("parse"), script.operation("download"))
    let show = script.operation("show")
    script.at(ms: 1).depend(parse, on: download).enqueue(parse, on: queue)
    script.at(ms: 2).depend(show, on: parse).enqueue(show, on: queue)
    let finding = script.diagnosis(endMs: 2_001).only
    #expect(
      finding
        == Finding(
          rule: "dependency-not-enqueued",
          severity: .error,
          certainty: .proven,
          operations: [download],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_000_000),
          sentence: "parse has not started for 2.00 s: it waits for download, which was never "
            + "added to a queue; show waits behind it.",
          proof: [
            "show has waited 2.00 s for parse",
            "parse has waited 2.00 s for download",
            "download was seen, and neither added to a queue nor started",
          ],
          advice: "Add download to a queue, or leave out the dependency on it.",
          blocked: [parse, show],
          edges: [
            ProofEdge(from: .operation(show), to: .operation(parse), by: .dependency),
            ProofEdge(from: .operation(parse), to: .operation(download), by: .dependency),
          ]
        )
    )
  }

  @Test func namesWhatAThreadWaitsForInVain() {
    let fresh = script.operation("fresh")
    script.at(ms: 1).wait(for: fresh)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.operations == [fresh])
    #expect(
      finding?.sentence == "The main thread waits for fresh, which was never added to a queue."
    )
  }

  @Test func namesWhatAnOperationWaitsForInVain() {
    let queue = script.queue("q", limit: 1)
    let (outer, fresh) = (script.operation("outer"), script.operation("fresh"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).wait(for: fresh)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(
      finding?.sentence == "outer can't get on: it is blocked in waitUntilFinished on fresh, which "
        + "was never added to a queue."
    )
    #expect(finding?.blocked == [outer])
  }

  @Test func tellsManyTogether() {
    let queue = script.queue("q")
    let join = script.operation("join")
    let missing = (0..<30).map { script.operation("part \($0)") }
    for part in missing { script.at(ms: 0).depend(join, on: part) }
    script.at(ms: 1).enqueue(join, on: queue)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.operations == missing)
    #expect(
      finding?.sentence
        == "30 operations were never added to a queue: \"part 0\", \"part 1\", \"part 2\" and 27 "
        + "more; join can't get on without them."
    )
  }

  @Test func speaksAtOnceWhenTheRecordingWasStopped() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.at(ms: 2).stop()
    #expect(script.diagnosis().rules == ["dependency-not-enqueued"])
  }

  @Test func speaksInABusyProcessAfterTheStallThreshold() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().rules == ["dependency-not-enqueued"])
  }

  @Test func isOnlyLikelyWhereTheRecordingBeganMidway() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 0).enqueue(script.operation("old"), on: queue, adopted: true)
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    #expect(script.diagnosis(endMs: 6_000).findings.map(\.certainty) == [.likely])
  }

  // MARK: Near misses

  @Test func isSilentWhileTheGraphIsBeingBuilt() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    #expect(script.diagnosis(endMs: 50).findings.isEmpty)
  }

  @Test func isSilentWhileSomethingExecutesThatMayEnqueueIt() {
    let queue = script.queue("q")
    let (b, a, worker) = (script.operation("b"), script.operation("a"), script.operation("w"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.run(worker, on: queue, enqueued: 1, started: 2)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentWhileARequestIsUnderway() {
    let queue = script.queue("q")
    let (b, a, request) = (script.operation("b"), script.operation("a"), script.operation("r"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.detach(request, on: queue, atMs: 2)
    #expect(script.diagnosis(endMs: 800).findings.isEmpty)
  }

  @Test func isSilentAboutADependencyThatWasStartedByHand() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.at(ms: 2).start(a)
    #expect(script.diagnosis(endMs: 4_000).findings.isEmpty)
  }

  @Test func isSilentWhenTheDependentWasCancelled() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    script.at(ms: 2).cancel(b)
    script.at(ms: 3).start(b).finish(b)
    #expect(script.diagnosis(endMs: 4_000).findings.isEmpty)
  }

  @Test func isSilentAboutOperationsThatAreOnlyKnown() {
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentInALiveProcessForTheTimeOfTheLiveThresholds() {
    let queue = script.queue("q")
    let (b, a) = (script.operation("b"), script.operation("a"))
    script.at(ms: 1).depend(b, on: a).enqueue(b, on: queue)
    #expect(script.diagnosis(endMs: 4_000, thresholds: .live).findings.isEmpty)
    #expect(script.diagnosis(endMs: 5_002, thresholds: .live).findings.count == 1)
  }
}
