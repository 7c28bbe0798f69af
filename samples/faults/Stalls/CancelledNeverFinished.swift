import Foundation

extension FaultSample {
  static let cancelledNeverFinished = FaultSample(
    "cancelled-never-finished",
    wrong: {
      final class Fetch: AsynchronousOperation, @unchecked Sendable {
        override func start() {
          if isCancelled { return }
          super.start()
        }
      }
      cancelBeforeStart(Fetch())
    },
    right: {
      final class Fetch: AsynchronousOperation, @unchecked Sendable {
        override func start() {
          if isCancelled { return finish() }
          super.start()
        }
      }
      cancelBeforeStart(Fetch())
    }
  )
}

private func cancelBeforeStart(_ fetch: AsynchronousOperation) {
  fetch.name = "fetch"
  let show = BlockOperation { print("showing what there is") }
  show.name = "show"
  let queue = OperationQueue()
  queue.name = "net"
  queue.maxConcurrentOperationCount = 1
  fetch.cancel()
  queue.addOperations([fetch, show], waitUntilFinished: true)
}
