import Foundation

private let shelf = DispatchQueue(label: "shelf", attributes: .concurrent)

extension FaultSample {
  static let barrierLost = FaultSample(
    "barrier-lost",
    wrong: {
      let catalogue = OperationQueue()
      catalogue.underlyingQueue = DispatchQueue.global()
      write(to: catalogue)
    },
    right: {
      let catalogue = OperationQueue()
      catalogue.underlyingQueue = shelf
      write(to: catalogue)
    }
  )
}

/// Adds a barrier that writes, and something that reads while it does.
private func write(to catalogue: OperationQueue) {
  // A barrier of an empty queue knows nothing of the queue's underlyingQueue at all.
  let isAdded = DispatchSemaphore(value: 0)
  let count = BlockOperation { isAdded.wait() }
  count.name = "count"
  catalogue.addOperation(count)
  let (isWriting, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  catalogue.addBarrierBlock {
    isWriting.signal()
    // Takes as long as somebody might read, but not for ever.
    _ = isRead.wait(timeout: .now() + .milliseconds(400))
  }
  isAdded.signal()
  isWriting.wait()
  let read = BlockOperation { isRead.signal() }
  read.name = "read"
  catalogue.addOperation(read)
  read.waitUntilFinished()
}
