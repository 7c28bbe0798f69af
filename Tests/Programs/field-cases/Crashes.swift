import Foundation

/// Misuse that ends the process: what led there must be in the file by then.
extension FieldCase {
  static let crashes = [
    FieldCase("started-by-hand-while-it-runs", startedByHandWhileItRuns),
    FieldCase("started-by-two-threads", startedByTwoThreads),
    FieldCase("started-by-hand-while-suspended", startedByHandWhileSuspended),
    FieldCase("started-before-it-is-ready", startedBeforeItIsReady),
    FieldCase("underlying-queue-changed-late", underlyingQueueChangedLate),
    FieldCase("enqueued-when-finished", enqueuedWhenFinished),
    FieldCase("enqueued-in-two-queues", enqueuedInTwoQueues),
  ]

  /// Case 9.
  private static func startedByHandWhileItRuns() {
    let isRunning = signal()
    let sync = block("sync") {
      isRunning.signal()
      hang()
    }
    queue("syncs").addOperation(sync)
    isRunning.wait()
    sync.start()
  }

  private static func startedByTwoThreads() {
    let isRunning = signal()
    let sync = block("sync") {
      isRunning.signal()
      hang()
    }
    Thread.detachNewThread { sync.start() }
    isRunning.wait()
    sync.start()
  }

  private static func startedByHandWhileSuspended() {
    let syncs = queue("syncs")
    syncs.isSuspended = true
    let sync = block("sync")
    syncs.addOperation(sync)
    sync.start()
    syncs.isSuspended = false
    syncs.waitUntilAllOperationsAreFinished()
  }

  /// Case 62.
  private static func startedBeforeItIsReady() {
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    show.start()
  }

  /// Case 49.
  private static func underlyingQueueChangedLate() {
    let jobs = queue("jobs")
    jobs.isSuspended = true
    jobs.addOperation(block("job"))
    let serial = DispatchQueue(label: "jobs")
    jobs.underlyingQueue = serial
    withExtendedLifetime(serial) {}
  }

  /// Case 61.
  private static func enqueuedWhenFinished() {
    let (first, second) = (queue("first"), queue("second"))
    let job = block("job")
    run(job, in: first)
    second.addOperation(job)
  }

  private static func enqueuedInTwoQueues() {
    let (first, second) = (queue("first"), queue("second"))
    first.isSuspended = true
    let job = block("job")
    first.addOperation(job)
    second.addOperation(job)
  }
}
