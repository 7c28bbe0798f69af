/// Operations that live too long, or not long enough.
extension ExpectedCase {
  static let lifetimes = [
    ExpectedCase(
      "completion-block-keeps-its-operation",
      .ends,
      SampleFinding(
        rule: "retained-after-finish",
        operations: Set((1...200).map { "upload \($0)" })
      ),
      says: ["completion blocks are still set"]
    ),
    ExpectedCase("completion-block-lets-it-go", .ends),
    // Of a class of its own that never comes near a queue or a dependency, nothing is recorded.
    ExpectedCase("started-by-hand-and-dropped", .ends),
  ]

  /// Misuse that ends the process: what led there must be in the file by then.
  static let crashes = [
    ExpectedCase(
      "started-by-hand-while-it-runs",
      .crashes,
      SampleFinding(rule: "started-outside-queue", operations: ["sync"]),
      says: ["start() of sync was called on the main thread although it was in queue syncs"],
      last: ["enqueued sync", "started sync", "started sync"]
    ),
    ExpectedCase(
      "started-by-two-threads",
      .crashes,
      SampleFinding(rule: "started-outside-queue", operations: ["sync"]),
      says: ["start() of sync was called again on the main thread, before sync had finished"],
      last: ["started sync", "started sync"]
    ),
    ExpectedCase(
      "started-by-hand-while-suspended",
      .crashes,
      SampleFinding(rule: "started-outside-queue", operations: ["sync"]),
      says: ["start() of sync was called on the main thread although it was in queue syncs"],
      last: ["enqueued sync", "started sync"]
    ),
    ExpectedCase(
      "started-before-it-is-ready",
      .crashes,
      SampleFinding(rule: "started-before-dependency", operations: ["show"]),
      says: ["show was started by the program although load had not finished"],
      last: ["dependencyAdded show", "started show"]
    ),
    // Foundation ends it before anything else happens.
    ExpectedCase("underlying-queue-changed-late", .crashes, last: ["enqueued job"]),
    ExpectedCase(
      "enqueued-when-finished",
      .crashes,
      last: ["enqueued job", "started job", "finished job"]
    ),
    ExpectedCase("enqueued-in-two-queues", .crashes, last: ["enqueued job"]),
  ]

  /// Completion blocks that come late or never.
  static let completions = [
    // A completion block runs some time after the finish: that is how it is.
    ExpectedCase("completion-comes-after-the-wait", .ends),
    ExpectedCase(
      "completion-block-set-late",
      .ends,
      SampleFinding(rule: "completion-block-lost", operations: ["job"]),
      says: ["after the finish, and will not run"]
    ),
    ExpectedCase(
      "completion-block-replaced",
      .ends,
      SampleFinding(rule: "completion-block-lost", operations: ["job"]),
      says: ["was replaced by another one", "and did not run"]
    ),
  ]

  /// Cancellations that are ignored, or leave somebody waiting.
  static let cancellations = [
    ExpectedCase(
      "work-ignores-cancel",
      .ends,
      SampleFinding(rule: "cancellation-ignored", operations: ["search"]),
      says: ["after it had been cancelled", "look at isCancelled"],
      thresholds: .standard
    ),
    ExpectedCase("work-heeds-cancel", .ends),
    ExpectedCase(
      "outer-waits-for-dropped-inner",
      .hangs,
      SampleFinding(rule: "cancelled-never-finished", operations: ["request"]),
      says: [
        "request was cancelled", "and nothing has finished it since",
        "mapper, which it had added, was cancelled without running",
      ]
    ),
    // It has to wait for its turn like any other, and leaves as soon as it gets it.
    ExpectedCase("cancelled-waits-for-a-slot", .ends),
    ExpectedCase("cancels-itself", .ends),
  ]
}
