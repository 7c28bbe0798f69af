import OperationTraceTesting
import Testing
import TraceModel
import TraceTestSupport

struct ExpectPeakConcurrencyTests {
  private let trace = TestRuns.pictures

  @Test
  func aPeakUpToTheLimitIsExpected() {
    expectPeakConcurrency(of: .all(in: "images"), atMost: 2, in: trace)
    expectPeakConcurrency(of: .all(in: "images"), atMost: 7, in: trace)
    expectPeakConcurrency(of: .all(in: "images"), exactly: 2, in: trace)
    expectPeakConcurrency(of: .all(ofClass: "Resize"), exactly: 2, in: trace)
    expectPeakConcurrency(of: "load", exactly: 1, in: trace)
  }

  @Test
  func aHigherPeakFails() {
    let recorded = issues {
      expectPeakConcurrency(of: .all(ofClass: "Resize"), atMost: 1, in: trace)
    }
    let sentence =
      "2 of the operations of class Resize executed at once, at most 1 was expected."
    #expect(recorded.map(\.sentence) == [sentence])
    #expect(recorded.first?.text.contains(#"At 36.0 ms: "resize 3" and "resize 4"."#) == true)
  }

  @Test(arguments: [(1, "was"), (3, "were")])
  func anotherPeakThanExactlyThisFails(count: Int, were: String) {
    let recorded = issues {
      expectPeakConcurrency(of: .all(ofClass: "Resize"), exactly: count, in: trace)
    }
    let sentence =
      "2 of the operations of class Resize executed at once, "
      + "exactly \(count) \(were) expected."
    #expect(recorded.map(\.sentence) == [sentence])
  }

  /// One that takes over in the instant in which another finishes does not execute with it.
  @Test
  func aHandOverIsNoOverlap() {
    let script = TraceScript()
    let queue = script.queue("q")
    for number in 0..<5 {
      let operation = script.operation()
      let start = Double(number)
      script.run(operation, on: queue, enqueued: 0, started: start, finished: start + 1)
    }
    expectPeakConcurrency(of: .all(in: "q"), exactly: 1, in: script.trace())
    expectNoOverlap(.all(), in: script.trace())
  }

  @Test
  func whatNeverRanDoesNotCount() {
    expectPeakConcurrency(of: "never", exactly: 0, in: trace)
    expectPeakConcurrency(of: "skipped", exactly: 0, in: trace)
    let recorded = issues { expectPeakConcurrency(of: "skipped", exactly: 1, in: trace) }
    #expect(
      recorded.map(\.sentence) == ["0 of skipped executed at once, exactly 1 was expected."]
    )
  }

  /// The sweep agrees with a count at every start, in a run of any shape.
  @Test(arguments: 0..<20)
  func thePeakIsTheMostAtAnyStart(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let script = TraceScript()
    let queue = script.queue("q")
    var spans: [(start: Int, end: Int)] = []
    for _ in 0..<60 {
      let start = Int.random(in: 0..<200, using: &random)
      let span = (start: start, end: start + Int.random(in: 1..<20, using: &random))
      spans.append(span)
      let operation = script.operation()
      script.run(
        operation,
        on: queue,
        enqueued: 0,
        started: Double(span.start),
        finished: Double(span.end)
      )
    }
    let peak = spans.map { span in
      spans.count { $0.start <= span.start && span.start < $0.end }
    }
    .max()
    expectPeakConcurrency(of: .all(in: "q"), exactly: peak ?? 0, in: script.trace())
  }
}
