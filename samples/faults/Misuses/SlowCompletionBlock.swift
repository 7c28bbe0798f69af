import Foundation

extension FaultSample {
  static let slowCompletionBlock = FaultSample(
    "slow-completion-block",
    wrong: {
      let queue = OperationQueue()
      let isIndexed = DispatchSemaphore(value: 0)
      let load = BlockOperation { print("loaded") }
      load.name = "load"
      load.completionBlock = {
        buildIndex()
        isIndexed.signal()
      }
      queue.addOperation(load)
      isIndexed.wait()
    },
    right: {
      let queue = OperationQueue()
      let load = BlockOperation { print("loaded") }
      load.name = "load"
      load.completionBlock = { print("the file is here") }
      let index = BlockOperation { buildIndex() }
      index.addDependency(load)
      queue.addOperations([load, index], waitUntilFinished: true)
    }
  )
}

private func buildIndex() {
  Thread.sleep(forTimeInterval: 0.3)
}
