import Foundation

extension FaultSample {
  static let finishedTwice = FaultSample(
    "finished-twice",
    wrong: {
      final class Download: FinishingOperation, @unchecked Sendable {
        override func finish() {
          lock.withLock { hasFinished = true }
          didChangeValue(forKey: "isFinished")
        }
      }
      answerAndTimeOut(Download())
    },
    right: {
      final class Download: FinishingOperation, @unchecked Sendable {
        override func finish() {
          let isFirst = lock.withLock {
            defer { hasFinished = true }
            return !hasFinished
          }
          if isFirst { didChangeValue(forKey: "isFinished") }
        }
      }
      answerAndTimeOut(Download())
    }
  )
}

private class FinishingOperation: Operation, @unchecked Sendable {
  let lock = NSLock()
  var hasFinished = false

  override var isFinished: Bool { lock.withLock { hasFinished } }

  /// Stands for a request whose answer is there at once.
  override func start() {
    finish()
  }

  func finish() {}
}

private func answerAndTimeOut(_ download: FinishingOperation) {
  download.name = "download"
  let queue = OperationQueue()
  queue.addOperation(download)
  queue.waitUntilAllOperationsAreFinished()
  // Stands for a timer that nobody has stopped.
  download.finish()
}
