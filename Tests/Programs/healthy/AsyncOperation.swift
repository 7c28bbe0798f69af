import Foundation
import OperationTracing
import Synchronization

/// An asynchronous operation as it should be written: it tells its queue of every change, and finishes on every path.
class AsyncOperation: Operation, @unchecked Sendable {
  private enum State {
    case idle, executing, finished
  }

  private let state = Mutex(State.idle)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else {
      finish()
      return
    }
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    main()
  }

  /// Ends the operation, once.
  func finish() {
    let wasOver = state.withLock { state in
      defer { state = .finished }
      return state == .finished
    }
    if wasOver { return }
    willChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// Stands for a request that the network answers some time later, on a thread of its own making.
final class Transfer: AsyncOperation, @unchecked Sendable {
  private static let network = DispatchQueue(label: "network")
  private let milliseconds: Int
  private let fails: Bool

  init(_ name: String, milliseconds: Int, fails: Bool = false) {
    self.milliseconds = milliseconds
    self.fails = fails
    super.init()
    self.name = name
  }

  override func main() {
    Self.network.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      if fails { recordFailure(of: self, "no route to host") }
      finish()
    }
  }

  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }
}
