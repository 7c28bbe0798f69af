import Foundation

/// A queue; -1 stands for no limit of its own.
func queue(_ name: String, limit: Int = OperationQueue.defaultMaxConcurrentOperationCount)
  -> OperationQueue
{
  let queue = OperationQueue()
  queue.name = name
  queue.maxConcurrentOperationCount = limit
  return queue
}

/// A block with a name.
func block(_ name: String, _ body: @escaping @Sendable () -> Void = {}) -> BlockOperation {
  let operation = BlockOperation(block: body)
  operation.name = name
  return operation
}

/// A signal from one thread to another.
func signal() -> DispatchSemaphore {
  DispatchSemaphore(value: 0)
}

/// Calls back later, as a server or a device would.
func later(_ seconds: Double = 0.05, _ body: @escaping @Sendable () -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
}

/// Looks every millisecond whether something has come about.
func wait(until isSo: () -> Bool) {
  while !isSo() { usleep(1000) }
}

/// Adds an operation from a thread of nobody, and waits until it is over; for what has to happen in a certain order.
func run(_ operation: Operation, in queue: OperationQueue) {
  queue.addOperations([operation], waitUntilFinished: true)
}
