import Foundation

extension FaultSample {
  static let finishedBeforeStart = FaultSample(
    "finished-before-start",
    wrong: {
      final class Upload: AsynchronousOperation, @unchecked Sendable {
        override func cancel() {
          super.cancel()
          finish()
        }
      }
      cancelWhileQueued(Upload())
    },
    right: {
      final class Upload: AsynchronousOperation, @unchecked Sendable {
        override func cancel() {
          super.cancel()
          if isExecuting { finish() }
        }
      }
      cancelWhileQueued(Upload())
    }
  )
}

private func cancelWhileQueued(_ upload: Operation) {
  upload.name = "upload"
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.addOperation(upload)
  upload.cancel()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
}
