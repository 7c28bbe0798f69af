import Foundation

extension FaultSample {
  static let workAfterFinish = FaultSample(
    "work-after-finish",
    wrong: {
      final class Import: ImportOperation, @unchecked Sendable {
        override func main() {
          hasBegun.signal()
          for _ in 1...80 { Thread.sleep(forTimeInterval: 0.01) }
          finish()
          hasEnded.signal()
        }
        override func cancel() {
          super.cancel()
          finish()
        }
      }
      cancelWhileExecuting(Import())
    },
    right: {
      final class Import: ImportOperation, @unchecked Sendable {
        override func main() {
          hasBegun.signal()
          for _ in 1...80 {
            if isCancelled { break }
            Thread.sleep(forTimeInterval: 0.01)
          }
          finish()
          hasEnded.signal()
        }
      }
      cancelWhileExecuting(Import())
    }
  )
}

private class ImportOperation: AsynchronousOperation, @unchecked Sendable {
  let hasBegun = DispatchSemaphore(value: 0)
  let hasEnded = DispatchSemaphore(value: 0)
}

private func cancelWhileExecuting(_ operation: ImportOperation) {
  operation.name = "import"
  let queue = OperationQueue()
  queue.addOperation(operation)
  operation.hasBegun.wait()
  operation.cancel()
  queue.waitUntilAllOperationsAreFinished()
  operation.hasEnded.wait()
}
