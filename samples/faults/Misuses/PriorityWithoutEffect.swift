import Foundation

extension FaultSample {
  static let priorityWithoutEffect = FaultSample(
    "priority-without-effect",
    wrong: {
      let queue = OperationQueue()
      let upload = BlockOperation()
      upload.name = "upload"
      upload.addExecutionBlock { [unowned upload] in
        upload.queuePriority = .veryHigh
        print("uploaded")
      }
      queue.addOperation(upload)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      let upload = BlockOperation()
      upload.name = "upload"
      upload.addExecutionBlock { print("uploaded") }
      upload.queuePriority = .veryHigh
      queue.addOperation(upload)
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}
