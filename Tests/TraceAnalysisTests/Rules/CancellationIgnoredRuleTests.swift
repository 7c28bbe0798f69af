import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct CancellationIgnoredRuleTests {
  private let script = TraceScript()

  /// Lets five operations of the class Encode finish, each after that many milliseconds.
  private func history(ms: Double, on queue: QueueID) {
    for number in 0..<5 {
      let fine = script.operation("fine\(number)", class: "Encode")
      script.run(fine, on: queue, enqueued: 0, started: 0, finished: ms)
    }
  }

  @Test func saysTheLatencyBesideTheMedianOfTheClass() {
    let queue = script.queue("q")
    history(ms: 300, on: queue)
    let encode = script.operation("encode", class: "Encode")
    script.run(encode, on: queue, enqueued: 1_000, started: 1_000, finished: 1_307)
    script.at(ms: 1_050).cancel(encode)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "cancellation-ignored",
          severity: .warning,
          certainty: .likely,
          operations: [encode],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_050_000_000),
          sentence: "encode ran on for 257 ms after it had been cancelled; 5 others of its class "
            + "took 300 ms in the median.",
          proof: ["encode was cancelled 50.0 ms after its start, and finished 257 ms later"],
          advice: "Let Encode look at isCancelled in every round of the work, or end it from "
            + "cancel(); if it does, and needs that long to tidy up, raise the cancellation "
            + "threshold (100 ms)."
        )
    )
  }

  @Test func speaksWithoutAHistoryAndOfOneThatStillRuns() {
    let queue = script.queue("q")
    let loop = script.operation("loop")
    script.run(loop, on: queue, enqueued: 0, started: 0)
    script.at(ms: 50).cancel(loop)
    let finding = script.diagnosis(endMs: 1_050).only
    #expect(finding?.sentence == "loop has been running on for 1.00 s after it had been cancelled.")
    #expect(
      finding?.advice
        == "Let the block of loop look at isCancelled in every round of the work, or "
        + "end it from cancel(); if it does, and needs that long to tidy up, raise the "
        + "cancellation threshold (100 ms)."
    )
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("q")
    let all = (0..<20).map { script.operation("encode \($0)", class: "Encode") }
    for encode in all {
      script.run(encode, on: queue, enqueued: 0, started: 0, finished: 900)
      script.at(ms: 100).cancel(encode)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations == all)
    #expect(
      finding?.sentence
        == "20 operations ran on for up to 800 ms after they had been cancelled: \"encode 0\", "
        + "\"encode 1\", \"encode 2\" and 17 more."
    )
  }

  @Test func speaksOfWhatRanAlthoughItHadBeenCancelledBefore() {
    let queue = script.queue("q")
    let index = script.operation("index", class: "Index", overrides: .overridesCancel)
    script.at(ms: 0).enqueue(index, on: queue)
    script.at(ms: 1).cancel(index)
    script.run(index, started: 100, finished: 250)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "cancellation-ignored",
          severity: .warning,
          certainty: .likely,
          operations: [index],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_000_000),
          sentence:
            "index ran for 150 ms, although it had been cancelled 99.0 ms before its start.",
          proof: [
            "index was cancelled 1.00 ms into the recording, started 99.0 ms later all the same, and "
              + "finished 150 ms later"
          ],
          advice: "Call super.cancel() in cancel() of Index: Foundation does not know of it "
            + "otherwise."
        )
    )
  }

  @Test func saysWhatAStartOfItsOwnMisses() {
    let queue = script.queue("q")
    let fetch = script.operation("fetch", class: "Fetch", overrides: .overridesStart)
    script.at(ms: 0).enqueue(fetch, on: queue)
    script.at(ms: 1).cancel(fetch)
    script.run(fetch, started: 100, finished: 250)
    #expect(
      script.diagnosis().only?.advice
        == "Let Fetch begin start() with a look at isCancelled, and finish at once."
    )
  }

  // MARK: Near misses

  @Test(arguments: [(TraceEvent.Flags.overridesStart, 199.0), (.overridesMain, 400)])
  func isSilentAboutWhatWasCancelledBeforeItStarted(overrides: TraceEvent.Flags, finishMs: Double) {
    let queue = script.queue("q")
    let fetch = script.operation("fetch", class: "Fetch", overrides: overrides)
    script.at(ms: 0).enqueue(fetch, on: queue)
    script.at(ms: 1).cancel(fetch)
    script.run(fetch, started: 100, finished: finishMs)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test(arguments: [(50.0, 149.0), (290, 300)])
  func isSilentAboutAnEndSoonAfter(cancelMs: Double, finishMs: Double) {
    let queue = script.queue("q")
    history(ms: 300, on: queue)
    let encode = script.operation("encode", class: "Encode")
    script.run(encode, on: queue, enqueued: 0, started: 0, finished: finishMs)
    script.at(ms: cancelMs).cancel(encode)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutASlowReactionFarBeforeTheEnd() {
    let queue = script.queue("q")
    history(ms: 3_000, on: queue)
    let encode = script.operation("encode", class: "Encode")
    script.run(encode, on: queue, enqueued: 0, started: 0, finished: 700)
    script.at(ms: 400).cancel(encode)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACancelBeforeTheStart() {
    let queue = script.queue("q")
    let a = script.operation("a")
    script.at(ms: 0).enqueue(a, on: queue).cancel(a)
    script.run(a, started: 500, finished: 501)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesAStalledOneToItsRootCause() {
    let queue = script.queue("q")
    let a = script.operation("a", class: "Stuck")
    script.detach(a, on: queue, atMs: 0)
    script.at(ms: 50).cancel(a)
    #expect(script.diagnosis(endMs: 3_000).rules == ["cancelled-never-finished"])
  }
}
