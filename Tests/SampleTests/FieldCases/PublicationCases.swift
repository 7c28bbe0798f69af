/// States that asynchronous classes publish wrongly.
extension ExpectedCase {
  static let publication = [
    ExpectedCase(
      "finishes-without-telling",
      .hangs,
      SampleFinding(
        rule: "finished-without-notification",
        operations: ["page 1"],
        blocked: ["page 2", "page 3"]
      ),
      says: [
        "\"page 1\" says that it is finished, and queue scanner was never told; "
          + "it holds the only slot of queue scanner",
        "Call willChangeValue(forKey: \"isFinished\") before and "
          + "didChangeValue(forKey: \"isFinished\") after Untold changes its state.",
      ]
    ),
    ExpectedCase("tells-by-key-path", .ends),
    ExpectedCase("finishes-inside-start", .ends),
    ExpectedCase(
      "one-path-forgets-to-finish",
      .hangs,
      SampleFinding(rule: "never-finished", operations: ["upload"], blocked: ["next upload"]),
      says: ["its start() returned", "it holds the only slot of queue transfers", "on every error"]
    ),
    ExpectedCase(
      "finishes-only-while-executing",
      .hangs,
      SampleFinding(
        rule: "cancelled-never-finished",
        operations: ["refresh"],
        blocked: ["sign out"]
      ),
      says: ["cancelled", "before it start"]
    ),
    ExpectedCase(
      "finished-twice",
      .ends,
      SampleFinding(rule: "finished-twice", operations: ["request"]),
      says: ["request was finished twice: first on thread", "and again on the main thread"]
    ),
    // It does not finish for good: of what there is, never-finished comes nearest.
    ExpectedCase(
      "goes-back-to-unfinished",
      .hangs,
      SampleFinding(rule: "never-finished", operations: ["send"]),
      says: [
        "send had finished, and says that it has not",
        "the main thread has been blocked in waitUntilFinished on send",
      ]
    ),
    ExpectedCase(
      "start-only-calls-main",
      .hangs,
      SampleFinding(rule: "never-finished", operations: ["file 1"], blocked: ["file 2"]),
      says: ["StartOnlyCallsMain overrides start()", "override main() instead"]
    ),
    ExpectedCase(
      "works-on-after-main",
      .ends,
      SampleFinding(rule: "asynchronous-work-in-main", operations: ["login", "profile"]),
      says: [
        "asynchronous by their own account, but were finished when main() returned",
        "override start(), isExecuting and isFinished too, and finish in the callback",
      ]
    ),
    ExpectedCase(
      "notifies-under-its-lock",
      .hangs,
      SampleFinding(rule: "call-never-returned", operations: ["upload"], blocked: ["next upload"]),
      says: [
        "upload has been stuck in its own didChangeValue",
        "let go of its lock before it calls didChangeValue",
      ]
    ),
    // Dispatch notices at once: there is no time in which anything could be found.
    ExpectedCase("notifies-under-its-queue", .crashes, last: ["started upload"]),
  ]

  /// Classes that decide by themselves when they are ready or cancelled.
  static let readiness = [
    ExpectedCase(
      "readiness-ignores-dependencies",
      .ends,
      SampleFinding(rule: "started-before-dependency", operations: ["second"]),
      says: [
        "before first had finished, on which it depends",
        "AlwaysReady overrides isReady and does not wait for super",
      ]
    ),
    ExpectedCase(
      "gate-opened-silently",
      .hangs,
      SampleFinding(rule: "never-ready", operations: ["enter"]),
      says: ["didChangeValue(forKey: \"isReady\")"]
    ),
    ExpectedCase("gate-opened-and-told", .ends),
    // Nobody was told, but nobody had to wait for it either.
    ExpectedCase("gate-found-open-by-chance", .ends),
    ExpectedCase(
      "gate-never-opened",
      .hangs,
      SampleFinding(rule: "never-ready", operations: ["enter"]),
      says: ["its class Gated overrides isReady, which has not said yes"]
    ),
    ExpectedCase(
      "slow-getter-loses-wake-up",
      .hangs,
      SampleFinding(rule: "no-worker", operations: ["page"]),
      says: [
        "its last dependency finished while it was being added", "a wake-up was lost",
        "didChangeValue(forKey: \"isReady\")",
      ]
    ),
    // Foundation was never told of the cancellation, which is as if the operation had ignored it.
    ExpectedCase(
      "cancel-does-not-reach-super",
      .ends,
      SampleFinding(rule: "cancellation-ignored", operations: ["index documents"]),
      says: ["although it had been cancelled", "Call super.cancel() in cancel() of OwnCancelFlag"],
      thresholds: .standard
    ),
  ]
}
