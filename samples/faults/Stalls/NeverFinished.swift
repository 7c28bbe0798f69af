import Foundation

extension FaultSample {
  static let neverFinished = FaultSample(
    "never-finished",
    wrong: {
      final class Upload: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          send { error in
            guard error == nil else { return }
            print("uploaded")
            self.finish()
          }
        }
      }
      uploadAndNotify(Upload())
    },
    right: {
      final class Upload: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          send { error in
            defer { self.finish() }
            guard error == nil else { return }
            print("uploaded")
          }
        }
      }
      uploadAndNotify(Upload())
    }
  )
}

private struct NoRoute: Error {}

/// Stands for a request that fails.
private func send(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { completion(NoRoute()) }
}

private func uploadAndNotify(_ upload: Operation) {
  let notify = BlockOperation { print("notified") }
  (upload.name, notify.name) = ("upload", "notify")
  let queue = OperationQueue()
  queue.name = "net"
  queue.maxConcurrentOperationCount = 1
  queue.addOperations([upload, notify], waitUntilFinished: true)
}
