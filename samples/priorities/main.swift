// A printer takes one job at a time. Of those that are ready when it gets free, the one with the
// highest priority is next, whatever the order in which they were added.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let printer = OperationQueue()
printer.name = "printer"
printer.maxConcurrentOperationCount = 1

// While jobs are added the queue is suspended, so that all of them compete for the first turn.
printer.isSuspended = true

let jobs: [(name: String, priority: Operation.QueuePriority)] = [
  ("newsletter", .veryLow),
  ("letter", .normal),
  ("photo album", .low),
  ("boarding pass", .veryHigh),
  ("invoice", .high),
]
for job in jobs {
  let operation = BlockOperation {
    Thread.sleep(forTimeInterval: 0.01)
    print("printed \(job.name)")
  }
  operation.name = job.name
  // Before it is added: a later change may come too late.
  operation.queuePriority = job.priority
  printer.addOperation(operation)
}

printer.isSuspended = false
printer.waitUntilAllOperationsAreFinished()
