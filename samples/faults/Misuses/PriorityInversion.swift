import Foundation

extension FaultSample {
  static let priorityInversion = FaultSample(
    "priority-inversion",
    patience: 20,
    wrong: {
      let (queue, thumbnails, load, pay) = shop()
      pay.queuePriority = .veryHigh
      pay.addDependency(load)
      queue.addOperations(thumbnails + [load, pay], waitUntilFinished: true)
    },
    right: {
      let (queue, thumbnails, load, pay) = shop()
      pay.queuePriority = .veryHigh
      load.queuePriority = .veryHigh
      pay.addDependency(load)
      queue.addOperations(thumbnails + [load, pay], waitUntilFinished: true)
    }
  )
}

private func shop() -> (OperationQueue, [Operation], Operation, Operation) {
  let queue = OperationQueue()
  (queue.name, queue.maxConcurrentOperationCount) = ("shop", 1)
  let thumbnails = (1...12).map { number in
    let operation = BlockOperation { Thread.sleep(forTimeInterval: 0.1) }
    operation.name = "thumbnail \(number)"
    return operation
  }
  let load = BlockOperation { print("loaded") }
  let pay = BlockOperation { print("paid") }
  (load.name, pay.name) = ("load", "pay")
  return (queue, thumbnails, load, pay)
}
