import OperationTraceTesting
import Testing
import TraceModel
import TraceTestSupport

struct ExpectFinishedTests {
  private let trace = TestRuns.pictures

  @Test
  func finishedIsFinishedInWhateverWay() {
    expectFinished("load", "skipped", "upload", .all(named: "report"), in: trace)
  }

  @Test
  func unfinishedFails() {
    let recorded = issues { expectFinished(.all(), in: trace) }
    #expect(recorded.map(\.sentence) == ["never had not finished when the trace ended."])
    let script = TraceScript()
    script.run(script.operation("at work"), on: script.queue(), enqueued: 0, started: 1)
    #expect(issues { expectFinished("at work", in: script.trace()) }.count == 1)
  }

  @Test
  func whatDidNotRunNeverStarted() {
    expectNeverStarted("never", "skipped", in: trace)
  }

  @Test
  func whatRanDidStart() {
    let recorded = issues { expectNeverStarted("never", .all(ofClass: "Resize"), in: trace) }
    #expect(recorded.map(\.sentence) == [#""resize 1" started, and was never to."#])
    #expect(recorded.first?.text.contains("It is so of 4: ") == true)
  }

  @Test(arguments: [
    ("load", TracedOperation.Outcome.succeeded, "succeeded"), ("upload", .failed, "failed"),
    ("skipped", .cancelledBeforeStart, "was cancelled before it started"),
    ("download", .cancelledWhileExecuting, "was cancelled while it executed"),
    ("never", .unfinished, "did not finish"),
  ])
  func eachOutcomeIsExpectedAndNoOther(
    name: String,
    outcome: TracedOperation.Outcome,
    words: String
  ) {
    expectOutcome(of: name, outcome, in: trace)
    for other in TracedOperation.Outcome.allCases where other != outcome {
      let recorded = issues { expectOutcome(of: name, other, in: trace) }
      #expect(recorded.count == 1)
      let begin = "\(name) \(words); it was expected to "
      #expect(recorded.first?.sentence.hasPrefix(begin) == true)
    }
  }

  @Test
  func theReasonOfAFailureIsTold() {
    let recorded = issues { expectOutcome(of: "upload", .succeeded, in: trace) }
    #expect(recorded.map(\.sentence) == ["upload failed; it was expected to succeed."])
    let text = recorded.first?.text.replacing(/\s+/, with: " ")
    #expect(text?.contains(#"failed with "no route to host""#) == true)
  }

  @Test
  func theMainThreadIsToldFromOthers() {
    expectOnMainThread("show", in: trace)
    let script = TraceScript()
    script.run(script.operation("by hand"), started: 1, finished: 2)
    // Where the process gave its main thread up, another one serves the main queue.
    let main = script.queue(isMain: true)
    script.run(script.operation("queued"), on: main, enqueued: 1, started: 3, finished: 4)
    script.at(ms: 5).on(script.mainThread).start(script.operation("on main"))
    expectOnMainThread("queued", "on main", in: script.trace())
    #expect(issues { expectOnMainThread("by hand", in: script.trace()) }.count == 1)
    let elsewhere = issues { expectOnMainThread("show", "load", in: trace) }
    #expect(elsewhere.map(\.sentence) == ["load ran on thread 1001, not on the main thread."])
    let nowhere = issues { expectOnMainThread("skipped", in: trace) }
    #expect(
      nowhere.map(\.sentence) == ["skipped never started, and was to run on the main thread."]
    )
  }
}
