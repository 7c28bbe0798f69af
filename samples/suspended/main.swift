// Uploads a photo and removes the local copy. The connection is lost, the queue of uploads is
// suspended, and no code ever resumes it. This program never ends, so it gives up.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let connection = OperationQueue()
connection.name = "connection"

let uploads = OperationQueue()
uploads.name = "uploads"

let cleanup = OperationQueue()
cleanup.name = "cleanup"

let check = BlockOperation {
  // Stands for a look at the network: there is none.
  Thread.sleep(forTimeInterval: 0.02)
  // WRONG: the code that is told of a new connection does not set this back.
  uploads.isSuspended = true
}
check.name = "check connection"

let upload = BlockOperation {
  print("uploaded")
}
upload.name = "upload photo"
upload.addDependency(check)

let remove = BlockOperation {
  print("removed the local copy")
}
remove.name = "remove local copy"
remove.addDependency(upload)

cleanup.addOperation(remove)
uploads.addOperation(upload)
connection.addOperation(check)

Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 2)
  print("gave up after 2 seconds: the local copy has not been removed")
  exit(EXIT_FAILURE)
}
cleanup.waitUntilAllOperationsAreFinished()
