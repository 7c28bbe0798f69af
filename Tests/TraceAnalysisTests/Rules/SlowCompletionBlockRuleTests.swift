import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SlowCompletionBlockRuleTests {
  private let script = TraceScript()

  /// An operation that executes for `executedMs` from 10 ms on, and its completion block.
  @discardableResult
  private func load(
    _ name: String = "load",
    executedMs: Double = 5,
    beginsAfterMs: Double = 0.1,
    runsMs: Double? = 0.1
  ) -> OperationID {
    let queue = script.queue("q")
    let load = script.operation(name)
    let finished = 10 + executedMs
    script.run(load, on: queue, enqueued: 9, started: 10, finished: finished)
    script.at(ms: finished + beginsAfterMs).beginCompletion(load)
    if let runsMs { script.at(ms: finished + beginsAfterMs + runsMs).endCompletion(load) }
    return load
  }

  @Test func saysHowLongTheBlockRanAndHowLongTheOperation() {
    let load = load(runsMs: 300)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "slow-completion-block",
          severity: .warning,
          certainty: .proven,
          operations: [load],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 15_100_000),
          sentence: "The completion block of load ran for 300 ms, load itself for 5.00 ms.",
          proof: [
            "load finished 15.0 ms into the recording; its completion block began 100 µs later and "
              + "ended 300 ms later"
          ],
          advice: "Move the work of the completion block into an operation that depends on load."
        )
    )
  }

  @Test func speaksOfOneThatStillRuns() {
    load(runsMs: nil)
    #expect(
      script.diagnosis(endMs: 1_015.1).only?.sentence
        == "The completion block of load has been running for 1.00 s, load itself for 5.00 ms."
    )
  }

  @Test func speaksOfOneThatBeganLateWhileTheWorkersWereTaken() {
    load(beginsAfterMs: 400)
    script.at(ms: 0).processors(2)
    let busy = script.queue("busy")
    for number in 1...2 {
      let encode = script.operation("encode\(number)", class: "Encode")
      script.run(encode, on: busy, enqueued: 0, started: 1, finished: 420)
    }
    let finding = script.diagnosis().only
    #expect(finding?.rule == "slow-completion-block")
    #expect(
      finding?.sentence
        == "The completion block of load began only 400 ms after its finish; load itself had taken "
        + "5.00 ms."
    )
    #expect(
      finding?.advice
        == "Let an operation that depends on load do what has to follow at once, and keep the "
        + "workers free of operations that block."
    )
  }

  @Test func speaksOfOneThatWasVeryLateForWhateverReason() {
    load(beginsAfterMs: 1_000)
    #expect(script.diagnosis().rules == ["slow-completion-block"])
  }

  @Test func tellsManyTogether() {
    let queue = script.queue("q")
    let all = (0..<5).map { script.operation("op\($0)") }
    for (number, operation) in all.enumerated() {
      script.run(operation, on: queue, enqueued: 0, started: 1, finished: 2)
      script.at(ms: 3).beginCompletion(operation)
      script.at(ms: 203 + Double(number)).endCompletion(operation)
    }
    #expect(
      script.diagnosis().only?.sentence
        == "5 completion blocks ran for up to 204 ms, longer than their operations: op0, op1, op2 "
        + "and 2 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutABlockThatIsShorterThanItsOperation() {
    load(executedMs: 500, runsMs: 300)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutABlockWithinTheThreshold() {
    load(runsMs: 100)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALateBeginOnAMachineThatIsBusyOtherwise() {
    load(beginsAfterMs: 400)
    script.at(ms: 0).processors(2)
    let encode = script.operation("encode", class: "Encode")
    script.run(encode, on: script.queue("busy"), enqueued: 0, started: 1, finished: 420)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALateBeginAfterALongOperation() {
    load(executedMs: 2_000, beginsAfterMs: 1_500)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
