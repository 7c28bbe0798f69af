import Foundation

/// Settings of queues that hold up what is in them.
extension FieldCase {
  static let settings = [
    FieldCase("never-resumed", neverResumed),
    FieldCase("cancelled-in-suspended-queue", cancelledInSuspendedQueue),
    FieldCase("resumed-after-cancelling", resumedAfterCancelling),
    FieldCase("dropped-while-suspended", droppedWhileSuspended),
    FieldCase("limit-of-zero", limitOfZero),
    FieldCase("all-slots-leak", allSlotsLeak),
    FieldCase("first-slot-leaks", firstSlotLeaks),
    FieldCase("cancel-all-on-main-queue", cancelAllOnMainQueue),
  ]

  /// Case 43.
  private static func neverResumed() {
    let jobs = queue("jobs")
    jobs.isSuspended = true
    stuck()
    run(block("job"), in: jobs)
  }

  /// Case 45.
  private static func cancelledInSuspendedQueue() {
    let jobs = queue("jobs")
    jobs.isSuspended = true
    jobs.addOperations((1...3).map { block("job \($0)") }, waitUntilFinished: false)
    jobs.cancelAllOperations()
    stuck()
    jobs.waitUntilAllOperationsAreFinished()
  }

  private static func resumedAfterCancelling() {
    let jobs = queue("jobs")
    jobs.isSuspended = true
    jobs.addOperations((1...3).map { block("job \($0)") }, waitUntilFinished: false)
    jobs.cancelAllOperations()
    jobs.isSuspended = false
    jobs.waitUntilAllOperationsAreFinished()
  }

  private static func droppedWhileSuspended() {
    do {
      let player = queue("player")
      player.isSuspended = true
      player.addOperations((1...3).map { block("sound \($0)") }, waitUntilFinished: false)
      player.cancelAllOperations()
    }
    hang()
  }

  /// Case 46.
  private static func limitOfZero() {
    stuck()
    run(block("job"), in: queue("jobs", limit: 0))
  }

  /// Case 47.
  private static func allSlotsLeak() {
    let downloads = queue("downloads", limit: 2)
    let leaks = (1...2).map { Asynchronous("leak \($0)") { _ in stuck() } }
    let others = (1...3).map { block("download \($0)") }
    downloads.addOperations(leaks + others, waitUntilFinished: true)
  }

  /// Case 47 before it is too late: the queue still moves.
  private static func firstSlotLeaks() {
    let downloads = queue("downloads", limit: 2)
    downloads.addOperation(Asynchronous("leak"))
    let ends = Date(timeIntervalSinceNow: 1.6)
    wait {
      run(Asynchronous("download") { $0.finish() }, in: downloads)
      return ends < Date()
    }
  }

  /// Case 57.
  private static func cancelAllOnMainQueue() {
    let show = block("show")
    OperationQueue.main.addOperation(show)
    OperationQueue.main.cancelAllOperations()
    while !show.isFinished { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
  }
}
