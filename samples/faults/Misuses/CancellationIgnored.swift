import Foundation

extension FaultSample {
  static let cancellationIgnored = FaultSample(
    "cancellation-ignored",
    wrong: {
      let queue = OperationQueue()
      let encode = BlockOperation()
      encode.name = "encode"
      encode.addExecutionBlock { [unowned encode] in
        for frame in 1...40 {
          Thread.sleep(forTimeInterval: 0.01)
          // Stands for someone who has seen enough.
          if frame == 3 { encode.cancel() }
        }
      }
      queue.addOperation(encode)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      let encode = BlockOperation()
      encode.name = "encode"
      encode.addExecutionBlock { [unowned encode] in
        for frame in 1...40 {
          if encode.isCancelled { return }
          Thread.sleep(forTimeInterval: 0.01)
          if frame == 3 { encode.cancel() }
        }
      }
      queue.addOperation(encode)
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}
