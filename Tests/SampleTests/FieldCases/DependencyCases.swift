/// Operations that can never start, because they depend on each other.
extension ExpectedCase {
  static let cycles = [
    ExpectedCase(
      "cycle-of-three",
      .hangs,
      SampleFinding(rule: "dependency-cycle", operations: ["a", "b", "c"]),
      says: ["a → c → b → a", "closed by b.addDependency(a) on the main thread"]
    ),
    ExpectedCase(
      "cycle-across-queues",
      .hangs,
      SampleFinding(rule: "dependency-cycle", operations: ["fetch", "store"]),
      says: ["across queues net and db"]
    ),
    ExpectedCase(
      "depends-on-itself",
      .hangs,
      SampleFinding(rule: "self-dependency", operations: ["narcissus"]),
      says: ["addDependency", "has not returned on the main thread"]
    ),
  ]

  /// Dependencies that are missing, too late, or do not do what they seem to.
  static let dependencies = [
    ExpectedCase(
      "dependency-never-enqueued",
      .hangs,
      SampleFinding(rule: "dependency-not-enqueued", operations: ["load"], blocked: ["show"]),
      says: ["it waits for load, which was never added to a queue"]
    ),
    ExpectedCase(
      "dependency-added-after-start",
      .ends,
      SampleFinding(rule: "dependency-added-late", operations: ["consume"]),
      says: ["after consume had started: it has no effect", "came to depend on produce"]
    ),
    // A serial queue takes the next that is ready: what a person may not expect is not a fault.
    ExpectedCase("serial-queue-is-no-fifo", .ends),
    ExpectedCase(
      "dependency-removed-before",
      .hangs,
      SampleFinding(rule: "removed-dependency", operations: ["show"]),
      says: [
        "show has no dependency left and can never be ready",
        "show.removeDependency(load) was called on the main thread", "only cancel() frees it now",
      ]
    ),
    ExpectedCase(
      "dependency-removed-while-it-runs",
      .hangs,
      SampleFinding(rule: "removed-dependency", operations: ["show"]),
      says: [
        "show has no dependency left and can never be ready",
        "show.removeDependency(load) was called on the main thread", "only cancel() frees it now",
      ]
    ),
    ExpectedCase(
      "dependency-removed-and-added-again",
      .hangs,
      SampleFinding(rule: "removed-dependency", operations: ["show"]),
      says: [
        "show has no dependency left and can never be ready",
        "show.removeDependency(load) was called on the main thread", "only cancel() frees it now",
      ]
    ),
    ExpectedCase(
      "runs-after-cancelled-dependency",
      .ends,
      SampleFinding(rule: "ran-after-cancelled-dependency", operations: ["parse"]),
      says: ["parse ran although its dependency download was cancelled before it started"]
    ),
    ExpectedCase("looks-at-its-dependency-and-gives-up", .ends),
    // It was to be cancelled, and was, if a moment after the one before had let it start.
    ExpectedCase("cancel-all-overtaken-by-a-step", .ends, thresholds: .settling),
    ExpectedCase(
      "child-added-after-the-groups-end",
      .ends,
      SampleFinding(rule: "dependency-added-late", operations: ["end of album"]),
      says: [
        "on \"second photo\" was added", "after \"end of album\" had started: it has no effect",
      ]
    ),
    ExpectedCase("child-added-in-time", .ends),
    ExpectedCase(
      "dependency-in-suspended-queue",
      .hangs,
      SampleFinding(rule: "queue-suspended", operations: ["load"], blocked: ["show"]),
      says: [
        "Queue paused has been suspended", "on the main thread", "show waits for it",
        "Set isSuspended = false on queue paused.",
      ]
    ),
    ExpectedCase("added-in-reverse-order", .ends),
  ]

  /// Dependencies that keep what is over.
  static let chains = [
    ExpectedCase(
      "chain-keeps-what-is-over",
      .ends,
      SampleFinding(
        rule: "retained-after-finish",
        operations: Set((1...500).map { "upload \($0)" })
      ),
      says: ["the dependencies of \"upload 500\" keep them", "off once it has finished"]
    ),
    ExpectedCase("chain-that-is-cut", .ends),
    ExpectedCase(
      "long-chain",
      .ends,
      SampleFinding(rule: "deep-chain", operations: ["upload 3000"]),
      says: ["a chain of 3,000 operations"]
    ),
  ]
}
