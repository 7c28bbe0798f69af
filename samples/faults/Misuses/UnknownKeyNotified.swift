import Foundation

extension FaultSample {
  static let unknownKeyNotified = FaultSample(
    "unknown-key-notified",
    wrong: {
      final class Upload: UploadWithState, @unchecked Sendable {
        override func finish() {
          state = .finished
          didChangeValue(forKey: "state")
        }
      }
      send(Upload())
    },
    right: {
      final class Upload: UploadWithState, @unchecked Sendable {
        override func finish() {
          state = .finished
          didChangeValue(forKey: "isFinished")
        }
      }
      send(Upload())
    }
  )
}

private class UploadWithState: Operation, @unchecked Sendable {
  enum State {
    case ready, executing, finished
  }

  private let lock = NSLock()
  private var current = State.ready
  let isSent = DispatchSemaphore(value: 0)

  var state: State {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  override var isExecuting: Bool { state == .executing }
  override var isFinished: Bool { state == .finished }

  override func start() {
    state = .executing
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in
      finish()
      isSent.signal()
    }
  }

  func finish() {}
}

private func send(_ upload: UploadWithState) {
  upload.name = "upload"
  let queue = OperationQueue()
  queue.addOperation(upload)
  upload.isSent.wait()
  print("\(queue.operationCount) still to be sent")
}
