import Foundation

/// An asynchronous operation that publishes its own state.
final class Download: Operation, @unchecked Sendable {
  // `state` is guarded by `lock`.
  private enum State { case waiting, executing, finished }
  private let lock = NSLock()
  private var state = State.waiting
  let number: Int

  init(_ number: Int) {
    self.number = number
    super.init()
    name = "download \(number)"
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    if isCancelled { return move(to: .finished) }
    move(to: .executing)
    DispatchQueue.global().async { self.move(to: .finished) }
  }

  private func move(to next: State) {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { state = next }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// A synchronous operation that nobody can subclass.
final class Decode: Operation, @unchecked Sendable {
  // Written in `main()`, read by those that depend on it.
  let number: Int
  private(set) var result = 0

  init(_ number: Int) { self.number = number }

  override func main() {
    result = (0..<1_000).reduce(number) { ($0 &* 31 &+ $1) & 0xFFFF }
  }
}

class Step: Operation, @unchecked Sendable {
  // Without state of its own.
  override func main() {}
}

/// A subclass of a subclass.
final class Resize: Step, @unchecked Sendable {
  override func main() { super.main() }
}

/// A subclass of Foundation's block operation.
final class Chore: BlockOperation, @unchecked Sendable {}

/// A queue that counts what is added to it.
final class CountingQueue: OperationQueue, @unchecked Sendable {
  // `count` is guarded by `lock`.
  private let lock = NSLock()
  private var count = 0
  var added: Int { lock.withLock { count } }

  override func addOperation(_ operation: Operation) {
    lock.withLock { count += 1 }
    super.addOperation(operation)
  }
}

/// A queue that hands everything to another one.
final class ForwardingQueue: OperationQueue, @unchecked Sendable {
  private let target = OperationQueue()

  override func addOperation(_ operation: Operation) { target.addOperation(operation) }
  override func waitUntilAllOperationsAreFinished() { target.waitUntilAllOperationsAreFinished() }
}
