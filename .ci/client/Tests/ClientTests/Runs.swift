import Foundation
import OperationTraceTesting

/// Two operations, of which the second waits for nothing and still starts after the first.
func twoInARow() throws -> Trace {
  let queue = OperationQueue()
  queue.name = "pair"
  queue.maxConcurrentOperationCount = 1
  let (first, second) = (BlockOperation {}, BlockOperation {})
  first.name = "first"
  second.name = "second"
  return try traced(queue) {
    queue.addOperations([first, second], waitUntilFinished: true)
  }
}

/// Waits for an operation in a queue that nobody resumes.
func hang() throws {
  let queue = OperationQueue()
  queue.name = "closed"
  queue.isSuspended = true
  _ = try traced(queue, timeLimit: .seconds(2)) {
    let held = BlockOperation {}
    held.name = "held"
    queue.addOperations([held], waitUntilFinished: true)
  }
}
