import Foundation

/// Barriers that hold up what is behind them, or do not.
extension FieldCase {
  static let barriers = [
    FieldCase("barrier-behind-what-never-finishes", barrierBehindWhatNeverFinishes),
    FieldCase("barrier-behind-what-finishes-late", barrierBehindWhatFinishesLate),
    FieldCase("barrier-that-waits-for-a-lock", barrierThatWaitsForALock),
    FieldCase("cancelled-before-it-is-added-behind-a-barrier", cancelledBeforeItIsAdded),
    FieldCase("cancelled-after-it-is-added-behind-a-barrier", cancelledAfterItIsAdded),
    FieldCase("always-ready-behind-a-barrier", alwaysReadyBehindABarrier),
    FieldCase("barrier-on-suspended-queue", barrierOnSuspendedQueue),
    FieldCase("barrier-on-main-queue", barrierOnMainQueue),
    FieldCase("barrier-on-global-queue") { overtakeBarrier(over: .global()) },
    FieldCase("barrier-on-plain-queue") { overtakeBarrier(over: nil) },
  ]

  /// Case 50.
  private static func barrierBehindWhatNeverFinishes() {
    let (writes, reports) = (queue("writes"), queue("reports"))
    writes.addOperation(Endless("upload"))
    writes.addBarrierBlock {}
    let write = block("write")
    writes.addOperation(write)
    let report = block("report")
    report.addDependency(write)
    reports.addOperation(report)
    stuck()
    report.waitUntilFinished()
  }

  private static func barrierBehindWhatFinishesLate() {
    let writes = queue("writes")
    writes.addOperation(Asynchronous("upload") { upload in later { upload.finish() } })
    writes.addBarrierBlock {}
    run(block("write"), in: writes)
  }

  private static func barrierThatWaitsForALock() {
    let (isReading, lock) = (signal(), NSLock())
    let writes = queue("writes")
    lock.lock()
    writes.addOperation(block("read") { isReading.wait() })
    writes.addBarrierBlock {
      stuck()
      lock.lock()
      lock.unlock()
    }
    let write = block("write")
    writes.addOperation(write)
    isReading.signal()
    write.waitUntilFinished()
  }

  /// Case 56: what has been cancelled is ready, and the queue can't take what is ready too early.
  private static func cancelledBeforeItIsAdded() {
    add(behindABarrier: block("write")) { $0.cancel() }
  }

  private static func cancelledAfterItIsAdded() {
    let (isCancelled, writes) = (signal(), queue("writes"))
    writes.addOperation(block("read") { isCancelled.wait() })
    writes.addBarrierBlock {}
    let write = block("write")
    writes.addOperation(write)
    write.cancel()
    isCancelled.signal()
    writes.waitUntilAllOperationsAreFinished()
  }

  private static func alwaysReadyBehindABarrier() {
    add(behindABarrier: AlwaysReady("write")) { _ in }
  }

  private static func add(behindABarrier write: Operation, _ prepare: (Operation) -> Void) {
    let (isAdding, writes) = (signal(), queue("writes"))
    writes.addOperation(block("read") { isAdding.wait() })
    writes.addBarrierBlock {}
    prepare(write)
    later(0.1) {
      isAdding.signal()
      stuck()
    }
    writes.addOperation(write)
    writes.waitUntilAllOperationsAreFinished()
  }

  /// Case 51.
  private static func barrierOnSuspendedQueue() {
    let hasRun = signal()
    let writes = queue("writes")
    writes.isSuspended = true
    writes.addBarrierBlock { hasRun.signal() }
    hasRun.wait()
  }

  private static func barrierOnMainQueue() {
    let hasRun = signal()
    OperationQueue.main.addBarrierBlock { hasRun.signal() }
    hasRun.wait()
  }

  /// Case 53, and with no underlying queue its control.
  private static func overtakeBarrier(over underlying: DispatchQueue?) {
    let (isRunning, isLate) = (signal(), signal())
    let writes = queue("writes")
    writes.underlyingQueue = underlying
    writes.addOperation(block("read") { usleep(10_000) })
    writes.addBarrierBlock {
      isRunning.signal()
      isLate.wait()
    }
    isRunning.wait()
    let write = block("write")
    writes.addOperation(write)
    if underlying == nil { usleep(50_000) } else { write.waitUntilFinished() }
    isLate.signal()
    write.waitUntilFinished()
  }
}
