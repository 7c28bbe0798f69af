import Foundation

extension FaultSample {
  static let callNeverReturned = FaultSample(
    "call-never-returned",
    wrong: {
      let (queue, save) = loadAndSave()
      queue.addBarrierBlock { print("all loaded") }
      save.cancel()
      queue.addOperation(save)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let (queue, save) = loadAndSave()
      queue.addBarrierBlock { print("all loaded") }
      queue.addOperation(save)
      save.cancel()
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}

/// A queue that loads something for a moment, and an operation to add to it.
private func loadAndSave() -> (queue: OperationQueue, save: Operation) {
  let load = BlockOperation { Thread.sleep(forTimeInterval: 0.1) }
  let save = BlockOperation { print("saved") }
  (load.name, save.name) = ("load", "save")
  let queue = OperationQueue()
  queue.name = "documents"
  queue.addOperation(load)
  return (queue, save)
}
