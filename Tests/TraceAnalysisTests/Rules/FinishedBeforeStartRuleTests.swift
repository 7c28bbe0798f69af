import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct FinishedBeforeStartRuleTests {
  private let script = TraceScript()

  @Test func namesWhatItsCancellationFinished() {
    let queue = script.queue("net", limit: 1)
    let (user, upload) = (script.operation("user"), script.operation("upload", class: "Upload"))
    script.run(user, on: queue, enqueued: 0, started: 1, finished: 9)
    script.at(ms: 2).enqueue(upload, on: queue)
    script.at(ms: 4).by(user).cancel(upload)
    script.at(ms: 5).on(ThreadID(rawValue: 1001)).finish(upload)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "finished-before-start",
          severity: .warning,
          certainty: .proven,
          operations: [upload],
          queues: [queue],
          since: TraceInstant(nanoseconds: 5_000_000),
          sentence: "upload was cancelled and became finished before queue net had started it.",
          proof: [
            "upload was added to its queue 2.00 ms into the recording, was cancelled by user "
              + "4.00 ms into it and finished on thread 1001 5.00 ms into it; its queue never "
              + "started it"
          ],
          advice: "Let Upload finish only while it executes: the queue starts a cancelled "
            + "operation too, and start() is where that one finishes."
        )
    )
  }

  @Test func namesWhatTheQueueStartedAllTheSame() {
    let queue = script.queue("net")
    let upload = script.operation("upload", class: "Upload", overrides: .overridesStart)
    script.at(ms: 1).enqueue(upload, on: queue).on(script.mainThread).finish(upload)
    script.at(ms: 3).start(upload).returnFromStart(upload)
    let finding = script.diagnosis().only
    #expect(finding?.sentence == "upload became finished before queue net had started it.")
    #expect(
      finding?.proof == [
        "upload was added to its queue 1.00 ms into the recording and finished on the main thread "
          + "1.00 ms into it; its queue started it 2.00 ms later"
      ]
    )
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("net", isSuspended: true)
    for number in 0..<20 {
      let upload = script.operation("upload\(number)", class: "Upload")
      script.at(ms: 1).enqueue(upload, on: queue)
      script.at(ms: 2).cancel(upload).on(script.mainThread).finish(upload)
    }
    #expect(
      script.diagnosis().only?.sentence
        == "20 operations became finished before queue net had started them: upload0, upload1, "
        + "upload2 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutACancelledOneThatItsQueueStarts() {
    let queue = script.queue("net")
    let upload = script.operation("upload", class: "Upload")
    script.at(ms: 1).enqueue(upload, on: queue).cancel(upload)
    script.run(upload, started: 2, finished: 2)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOperationsOfNoQueue() {
    let upload = script.operation("upload", class: "Upload")
    script.at(ms: 1).cancel(upload).on(script.mainThread).finish(upload)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutWhatTheRecordingMet() {
    let queue = script.queue("net")
    let (early, done) = (script.operation("early"), script.operation("done", already: .finished))
    script.at(ms: 1).enqueue(early, on: queue, adopted: true)
    script.at(ms: 2).on(script.mainThread).finish(early)
    let last = script.operation("last")
    script.at(ms: 3).depend(last, on: done)
    script.run(last, on: queue, enqueued: 3, started: 4, finished: 5)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAfterEventsWereLost() {
    let queue = script.queue("net")
    let upload = script.operation("upload", class: "Upload")
    script.at(ms: 1).enqueue(upload, on: queue)
    script.at(ms: 2).record(.lost, argument: 3, detail: TraceEvent.LossReason.limit.rawValue)
    script.at(ms: 3).on(script.mainThread).finish(upload)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
