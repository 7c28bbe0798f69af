/// Operations and threads that wait for what needs them.
extension ExpectedCase {
  static let waits = [
    ExpectedCase(
      "waits-in-its-own-serial-queue",
      .hangs,
      SampleFinding(rule: "self-deadlock", operations: ["outer", "inner"]),
      says: [
        "inner has not started: it waits for a slot of queue serial (limit 1), held by outer",
        "outer is blocked in waitUntilFinished on inner",
      ]
    ),
    ExpectedCase(
      "waits-for-what-depends-on-it",
      .hangs,
      SampleFinding(rule: "self-deadlock", operations: ["parent", "child"]),
      says: ["child has not started: it waits for parent", "in waitUntilFinished on child"]
    ),
    ExpectedCase(
      "main-thread-waits-for-main-queue",
      .hangs,
      SampleFinding(rule: "main-queue-not-drained", operations: ["ui", "save"]),
      says: [
        "in waitUntilFinished on save; save waits for ui; ui waits for the main thread, "
          + "which alone serves the main queue"
      ]
    ),
    ExpectedCase(
      "main-thread-waits-for-sync-on-it",
      .hangs,
      SampleFinding(rule: "executing-too-long", operations: ["fetch"], blocked: ["save"]),
      says: ["the main thread has been blocked in waitUntilFinished on"],
      thresholds: .impatient
    ),
    ExpectedCase(
      "main-queue-not-served",
      .hangs,
      SampleFinding(rule: "main-queue-not-drained", operations: ["show"]),
      says: ["show has been ready", "the main thread has not served it", "RunLoop.main.run()"]
    ),
    ExpectedCase(
      "semaphore-for-its-own-queue",
      .hangs,
      SampleFinding(rule: "self-deadlock", operations: ["handler", "callback"]),
      says: ["callback", "added itself", "slot of queue session (limit 1), held by handler"],
      thresholds: .impatient
    ),
    ExpectedCase("semaphore-for-another-queue", .ends),
    // A wait for nothing is over at once, which may be what was meant.
    ExpectedCase("waits-before-anything-is-added", .ends),
    ExpectedCase(
      "waits-for-what-nobody-adds",
      .hangs,
      SampleFinding(rule: "dependency-not-enqueued", operations: ["job"]),
      says: ["The main thread waits for job, which was never added to a queue"]
    ),
    // What the skipped body was to signal is the program's own; that it was skipped is told with the cancellations.
    ExpectedCase("group-is-never-left", .hangs, skips: ["page 2"]),
  ]

  /// Work that needs a thread which it does not get.
  static let threads = [
    // A batch that blocks its own workers is slow: no-worker is about what others are kept from.
    ExpectedCase(
      "tasks-behind-semaphores",
      .hangs,
      SampleFinding(rule: "executing-too-long", operations: ["bridge 1"]),
      thresholds: .hasty
    ),
    ExpectedCase(
      "timer-without-a-run-loop",
      .hangs,
      SampleFinding(rule: "never-finished", operations: ["poll"]),
      says: ["returned from start() and has not finished"]
    ),
  ]
}
