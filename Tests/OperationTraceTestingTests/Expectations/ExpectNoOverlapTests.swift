import OperationTraceTesting
import Testing
import TraceTestSupport

struct ExpectNoOverlapTests {
  private let trace = TestRuns.pictures

  @Test
  func whatRanOneAfterTheOtherDoesNotOverlap() {
    expectNoOverlap("load", "resize 1", "upload", in: trace)
    expectNoOverlap(.all(named: "report"), in: trace)
    expectNoOverlap("load", "never", "skipped", in: trace)
  }

  @Test
  func whatRanAtOnceFails() {
    let recorded = issues { expectNoOverlap("upload", "load", "download", in: trace) }
    let sentence = "load and download executed at the same time for 7.00 ms."
    #expect(recorded.map(\.sentence) == [sentence])
    #expect(
      recorded.first?.text.contains("In all, 2 operations started while another executed.") == true
    )
  }

  @Test
  func anOverlapWithOneThatBeganLongBeforeIsFound() {
    let script = TraceScript()
    let queue = script.queue()
    let spans = [("long", 0.0, 100.0), ("short", 1, 2), ("late", 50, 51)]
    for (name, start, end) in spans {
      script.run(script.operation(name), on: queue, enqueued: 0, started: start, finished: end)
    }
    expectNoOverlap("short", "late", in: script.trace())
    let recorded = issues { expectNoOverlap("short", "long", "late", in: script.trace()) }
    #expect(
      recorded.map(\.sentence) == ["long and short executed at the same time for 1.00 ms."]
    )
    #expect(
      recorded.first?.text.contains("In all, 2 operations started while another executed.") == true
    )
  }

  @Test
  func whatStillExecutesOverlapsWhatStartsLater() {
    let script = TraceScript()
    let queue = script.queue()
    script.run(script.operation("stuck"), on: queue, enqueued: 0, started: 0)
    script.run(script.operation("next"), on: queue, enqueued: 0, started: 5, finished: 7)
    let recorded = issues { expectNoOverlap(.all(), in: script.trace(endMs: 10)) }
    #expect(
      recorded.map(\.sentence) == ["stuck and next executed at the same time for 2.00 ms."]
    )
  }
}
