import Foundation

/// An operation that goes on after `start()` has returned, until somebody calls `finish()`; the first call counts.
class AsynchronousOperation: Operation, @unchecked Sendable {
  private enum State {
    case ready, executing, finished
  }

  private let lock = NSLock()
  private var state = State.ready

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    guard !isCancelled else { return finish() }
    lock.withLock { state = .executing }
    didChangeValue(forKey: "isExecuting")
    main()
  }

  final func finish() {
    let isFirst = lock.withLock {
      defer { state = .finished }
      return state != .finished
    }
    guard isFirst else { return }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
