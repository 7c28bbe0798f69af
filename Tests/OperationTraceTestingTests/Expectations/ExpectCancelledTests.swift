import OperationTraceTesting
import Testing
import TraceTestSupport

struct ExpectCancelledTests {
  private let trace = TestRuns.pictures

  @Test
  func whatFinishedSoonAfterTheCancelIsExpected() {
    expectCancelled("download", within: .milliseconds(50), in: trace)
    expectCancelled("download", "skipped", within: .seconds(1), in: trace)
    expectCancelled("download", within: .seconds(Int64.max), in: trace)
  }

  @Test
  func whatTookLongerFails() {
    let recorded = issues { expectCancelled("download", within: .microseconds(49_999), in: trace) }
    let sentence =
      "download finished 50.0 ms after it was cancelled, "
      + "at most 50.0 ms were expected."
    #expect(recorded.map(\.sentence) == [sentence])
    let negative = issues { expectCancelled("download", within: .seconds(-1), in: trace) }
    #expect(negative.count == 1)
  }

  @Test
  func whatWasNotCancelledFails() {
    let recorded = issues { expectCancelled("skipped", "load", within: .seconds(1), in: trace) }
    #expect(recorded.map(\.sentence) == ["load was not cancelled."])
  }

  @Test
  func whatHadFinishedBeforeOrHasNotFailsWithinAnyTime() {
    let script = TraceScript()
    let queue = script.queue()
    let (done, deaf) = (script.operation("done"), script.operation("deaf"))
    script.run(done, on: queue, enqueued: 0, started: 1, finished: 2)
    script.run(deaf, on: queue, enqueued: 0, started: 1)
    script.at(ms: 5).cancel(done).cancel(deaf)
    let trace = script.trace(endMs: 9)
    let early = issues { expectCancelled("done", within: .seconds(9), in: trace) }
    #expect(early.map(\.sentence) == ["done had finished 3.00 ms before it was cancelled."])
    let never = issues { expectCancelled("deaf", within: .milliseconds(3), in: trace) }
    let sentence =
      "deaf has not finished 4.00 ms after it was cancelled, "
      + "at most 3.00 ms were expected."
    #expect(never.map(\.sentence) == [sentence])
  }

  @Test
  func oneThatWasCancelledBeforeItWasAddedIsMeasuredFromThere() {
    let script = TraceScript()
    let queue = script.queue()
    let operation = script.operation("early")
    script.at(ms: 1).cancel(operation)
    script.run(operation, on: queue, enqueued: 500, started: 501, finished: 502)
    expectCancelled("early", within: .milliseconds(2), in: script.trace())
    let recorded = issues { expectCancelled("early", within: .milliseconds(1), in: script.trace()) }
    #expect(recorded.first?.sentence.contains("finished 2.00 ms after") == true)
  }
}
