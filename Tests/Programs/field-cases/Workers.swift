import Foundation

/// Workers that are all blocked, and queues that have too much to go through.
extension FieldCase {
  static let workers = [
    FieldCase("blockers-starve-another-queue", blockersStarveAnotherQueue),
    FieldCase("one-blocker-is-no-trouble", oneBlockerIsNoTrouble),
    FieldCase("serial-underlying-queue-has-a-thread", serialUnderlyingQueueHasAThread),
    FieldCase("waits-over-a-shared-serial-queue", waitsOverASharedSerialQueue),
    FieldCase("delay-by-sleeping", delayBySleeping),
    FieldCase("many-blocked-operations", manyBlockedOperations),
    FieldCase("one-finish-releases-thousands", oneFinishReleasesThousands),
    FieldCase("one-finish-releases-some") { release(100) },
    FieldCase("progress-stays-behind", progressStaysBehind),
    FieldCase("spins-while-it-waits", spinsWhileItWaits),
    FieldCase("one-of-many-hangs", oneOfManyHangs),
  ]

  /// Case 70: one more thread comes each second, which is taken at once.
  private static func blockersStarveAnotherQueue() {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let (disk, mail) = (queue("disk"), queue("mail"))
    let (isRunning, forever) = (signal(), signal())
    for number in 1...processors + 1 {
      disk.addOperation(
        block("read \(number)") {
          isRunning.signal()
          forever.wait()
        }
      )
    }
    let send = block("send")
    mail.addOperation(send)
    for _ in 1...processors + 1 { isRunning.wait() }
    stuckForAWhile()
    send.waitUntilFinished()
  }

  private static func oneBlockerIsNoTrouble() {
    let (disk, mail) = (queue("disk"), queue("mail"))
    let isSent = signal()
    disk.addOperation(block("read") { isSent.wait() })
    run(block("send"), in: mail)
    isSent.signal()
    disk.waitUntilAllOperationsAreFinished()
  }

  private static func serialUnderlyingQueueHasAThread() {
    let (disk, mail) = (queue("disk"), queue("mail"))
    // A queue does not keep its underlying queue.
    let thread = DispatchQueue(label: "mail")
    mail.underlyingQueue = thread
    let isSent = signal()
    let reads = (1...4).map { block("read \($0)") { isSent.wait() } }
    disk.addOperations(reads, waitUntilFinished: false)
    run(block("send"), in: mail)
    for _ in reads { isSent.signal() }
    disk.waitUntilAllOperationsAreFinished()
    withExtendedLifetime(thread) {}
  }

  private static func waitsOverASharedSerialQueue() {
    let (models, views) = (queue("models"), queue("views"))
    let thread = DispatchQueue(label: "ui")
    models.underlyingQueue = thread
    views.underlyingQueue = thread
    let measure = block("measure")
    let load = block("load") {
      views.addOperation(measure)
      stuck()
      measure.waitUntilFinished()
    }
    run(load, in: models)
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
    wait { gate.isExecuting }
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
    let dependents = (1...count).map { block("dependent \($0)") { usleep(20) } }
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
