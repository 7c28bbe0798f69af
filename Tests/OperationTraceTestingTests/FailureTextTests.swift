import OperationTraceTesting
import Testing
import TraceTestSupport

/// What a failed expectation says, whole: looked at by eye when it changes.
struct FailureTextTests {
  /// An expectation that fails.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var run: @Sendable () -> Void

    var testDescription: String { name }

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  private static let trace = TestRuns.pictures

  static let examples = [
    Example("order") { expectOrder(.all(named: "resize *"), "upload", in: trace) },
    Example("order-of-unfinished") { expectOrder("never", "upload", in: trace) },
    Example("peak") { expectPeakConcurrency(of: .all(in: "images"), atMost: 1, in: trace) },
    Example("overlap") { expectNoOverlap(.all(named: "*load"), "resize 2", in: trace) },
    Example("no-such-name") { expectFinished("resise 3", in: trace) },
    Example("one-of-several") { expectFinished("report", in: trace) },
    Example("cancelled-late") {
      expectCancelled("download", within: .milliseconds(10), in: trace)
    },
    Example("outcome") { expectOutcome(of: "upload", .succeeded, in: trace) },
    Example("findings") { expectNoFindings(in: TraceScript.stuckRun().trace(endMs: 9_000)) },
  ]

  @Test(arguments: examples)
  func isAsTheGoldenFileSays(example: Example) throws {
    let recorded = issues(example.run)
    try #require(recorded.count == 1)
    try GoldenFile("\(example.name).txt").expect(recorded[0].text + "\n")
  }
}
