import Foundation
import Synchronization

/// An operation that goes on after `start()` has returned, until `finish()` is called.
class AsynchronousOperation: Operation, @unchecked Sendable {
  private enum State {
    case pending
    case executing
    case finished
  }

  private let state = Mutex(State.pending)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else {
      finish()
      return
    }
    change(to: .executing)
    main()
  }

  /// Says that the work is done; the queue goes on with what waits for it.
  func finish() {
    change(to: .finished)
  }

  private func change(to next: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    state.withLock { $0 = next }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
