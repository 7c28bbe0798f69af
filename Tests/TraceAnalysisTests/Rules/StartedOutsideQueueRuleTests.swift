import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct StartedOutsideQueueRuleTests {
  private let script = TraceScript()

  @Test func namesTheCallThatEndedTheProcess() {
    let queue = script.queue("net")
    let upload = script.operation("upload")
    script.run(upload, on: queue, enqueued: 1, started: 2)
    script.at(ms: 3).startByHand(upload)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "started-outside-queue",
          severity: .warning,
          certainty: .proven,
          operations: [upload],
          queues: [queue],
          since: TraceInstant(nanoseconds: 3_000_000),
          sentence: "start() of upload was called on the main thread although it was in queue net, "
            + "which starts it itself.",
          proof: [
            "upload was added to its queue 1.00 ms into the recording, was started on thread 1001 "
              + "2.00 ms into it and was started by the program on the main thread 3.00 ms into it"
          ],
          advice: "Leave upload to the queue: find the call of start() in the program and take it "
            + "out."
        )
    )
  }

  @Test func namesACallBeforeTheQueueGotToIt() {
    let queue = script.queue("net", isSuspended: true)
    let (upload, user) = (script.operation("upload", class: "Upload"), script.operation("user"))
    script.run(user, started: 1, finished: 9)
    script.at(ms: 2).enqueue(upload, on: queue)
    script.at(ms: 3).by(user).startByHand(upload)
    script.at(ms: 4).finish(upload)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [upload])
    #expect(
      finding?.proof == [
        "upload was added to its queue 2.00 ms into the recording and was started by the program "
          + "on thread 1002, by user, 3.00 ms into it"
      ]
    )
  }

  @Test func namesASecondStartOfOneThatIsInNoQueue() {
    let upload = script.operation("upload")
    script.at(ms: 1).startByHand(upload)
    script.at(ms: 2).on(ThreadID(rawValue: 7)).startByHand(upload)
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "start() of upload was called again on thread 7, before upload had finished."
    )
    #expect(
      finding?.advice == "Start upload once: find the second call of start() and take it out."
    )
  }

  @Test func tellsManyTogether() {
    let queue = script.queue("net", isSuspended: true)
    for number in 0..<20 {
      let upload = script.operation("upload\(number)", class: "Upload")
      script.at(ms: 1).enqueue(upload, on: queue)
      script.at(ms: 2).startByHand(upload).startByHand(upload)
      script.at(ms: 3).finish(upload)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 20)
    #expect(
      finding?.sentence
        == "20 operations were started by hand although they were in a queue: upload0, upload1, "
        + "upload2 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutAnOperationOfNoQueue() {
    let upload = script.operation("upload")
    script.at(ms: 1).startByHand(upload)
    script.at(ms: 2).finish(upload)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACallThatComesAfterTheFinish() {
    let queue = script.queue("net")
    let upload = script.operation("upload")
    script.run(upload, on: queue, enqueued: 1, started: 2, finished: 3)
    script.at(ms: 4).startByHand(upload)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAClassThatGoesOnOnTheMainThread() {
    let queue = script.queue("net")
    let upload = script.operation("upload", class: "Upload", overrides: .overridesStart)
    script.run(upload, on: queue, enqueued: 1, started: 2)
    script.at(ms: 2.1).returnFromStart(upload)
    script.at(ms: 3).startByHand(upload).returnFromStart(upload)
    script.at(ms: 9).finish(upload)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
