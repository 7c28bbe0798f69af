import Foundation

extension FaultSample {
  static let barrierBlocked = FaultSample(
    "barrier-blocked",
    patience: 9,
    wrong: {
      let answer = DispatchSemaphore(value: 0)
      let cache = OperationQueue()
      cache.name = "cache"
      cache.addBarrierBlock {
        answer.wait()
        print("cleared")
      }
      read(from: cache)
    },
    right: {
      let answer = DispatchSemaphore(value: 0)
      let cache = OperationQueue()
      cache.name = "cache"
      cache.addBarrierBlock {
        if answer.wait(timeout: .now() + 0.05) == .timedOut { print("no answer") }
        print("cleared")
      }
      read(from: cache)
    }
  )
}

private func read(from cache: OperationQueue) {
  let read = BlockOperation { print("read") }
  read.name = "read"
  cache.addOperation(read)
  cache.waitUntilAllOperationsAreFinished()
}
