import Foundation

extension FaultSample {
  /// Foundation ends the wrong one with a trap.
  static let startedOutsideQueue = FaultSample(
    "started-outside-queue",
    wrong: {
      let queue = OperationQueue()
      let hasBegun = DispatchSemaphore(value: 0)
      let upload = BlockOperation {
        hasBegun.signal()
        Thread.sleep(forTimeInterval: 0.2)
      }
      upload.name = "upload"
      queue.addOperation(upload)
      hasBegun.wait()
      upload.start()
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let upload = BlockOperation { print("uploaded") }
      upload.name = "upload"
      upload.start()
    }
  )
}
