import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct CompletionBlockLostRuleTests {
  private let script = TraceScript()

  /// An operation from 10 to 20 ms.
  private func save(_ name: String = "save") -> OperationID {
    let save = script.operation(name)
    script.run(save, on: script.queue("q"), enqueued: 5, started: 10, finished: 20)
    return save
  }

  @Test func saysThatABlockWasSetAfterTheFinish() {
    let save = save()
    script.at(ms: 40).setCompletionBlock(of: save)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "completion-block-lost",
          severity: .warning,
          certainty: .proven,
          operations: [save],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 40_000_000),
          sentence:
            "The completion block of save was set 20.0 ms after the finish, and will not run.",
          proof: [
            "save finished 20.0 ms into the recording and a completion block of save was set 40.0 ms "
              + "into it"
          ],
          advice:
            "Set the completion block of save once, before the operation is added to a queue; "
            + "or use an operation that depends on it."
        )
    )
  }

  @Test func speaksOfOneThatIsSetAfterTheFirstHasRun() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    script.at(ms: 21).beginCompletion(save).endCompletion(save)
    script.at(ms: 30).setCompletionBlock(of: save)
    #expect(script.diagnosis().rules == ["completion-block-lost"])
  }

  @Test func saysThatABlockWasReplaced() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    script.at(ms: 12).setCompletionBlock(of: save)
    script.at(ms: 21).beginCompletion(save).endCompletion(save)
    let finding = script.diagnosis().only
    #expect(finding?.certainty == .proven)
    #expect(
      finding?.sentence
        == "The completion block of save was replaced by another one 11.0 ms after it had been set, "
        + "and did not run."
    )
  }

  @Test func saysThatABlockWasNeverTakenUp() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    let later = script.operation("later")
    script.run(later, on: script.queue("other"), enqueued: 1_000, started: 1_020, finished: 1_030)
    let finding = script.diagnosis().only
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence == "The completion block of save has not run, though save has finished."
    )
    #expect(
      finding?.proof == [
        "a completion block of save was set 1.00 ms into the recording and save finished 20.0 ms "
          + "into it; no block of it began in 1.01 s"
      ]
    )
  }

  @Test func tellsManyTogether() {
    let queue = script.queue("all")
    for number in 0..<6 {
      let save = script.operation("save\(number)")
      script.run(save, on: queue, enqueued: 5, started: 10, finished: 20)
      if number == 0 {
        script.at(ms: 1).setCompletionBlock(of: save)
        script.at(ms: 12).setCompletionBlock(of: save)
        script.at(ms: 21).beginCompletion(save)
      } else {
        script.at(ms: 40).setCompletionBlock(of: save)
      }
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 6)
    #expect(
      finding?.sentence
        == "6 completion blocks did not run: those of save0, save1, save2 and 3 more, 5 set after the "
        + "finish and 1 replaced by others."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutABlockThatRuns() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    script.at(ms: 21).beginCompletion(save).endCompletion(save)
    script.at(ms: 22).setCompletionBlock(of: save, removed: true)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAReplacementThatCallsTheFirst() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    script.at(ms: 12).setCompletionBlock(of: save)
    script.at(ms: 21).beginCompletion(save).beginCompletion(save)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAReplacementThatNobodySaw() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save).setCompletionBlock(of: save)
    script.at(ms: 21).beginCompletion(save).endCompletion(save)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatWasTakenOff() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    script.at(ms: 12).setCompletionBlock(of: save, removed: true)
    let later = script.operation("later")
    script.run(later, on: script.queue("other"), enqueued: 2_000, started: 2_001, finished: 2_002)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileItMayStillWaitForAWorker() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
    let later = script.operation("later")
    script.run(later, on: script.queue("other"), enqueued: 900, started: 901, finished: 902)
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
  }

  @Test func leavesABlockBehindAStallToItsRootCause() {
    let save = save()
    script.at(ms: 1).setCompletionBlock(of: save)
    let later = script.operation("later", class: "Stuck")
    script.detach(later, on: script.queue("other"), atMs: 2_000)
    #expect(script.diagnosis(endMs: 9_000).rules == ["never-finished"])
  }
}
