import Foundation

extension FaultSample {
  static let startedBeforeDependency = FaultSample(
    "started-before-dependency",
    wrong: {
      final class Show: GatedOperation, @unchecked Sendable {
        override var isReady: Bool { isOpen }
      }
      fetchAndShow(with: Show())
    },
    right: {
      final class Show: GatedOperation, @unchecked Sendable {
        override var isReady: Bool { super.isReady && isOpen }
      }
      fetchAndShow(with: Show())
    }
  )
}

private class GatedOperation: Operation, @unchecked Sendable {
  let isOpen = true
  let hasBegun = DispatchSemaphore(value: 0)

  override func main() {
    hasBegun.signal()
  }
}

private func fetchAndShow(with show: GatedOperation) {
  let queue = OperationQueue()
  let fetch = BlockOperation {
    // Takes its time; where someone overtakes it, no longer than until then.
    _ = show.hasBegun.wait(timeout: .now() + .milliseconds(200))
  }
  (fetch.name, show.name) = ("fetch", "show")
  show.addDependency(fetch)
  queue.addOperations([fetch, show], waitUntilFinished: true)
}
