import Foundation

extension FaultSample {
  static let completionBlockLost = FaultSample(
    "completion-block-lost",
    wrong: {
      let queue = OperationQueue()
      let save = BlockOperation { print("saved") }
      save.name = "save"
      queue.addOperation(save)
      save.waitUntilFinished()
      save.completionBlock = { print("told the user") }
    },
    right: {
      let queue = OperationQueue()
      let isTold = DispatchSemaphore(value: 0)
      let save = BlockOperation { print("saved") }
      save.name = "save"
      save.completionBlock = {
        print("told the user")
        isTold.signal()
      }
      queue.addOperation(save)
      save.waitUntilFinished()
      isTold.wait()
    }
  )
}
