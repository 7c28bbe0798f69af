import Foundation
import Synchronization

extension FaultSample {
  static let finishedWithoutNotification = FaultSample(
    "finished-without-notification",
    wrong: {
      final class Timer: DelayedOperation, @unchecked Sendable {
        override func fire() {
          state.withLock { $0 = true }
        }
      }
      waitThenBeep(Timer())
    },
    right: {
      final class Timer: DelayedOperation, @unchecked Sendable {
        override func fire() {
          willChangeValue(forKey: "isFinished")
          state.withLock { $0 = true }
          didChangeValue(forKey: "isFinished")
        }
      }
      waitThenBeep(Timer())
    }
  )
}

private class DelayedOperation: Operation, @unchecked Sendable {
  let state = Mutex(false)

  override var isAsynchronous: Bool { true }
  override var isFinished: Bool { state.withLock { $0 } }

  override func start() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { self.fire() }
  }

  func fire() {}
}

private func waitThenBeep(_ timer: Operation) {
  let beep = BlockOperation { print("beep") }
  (timer.name, beep.name) = ("timer", "beep")
  beep.addDependency(timer)
  OperationQueue().addOperations([timer, beep], waitUntilFinished: true)
}
