import Foundation

/// An asynchronous operation as it should be: whoever is given it calls `finish()` when the work is done.
///
/// The cases go wrong in subclasses of it.
class Asynchronous: Operation, @unchecked Sendable {
  enum State {
    case ready, executing, finished
  }

  // Guarded by the lock.
  private var current = State.ready
  private let lock = NSLock()
  private let work: @Sendable (Asynchronous) -> Void

  init(_ name: String, _ work: @escaping @Sendable (Asynchronous) -> Void = { _ in }) {
    self.work = work
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { current == .executing } }
  override var isFinished: Bool { lock.withLock { current == .finished } }

  override func start() {
    if isCancelled { return finish() }
    enter(.executing)
    work(self)
  }

  /// Ends it.
  func finish() {
    enter(.finished)
  }

  /// Changes the state, and tells the queue.
  func enter(_ state: State) {
    change(to: state)
    didChangeValue(forKey: state == .finished ? "isFinished" : "isExecuting")
  }

  /// Changes the state and tells nobody.
  final func change(to state: State) {
    lock.withLock { current = state }
  }
}

/// Executes until the program ends.
final class Endless: Asynchronous, @unchecked Sendable {}
