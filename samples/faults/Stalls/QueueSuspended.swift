import Foundation

extension FaultSample {
  static let queueSuspended = FaultSample(
    "queue-suspended",
    wrong: {
      let (uploads, upload) = uploadQueue()
      uploads.isSuspended = true
      uploads.addOperation(upload)
      uploads.cancelAllOperations()
      uploads.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (uploads, upload) = uploadQueue()
      uploads.isSuspended = true
      uploads.addOperation(upload)
      uploads.cancelAllOperations()
      uploads.isSuspended = false
      uploads.waitUntilAllOperationsAreFinished()
    }
  )
}

private func uploadQueue() -> (queue: OperationQueue, upload: Operation) {
  let upload = BlockOperation { print("uploaded") }
  upload.name = "upload"
  let queue = OperationQueue()
  queue.name = "uploads"
  return (queue, upload)
}
