import OperationTraceTesting
import Testing
import TraceTestSupport

struct ExpectOrderTests {
  private let trace = TestRuns.pictures

  @Test
  func whatFinishedBeforeTheNextStartedIsInOrder() {
    expectOrder("load", "resize 1", "resize 2", "resize 3", "upload", "show", in: trace)
    expectOrder("load", .all(named: "resize *"), "show", in: trace)
  }

  @Test
  func whatStartsInTheSameInstantComesAfter() {
    let script = TraceScript()
    let queue = script.queue()
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.run(first, on: queue, enqueued: 0, started: 1, finished: 5)
    script.run(second, on: queue, enqueued: 0, started: 5, finished: 6)
    expectOrder("first", "second", in: script.trace())
  }

  @Test
  func anEarlierStartFails() {
    let recorded = issues { expectOrder("load", "resize 4", "upload", "show", in: trace) }
    #expect(recorded.map(\.sentence) == [#"upload started 3.00 ms before "resize 4" finished."#])
  }

  @Test
  func theWrongWayRoundFails() {
    let recorded = issues { expectOrder("show", "load", in: trace) }
    #expect(recorded.map(\.sentence) == ["load started 88.0 ms before show finished."])
  }

  @Test
  func ofSeveralTheWorstPairIsToldAndTheOthersAreNamed() {
    let recorded = issues {
      expectOrder(.all(named: "resize *"), .one(named: "down*"), in: trace)
    }
    #expect(recorded.map(\.sentence) == [#"download started 42.0 ms before "resize 4" finished."#])
    let all =
      #"In all, download started too early for "resize 1", "resize 2", "resize 3" and "#
      + #""resize 4"."#
    #expect(recorded.first?.text.contains(all) == true)
  }

  @Test
  func whatNeverStartedOrFinishedFails() {
    let unstarted = issues { expectOrder("load", "never", in: trace) }
    #expect(
      unstarted.map(\.sentence) == ["never never started, and was to start after load."]
    )
    // Its start() was called, to finish it.
    let skipped = issues { expectOrder("load", "skipped", in: trace) }
    #expect(skipped.count == 1)
    let unfinished = issues { expectOrder("never", "upload", in: trace) }
    let sentence =
      "upload started before never finished: never was unfinished when the trace ended."
    #expect(unfinished.map(\.sentence) == [sentence])
  }

  @Test
  func nothingComesBeforeItself() {
    let recorded = issues { expectOrder(.all(named: "resize *"), "resize 2", in: trace) }
    #expect(recorded.map(\.sentence) == [#""resize 2" is meant to come before itself."#])
  }
}
