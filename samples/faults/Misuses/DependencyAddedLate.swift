import Foundation

extension FaultSample {
  static let dependencyAddedLate = FaultSample(
    "dependency-added-late",
    wrong: {
      let queue = OperationQueue()
      let (hasBegun, isKnown) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let producer = BlockOperation { print("produced") }
      let consumer = BlockOperation {
        hasBegun.signal()
        isKnown.wait()
        print("consumed")
      }
      (producer.name, consumer.name) = ("producer", "consumer")
      queue.addOperation(consumer)
      hasBegun.wait()
      consumer.addDependency(producer)
      isKnown.signal()
      queue.addOperation(producer)
      queue.waitUntilAllOperationsAreFinished()
    },
    right: {
      let queue = OperationQueue()
      let producer = BlockOperation { print("produced") }
      let consumer = BlockOperation { print("consumed") }
      (producer.name, consumer.name) = ("producer", "consumer")
      queue.isSuspended = true
      queue.addOperation(consumer)
      consumer.addDependency(producer)
      queue.addOperation(producer)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    }
  )
}
