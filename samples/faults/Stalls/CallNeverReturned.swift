import Foundation

extension FaultSample {
  static let callNeverReturned = FaultSample(
    "call-never-returned",
    wrong: {
      let (queue, save) = queueWithBarrier()
      save.cancel()
      queue.addOperation(save)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (queue, save) = queueWithBarrier()
      queue.addOperation(save)
      save.cancel()
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

/// A queue in which a barrier waits for an operation that takes a moment, and an operation to add behind it.
private func queueWithBarrier() -> (queue: OperationQueue, save: Operation) {
  let load = BlockOperation { Thread.sleep(forTimeInterval: 0.05) }
  let save = BlockOperation { print("saved") }
  (load.name, save.name) = ("load", "save")
  let queue = OperationQueue()
  queue.name = "documents"
  queue.addOperation(load)
  queue.addBarrierBlock { print("all loaded") }
  return (queue, save)
}
