import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct StartedBeforeDependencyRuleTests {
  private let script = TraceScript()

  /// A fetch from 1 ms to 301 ms, and something that depends on it and starts at 2 ms.
  private func early(
    on queue: QueueID,
    overrides: TraceEvent.Flags = .overridesIsReady
  ) -> (show: OperationID, fetch: OperationID) {
    let (fetch, show) = (
      script.operation("fetch"), script.operation("show", class: "Show", overrides: overrides)
    )
    script.at(ms: 0).depend(show, on: fetch)
    script.run(fetch, on: queue, enqueued: 0, started: 1, finished: 301)
    script.at(ms: 0).enqueue(show, on: queue)
    if overrides.contains(.overridesIsReady) { script.at(ms: 0).becomeReady(show) }
    script.run(show, started: 2, finished: 3)
    return (show, fetch)
  }

  @Test func namesAClassThatForgetsSuper() {
    let queue = script.queue("ui")
    let (show, fetch) = early(on: queue)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "started-before-dependency",
          severity: .warning,
          certainty: .proven,
          operations: [show],
          queues: [queue],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence: "show started 299 ms before fetch had finished, on which it depends: Show "
            + "overrides isReady and does not wait for super.",
          proof: ["show started 2.00 ms into the recording, and fetch finished 301 ms into it"],
          advice: "Let isReady of Show return false as long as super.isReady does.",
          edges: [ProofEdge(from: .operation(show), to: .operation(fetch), by: .dependency)]
        )
    )
  }

  @Test func namesWhatTheProgramStartedTooEarly() {
    let queue = script.queue("net")
    let (fetch, show) = (script.operation("fetch"), script.operation("show", class: "Show"))
    script.at(ms: 0).depend(show, on: fetch)
    script.run(fetch, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).startByHand(show)
    script.at(ms: 3).finish(show)
    #expect(
      script.diagnosis().only?.sentence
        == "show was started by the program although fetch had not finished, on which it depends."
    )
  }

  /// A chain of steps of which the first runs from 1 ms to 301 ms, those between are cancelled at 5 ms, and the last one
  /// runs from 7 ms on.
  private func chain(
    on queue: QueueID,
    steps: Int,
    canceller: OperationID? = nil
  ) -> [OperationID] {
    let operations = (0..<steps + 2).map { script.operation("step\($0)") }
    script.at(ms: 0).enqueue(operations[0], on: queue)
    for (step, next) in zip(operations, operations.dropFirst()) {
      script.at(ms: 0).depend(next, on: step).enqueue(next, on: queue)
    }
    script.run(operations[0], started: 1, finished: 301)
    let cancel = canceller.map { script.at(ms: 5).by($0) } ?? script.at(ms: 5)
    for step in operations.dropFirst().dropLast() {
      cancel.cancel(step)
      script.run(step, started: 6, finished: 6)
    }
    script.run(operations[steps + 1], started: 7, finished: 8)
    return operations
  }

  @Test func namesWhatACancelledStepLetOvertake() {
    let operations = chain(on: script.queue("q"), steps: 1)
    let finding = script.diagnosis().only
    #expect(finding?.rule == "started-before-dependency")
    #expect(finding?.operations == [operations[2]])
    #expect(
      finding?.sentence
        == "step2 started 294 ms before step0 had finished, on which it depends through step1: that "
        + "was cancelled, and a cancelled operation waits for nothing."
    )
    #expect(
      finding?.proof == [
        "step1 was cancelled 5.00 ms into the recording, step2 started 7.00 ms into it, and step0 "
          + "finished 301 ms into it"
      ]
    )
    #expect(
      finding?.advice == "Cancel step2 together with step1, or let it depend on step0 too."
    )
    #expect(finding?.edges.count == 2)
  }

  @Test func seesThroughSeveralCancelledSteps() {
    let operations = chain(on: script.queue("q"), steps: 3)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [operations[4]])
    #expect(
      finding?.edges
        == [(4, 3), (3, 2), (2, 1), (1, 0)].map {
          ProofEdge(
            from: .operation(operations[$0]),
            to: .operation(operations[$1]),
            by: .dependency
          )
        }
    )
  }

  @Test func isSafeHoweverLongTheChainIs() {
    let operations = chain(on: script.queue("q"), steps: 15_000)
    let finding = script.diagnosis().findings.first { $0.rule == "started-before-dependency" }
    #expect(finding?.operations == [operations[15_001]])
    #expect(finding?.edges.count == 12)
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("ui")
    for _ in 0..<20 { _ = early(on: queue) }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 20)
    #expect(
      finding?.sentence
        == "20 operations started before what they depend on had finished: show #2 before fetch "
        + "#1, show #4 before fetch #3, show #6 before fetch #5 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutAClassThatWaits() {
    let queue = script.queue("ui")
    let (fetch, show) = (
      script.operation("fetch"),
      script.operation("show", class: "Show", overrides: .overridesIsReady)
    )
    script.at(ms: 0).depend(show, on: fetch).enqueue(show, on: queue)
    script.run(fetch, on: queue, enqueued: 0, started: 1, finished: 3)
    script.at(ms: 3).becomeReady(show)
    script.run(show, started: 3, finished: 4)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatWasCancelled() {
    let queue = script.queue("ui")
    let (show, _) = early(on: queue)
    script.at(ms: 1).cancel(show)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesADependencyThatCameTooLateToItsOwnRule() {
    let queue = script.queue("ui")
    let (fetch, show) = (
      script.operation("fetch"),
      script.operation("show", class: "Show", overrides: .overridesIsReady)
    )
    script.at(ms: 0).enqueue(show, on: queue).becomeReady(show)
    script.at(ms: 1).depend(show, on: fetch)
    script.run(fetch, on: queue, enqueued: 1, started: 1, finished: 301)
    script.run(show, started: 2, finished: 3)
    #expect(script.diagnosis().rules == ["dependency-added-late"])
  }

  @Test func isSilentAboutWhatTheRecordingMet() {
    let queue = script.queue("ui")
    let done = script.operation("done", already: .finished)
    let show = script.operation("show", class: "Show", overrides: .overridesIsReady)
    script.at(ms: 1).enqueue(show, on: queue).becomeReady(show).depend(show, on: done)
    script.run(show, started: 0.5, finished: 3)
    #expect(!script.diagnosis().rules.contains("started-before-dependency"))
  }

  @Test func isSilentWhereTheStepInFrontCancelled() {
    let queue = script.queue("q")
    let first = OperationID(rawValue: 1)
    _ = chain(on: queue, steps: 1, canceller: first)
    #expect(script.diagnosis().rules == ["ran-after-cancelled-dependency"])
  }

  @Test func isSilentWhereTheFirstStepWasOver() {
    let queue = script.queue("q")
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 0).depend(b, on: a).depend(c, on: b)
    script.run(a, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 0).enqueue(b, on: queue).enqueue(c, on: queue)
    script.at(ms: 3).cancel(b)
    script.run(b, started: 4, finished: 4)
    script.run(c, started: 5, finished: 6)
    #expect(script.diagnosis().rules == ["ran-after-cancelled-dependency"])
  }

  private enum Last: CaseIterable {
    case cancelledToo, failed, inFrontUnused
  }

  @Test(arguments: Last.allCases)
  private func isSilentAboutALastStep(_ last: Last) {
    let queue = script.queue("q")
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 0).depend(b, on: a).depend(c, on: b)
    if last != .inFrontUnused {
      script.run(a, on: queue, enqueued: 0, started: 1, finished: 301)
    }
    script.at(ms: 0).enqueue(b, on: queue).enqueue(c, on: queue)
    script.at(ms: 3).cancel(b)
    script.run(b, started: 4, finished: 4)
    script.run(c, started: 5, finished: 9)
    if last == .cancelledToo { script.at(ms: 6).cancel(c) }
    if last == .failed { script.at(ms: 6).fail(c, "no data") }
    #expect(!script.diagnosis().rules.contains("started-before-dependency"))
  }
}
