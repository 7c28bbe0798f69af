import Foundation

/// Operations and threads that wait for what needs them.
extension FieldCase {
  static let waits = [
    FieldCase("waits-in-its-own-serial-queue", waitsInItsOwnSerialQueue),
    FieldCase("waits-for-what-depends-on-it", waitsForWhatDependsOnIt),
    FieldCase("main-thread-waits-for-main-queue", mainThreadWaitsForMainQueue),
    FieldCase("main-thread-waits-for-sync-on-it", mainThreadWaitsForSyncOnIt),
    FieldCase("main-queue-not-served", mainQueueNotServed),
    FieldCase("semaphore-for-its-own-queue", semaphoreForItsOwnQueue),
    FieldCase("semaphore-for-another-queue", semaphoreForAnotherQueue),
    FieldCase("waits-before-anything-is-added", waitsBeforeAnythingIsAdded),
    FieldCase("waits-for-what-nobody-adds", waitsForWhatNobodyAdds),
    FieldCase("group-is-never-left", groupIsNeverLeft),
  ]

  /// Case 31.
  private static func waitsInItsOwnSerialQueue() {
    let serial = queue("serial", limit: 1)
    let inner = block("inner")
    let outer = block("outer") {
      serial.addOperation(inner)
      stuck()
      inner.waitUntilFinished()
    }
    run(outer, in: serial)
  }

  /// Case 32.
  private static func waitsForWhatDependsOnIt() {
    let orders = queue("orders")
    let child = block("child")
    let parent = block("parent") {
      orders.addOperation(child)
      stuck()
      child.waitUntilFinished()
    }
    child.addDependency(parent)
    run(parent, in: orders)
  }

  /// Case 34.
  private static func mainThreadWaitsForMainQueue() {
    let work = queue("work")
    let (fetch, ui, save) = (block("fetch"), block("ui"), block("save"))
    ui.addDependency(fetch)
    save.addDependency(ui)
    OperationQueue.main.addOperation(ui)
    stuck()
    work.addOperations([fetch, save], waitUntilFinished: true)
  }

  private static func mainThreadWaitsForSyncOnIt() {
    let work = queue("work")
    let fetch = block("fetch") {
      stuck()
      DispatchQueue.main.sync {}
    }
    let save = block("save")
    save.addDependency(fetch)
    work.addOperations([fetch, save], waitUntilFinished: true)
  }

  /// Case 35.
  private static func mainQueueNotServed() {
    OperationQueue.main.addOperation(block("show"))
    hang()
  }

  /// Case 36.
  private static func semaphoreForItsOwnQueue() {
    semaphoreForACallback(on: { $0 })
  }

  private static func semaphoreForAnotherQueue() {
    let callbacks = queue("callbacks")
    semaphoreForACallback(on: { _ in callbacks })
  }

  private static func semaphoreForACallback(
    on other: @escaping @Sendable (OperationQueue) -> OperationQueue
  ) {
    let session = queue("session", limit: 1)
    let answer = signal()
    let handler = block("handler") {
      other(session).addOperation(block("callback") { answer.signal() })
      stuck()
      answer.wait()
    }
    run(handler, in: session)
  }

  /// Case 37.
  private static func waitsBeforeAnythingIsAdded() {
    let jobs = queue("jobs")
    let (hasWaited, hasAdded) = (signal(), signal())
    Thread.detachNewThread {
      hasWaited.wait()
      jobs.addOperation(block("job"))
      hasAdded.signal()
    }
    jobs.waitUntilAllOperationsAreFinished()
    hasWaited.signal()
    hasAdded.wait()
    jobs.waitUntilAllOperationsAreFinished()
  }

  private static func waitsForWhatNobodyAdds() {
    let job = block("job")
    stuck()
    job.waitUntilFinished()
  }

  /// Case 42: the body that would leave the group is skipped.
  private static func groupIsNeverLeft() {
    let pages = queue("pages", limit: 1)
    let group = DispatchGroup()
    let isCancelled = signal()
    let loads = (1...3).map { number in
      group.enter()
      return block("page \(number)") {
        if number == 1 { isCancelled.wait() }
        group.leave()
      }
    }
    pages.addOperations(loads, waitUntilFinished: false)
    loads[1].cancel()
    isCancelled.signal()
    pages.waitUntilAllOperationsAreFinished()
    stuck()
    group.wait()
  }
}
