/// Which faults are related: those of a family look alike, come together, or are mistaken for one another.
enum FaultFamilies {
  /// The families; a fault may belong to several.
  static let all: [[String]] = [
    // Circles.
    ["dependency-cycle", "self-dependency", "self-deadlock", "blocking-wait-in-operation"],
    // Operations that do not come to an end.
    [
      "never-finished", "finished-without-notification", "cancelled-never-finished",
      "executing-too-long",
    ],
    ["finished-without-notification", "unknown-key-notified", "never-ready"],
    // Operations that do not start.
    ["dependency-not-enqueued", "never-ready", "removed-dependency", "dependency-added-late"],
    ["no-free-slot", "no-worker", "queue-suspended", "slot-starvation"],
    ["main-queue-not-drained", "main-thread-wait", "queue-suspended"],
    ["call-never-returned", "self-dependency", "barrier-blocked"],
    ["barrier-blocked", "barrier-lost", "blocked-by-stall"],
    // Threads that wait.
    ["blocking-wait-in-operation", "no-worker", "slot-starvation", "executing-too-long"],
    // Cancellation and failure.
    ["cancelled-never-finished", "cancellation-ignored", "ran-after-cancelled-dependency"],
    ["ran-after-cancelled-dependency", "ran-after-failed-dependency", "started-before-dependency"],
    // Order, and who starts and finishes.
    ["finished-before-start", "started-outside-queue", "finished-twice", "work-after-finish"],
    ["work-after-finish", "asynchronous-work-in-main", "never-finished"],
    ["started-before-dependency", "dependency-added-late", "late-result", "priority-inversion"],
    ["priority-inversion", "priority-without-effect"],
    // What runs when an operation has finished, and what stays.
    ["slow-completion-block", "completion-block-lost", "retained-after-finish"],
    // Throughput.
    ["unbounded-backlog", "slot-starvation", "over-serialised", "scheduler-overhead"],
    ["tiny-operations", "scheduler-overhead", "over-serialised"],
    ["quadratic-release", "deep-chain", "scheduler-overhead"],
  ]

  /// The other members of a fault's families, in the order of the alphabet.
  static func relatives(of name: String) -> [String] {
    let members = all.filter { $0.contains(name) }.joined()
    return Set(members).subtracting([name]).sorted()
  }
}
