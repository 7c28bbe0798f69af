import Foundation

/// Workers that are all blocked, and queues that have too much to go through.
extension FieldCase {
  static let workers = [
    FieldCase("blockers-starve-another-queue") { send(past: 5, onThreadOfItsOwn: false) },
    FieldCase("one-blocker-is-no-trouble") { send(past: 1, onThreadOfItsOwn: false) },
    FieldCase("serial-underlying-queue-has-a-thread") { send(past: 5, onThreadOfItsOwn: true) },
    FieldCase("delay-by-sleeping", delayBySleeping),
    FieldCase("many-blocked-operations", manyBlockedOperations),
    FieldCase("one-finish-releases-thousands", oneFinishReleasesThousands),
    FieldCase("one-finish-releases-some") { release(100) },
    FieldCase("progress-stays-behind", progressStaysBehind),
    FieldCase("spins-while-it-waits", spinsWhileItWaits),
    FieldCase("one-of-many-hangs", oneOfManyHangs),
  ]

  /// Case 70 and its controls.
  private static func send(past blockers: Int, onThreadOfItsOwn hasThread: Bool) {
    let (disk, mail) = (queue("disk"), queue("mail"))
    let thread = DispatchQueue(label: "mail")
    if hasThread { mail.underlyingQueue = thread }
    let forever = signal()
    let reads = (1...blockers).map { block("read \($0)") { forever.wait() } }
    disk.addOperations(reads, waitUntilFinished: false)
    if blockers > 1, !hasThread { stuck() }
    run(block("send"), in: mail)
    // A queue does not keep its underlying queue.
    withExtendedLifetime(thread) {}
  }

  /// Case 71.
  private static func delayBySleeping() {
    let jobs = queue("jobs", limit: 2)
    let delays = (1...2).map { block("delay \($0)") { usleep(1_300_000) } }
    let others = (1...10).map { block("job \($0)") }
    jobs.addOperations(delays + others, waitUntilFinished: true)
  }

  /// Case 74.
  private static func manyBlockedOperations() {
    let jobs = queue("jobs")
    let gate = Endless("gate")
    let blocked = (1...4_000).map { block("blocked \($0)") }
    for operation in blocked { operation.addDependency(gate) }
    jobs.addOperation(gate)
    jobs.addOperations(blocked, waitUntilFinished: false)
    for number in 1...300 { run(block("job \(number)"), in: jobs) }
  }

  /// Case 75.
  private static func oneFinishReleasesThousands() {
    release(2_000)
  }

  private static func release(_ count: Int) {
    let jobs = queue("jobs")
    let root = Asynchronous("root")
    let dependents = (1...count).map { block("dependent \($0)") }
    for operation in dependents { operation.addDependency(root) }
    jobs.addOperations([root] + dependents, waitUntilFinished: false)
    wait { root.isExecuting }
    root.finish()
    jobs.waitUntilAllOperationsAreFinished()
  }

  /// Case 76.
  private static func progressStaysBehind() {
    let jobs = queue("jobs")
    jobs.progress.totalUnitCount = 4
    let uploads = (1...2).map { Asynchronous("upload \($0)") { $0.finish() } }
    jobs.addOperations(uploads + (1...2).map { block("job \($0)") }, waitUntilFinished: true)
  }

  /// Case 77.
  private static func spinsWhileItWaits() {
    let poll = Asynchronous("poll") { poll in
      later(0.3) { poll.finish() }
      while !poll.isFinished {}
    }
    run(poll, in: queue("polls"))
  }

  /// Case 79.
  private static func oneOfManyHangs() {
    let feeds = queue("feeds", limit: 6)
    let refreshes = (1...250).map { number -> Operation in
      if number % 2 == 0 { return block("feed \(number)") }
      return Asynchronous("feed \(number)") { feed in
        if number != 117 { later(0.01) { feed.finish() } }
      }
    }
    feeds.addOperations(refreshes, waitUntilFinished: false)
    for refresh in refreshes where refresh.name != "feed 117" { refresh.waitUntilFinished() }
    stuck()
    feeds.waitUntilAllOperationsAreFinished()
  }
}
