import Foundation

/// Settings of queues that hold up what is in them.
extension ExpectedCase {
  static let settings = [
    ExpectedCase(
      "never-resumed",
      .hangs,
      SampleFinding(rule: "queue-suspended", operations: ["job"]),
      says: ["on the main thread: job is ready and can't start"]
    ),
    ExpectedCase(
      "cancelled-in-suspended-queue",
      .hangs,
      SampleFinding(rule: "queue-suspended", operations: ["job 1", "job 2", "job 3"]),
      says: ["are cancelled and can't leave", "also after its operations were cancelled"]
    ),
    ExpectedCase("resumed-after-cancelling", .ends),
    ExpectedCase(
      "dropped-while-suspended",
      .hangs,
      SampleFinding(rule: "queue-suspended", operations: ["sound 1", "sound 2", "sound 3"]),
      says: ["are cancelled and can't leave"]
    ),
    ExpectedCase(
      "limit-of-zero",
      .hangs,
      SampleFinding(rule: "no-free-slot", operations: ["job"]),
      says: ["Queue jobs has had a limit of 0"]
    ),
    ExpectedCase(
      "all-slots-leak",
      .hangs,
      SampleFinding(
        rule: "never-finished",
        operations: ["leak 1", "leak 2"],
        blocked: ["download 1", "download 2", "download 3"]
      ),
      says: ["for a slot of queue downloads (limit 2), held by \"leak 1\" for"]
    ),
    ExpectedCase(
      "first-slot-leaks",
      .ends,
      SampleFinding(rule: "never-finished", operations: ["leak"]),
      says: ["it holds one of 2 slots of queue downloads", "others of its class took"],
      thresholds: .impatient
    ),
    // Foundation ignores the call here; what ran on is what would run without it.
    ExpectedCase("cancel-all-on-main-queue", .ends),
  ]

  /// Barriers that hold up what is behind them, or do not.
  static let barriers = [
    ExpectedCase(
      "barrier-behind-what-never-finishes",
      .hangs,
      SampleFinding(
        rule: "never-finished",
        operations: ["upload"],
        blocked: ["barrier", "write", "report"],
        blockedByBarrier: ["write"]
      ),
      says: [
        "s behind the barrier of queue writes, which was added before it",
        "s for upload, which was added before it",
      ]
    ),
    ExpectedCase("barrier-behind-what-finishes-late", .ends),
    ExpectedCase(
      "barrier-that-waits-for-a-lock",
      .hangs,
      SampleFinding(
        rule: "barrier-blocked",
        operations: ["barrier"],
        blocked: ["write"],
        blockedByBarrier: ["write"]
      ),
      says: [
        "The barrier of queue writes has been executing on thread",
        "write, which was added after it, can't start",
      ],
      thresholds: .impatient
    ),
    ExpectedCase(
      "cancelled-before-it-is-added-behind-a-barrier",
      .hangs,
      SampleFinding(rule: "call-never-returned", operations: ["write"], blocked: ["barrier"]),
      says: [
        "addOperation(write) on queue writes has not returned on the main thread",
        "write was cancelled before, though the barrier of queue writes stands in front of it",
      ]
    ),
    ExpectedCase("cancelled-after-it-is-added-behind-a-barrier", .ends),
    ExpectedCase(
      "always-ready-behind-a-barrier",
      .hangs,
      SampleFinding(rule: "call-never-returned", operations: ["write"], blocked: ["barrier"]),
      says: [
        "addOperation(write) on queue writes has not returned on the main thread",
        "its class AlwaysReady says that it is ready, though the barrier of queue writes stands in "
          + "front of it",
      ]
    ),
    ExpectedCase(
      "barrier-on-suspended-queue",
      .ends,
      SampleFinding(rule: "barrier-lost", operations: []),
      says: ["A barrier of queue writes ran while the queue was suspended"]
    ),
    ExpectedCase(
      "barrier-on-main-queue",
      .ends,
      SampleFinding(rule: "barrier-lost", operations: []),
      says: ["A barrier of the main queue ran on thread", "not on the main thread"]
    ),
    ExpectedCase(
      "barrier-on-global-queue",
      .ends,
      SampleFinding(rule: "barrier-lost", operations: ["write"]),
      says: ["write of queue writes started while a barrier of the queue was running"]
    ),
    ExpectedCase("barrier-on-plain-queue", .ends),
  ]

  /// Priorities that have no effect, or too much.
  static let priorities = [
    ExpectedCase(
      "priority-raised-late",
      .ends,
      SampleFinding(rule: "priority-without-effect", operations: ["urgent"]),
      says: [
        "urgent was given priority veryHigh", "after it had been added to queue jobs",
        "Set the priority of urgent before it is added to the queue",
      ]
    ),
    ExpectedCase("priority-raised-late-without-quality", .ends),
    ExpectedCase("priority-raised-early", .ends),
    ExpectedCase(
      "low-priority-starves",
      .ends,
      SampleFinding(rule: "slot-starvation", operations: ["old"]),
      says: ["operations of higher priority that were added later went first"]
    ),
  ]

  /// Workers that are all blocked, and queues that have too much to go through.
  static let workers = [
    ExpectedCase(
      "blockers-starve-another-queue",
      .hangs,
      SampleFinding(
        rule: "no-worker",
        operations: Set(
          (1...ProcessInfo.processInfo.activeProcessorCount + 1).map { "read \($0)" }
        ),
        blocked: ["send"]
      ),
      says: [
        "send has not started: ready for", "waits for a worker thread", "serial underlyingQueue",
      ],
      thresholds: .hasty
    ),
    ExpectedCase("one-blocker-is-no-trouble", .ends),
    ExpectedCase("serial-underlying-queue-has-a-thread", .ends),
    ExpectedCase(
      "waits-over-a-shared-serial-queue",
      .hangs,
      SampleFinding(rule: "no-worker", operations: ["measure"], blocked: ["load"]),
      says: ["load waits for it and probably keeps the thread", "models and views seem to share a"]
    ),
    // That a thread sleeps is not in the record: for all one knows it works.
    ExpectedCase("delay-by-sleeping", .ends),
    ExpectedCase(
      "many-blocked-operations",
      .ends,
      SampleFinding(rule: "scheduler-overhead", operations: SampleFinding.any),
      says: ["Queue jobs lost", "up to 4,000 others that were blocked in it"]
    ),
    ExpectedCase(
      "one-finish-releases-thousands",
      .ends,
      SampleFinding(rule: "quadratic-release", operations: ["root"]),
      says: [
        "The finish of root kept its thread busy", "it released 2,000 operations of queue jobs",
      ]
    ),
    ExpectedCase("one-finish-releases-some", .ends),
    // How a queue counts progress is not in the record.
    ExpectedCase("progress-stays-behind", .ends),
    // What it costs to spin is not in the record, and it is finished as soon as it can be.
    ExpectedCase("spins-while-it-waits", .ends),
    ExpectedCase(
      "one-of-many-hangs",
      .hangs,
      SampleFinding(rule: "never-finished", operations: ["feed 117"]),
      says: ["it holds one of 6 slots of queue feeds", "124 others of its class took"]
    ),
  ]
}
