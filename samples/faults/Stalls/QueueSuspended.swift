import Foundation

extension FaultSample {
  static let queueSuspended = FaultSample(
    "queue-suspended",
    wrong: {
      let uploads = OperationQueue()
      uploads.name = "uploads"
      let isOnline = goOffline(uploads)
      if isOnline {
        uploads.isSuspended = false
      }
      uploads.cancelAllOperations()
      uploads.waitUntilAllOperationsAreFinished()
    },
    right: {
      let uploads = OperationQueue()
      uploads.name = "uploads"
      let isOnline = goOffline(uploads)
      if isOnline {
        print("back again")
      }
      uploads.cancelAllOperations()
      uploads.isSuspended = false
      uploads.waitUntilAllOperationsAreFinished()
    }
  )
}

/// Suspends the queue and adds an upload to it; the network does not come back.
private func goOffline(_ uploads: OperationQueue) -> Bool {
  uploads.isSuspended = true
  let upload = BlockOperation { print("uploaded") }
  upload.name = "upload"
  uploads.addOperation(upload)
  return false
}
