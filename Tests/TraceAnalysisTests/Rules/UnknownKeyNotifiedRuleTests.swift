import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct UnknownKeyNotifiedRuleTests {
  private let script = TraceScript()
  private static let states: TraceEvent.Flags = [
    .overridesStart, .overridesIsExecuting, .overridesIsFinished,
  ]

  /// An asynchronous operation that notifies a key of its own 50 ms after its start.
  private func upload(
    overrides: TraceEvent.Flags = states,
    key: String = "state",
    finishes: Bool = false
  ) -> OperationID {
    let upload = script.operation("upload", class: "Upload", overrides: overrides)
    script.detach(upload, on: script.queue("net"), atMs: 1)
    script.at(ms: 50).notifyUnknownKey(key, of: upload)
    if finishes { script.at(ms: 60).finish(upload) }
    return upload
  }

  @Test func namesTheClassAndTheKey() {
    let upload = upload()
    script.at(ms: 100).stop()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "unknown-key-notified",
          severity: .warning,
          certainty: .proven,
          operations: [upload],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 50_000_000),
          sentence: "Upload notifies state, which Foundation ignores on Linux: upload has not "
            + "finished as far as the queue knows.",
          proof: [
            "upload called didChangeValue(forKey:) with state 50.0 ms into the recording"
          ],
          advice: "Let Upload call didChangeValue(forKey:) with isExecuting and isFinished when "
            + "state changes."
        )
    )
  }

  @Test func standsBesideTheStallThatComesOfIt() {
    _ = upload()
    #expect(script.diagnosis(endMs: 3_000).rules == ["never-finished", "unknown-key-notified"])
  }

  @Test func tellsSeveralKeysOfAClassTogether() {
    let upload = upload()
    script.at(ms: 51).notifyUnknownKey("my progress", of: upload)
    script.at(ms: 100).stop()
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "Upload notifies \"my progress\" and state, which Foundation ignores on Linux: upload has "
        + "not finished as far as the queue knows."
    )
    #expect(finding?.proof.count == 2)
  }

  // MARK: Near misses

  @Test func isSilentAboutAClassThatOverridesNoState() {
    _ = upload(overrides: .overridesMain)
    script.at(ms: 100).stop()
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhenTheClassTellsItsQueueToo() {
    _ = upload(finishes: true)
    let other = script.operation("other", class: "Upload")
    script.detach(other, on: script.queue("other"), atMs: 80)
    script.at(ms: 100).stop()
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileItMayStillBeAtWork() {
    _ = upload()
    #expect(script.diagnosis(endMs: 900).findings.isEmpty)
  }
}
