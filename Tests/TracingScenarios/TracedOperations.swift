package import Foundation

/// An asynchronous operation that publishes its own state, as people write them; its class is `final`, so that the compiler
/// may call Foundation's methods on it directly.
package final class Fetch: Operation, @unchecked Sendable {
  // The state is guarded by `lock`.
  private let lock = NSLock()
  private var done = false
  private var running = false
  private let finishes: Bool

  package init(_ name: String? = nil, finishes: Bool = true) {
    self.finishes = finishes
    super.init()
    self.name = name
  }

  package override var isAsynchronous: Bool { true }
  package override var isExecuting: Bool { lock.withLock { running } }
  package override var isFinished: Bool { lock.withLock { done } }

  package override func start() {
    lock.withLock { running = true }
    didChangeValue(forKey: "isExecuting")
    if isCancelled { return finish() }
    guard finishes else { return }
    DispatchQueue.global().async { self.finish() }
  }

  package func finish() {
    lock.withLock {
      running = false
      done = true
    }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

/// A synchronous operation of an open class.
package class Step: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state of its own.
  package override func main() {}
}

/// A class of which only one scenario makes an object.
package class Newcomer: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state of its own.
  package override func main() {}
}

/// A class of blocks of which only one scenario makes an object.
package class Chore: BlockOperation, @unchecked Sendable {
  // Sendable as every operation is; it has no state of its own.
}

/// A class of queues of which only one scenario makes an object.
package class Lane: OperationQueue, @unchecked Sendable {
  // Sendable as every queue is; it has no state of its own.
}

/// A queue that counts what is added to it.
package final class Counter: OperationQueue, @unchecked Sendable {
  // Guarded by `lock`.
  private let lock = NSLock()
  private var added = 0
  package var count: Int { lock.withLock { added } }

  package override func addOperation(_ operation: Operation) {
    lock.withLock { added += 1 }
    super.addOperation(operation)
  }

  package override func addOperations(_ operations: [Operation], waitUntilFinished: Bool) {
    lock.withLock { added += operations.count }
    super.addOperations(operations, waitUntilFinished: waitUntilFinished)
  }
}

/// A queue that hands everything to another one, or to none.
package class Forwarder: OperationQueue, @unchecked Sendable {
  private let target: OperationQueue?

  package init(to target: OperationQueue?) { self.target = target }

  package override func addOperation(_ operation: Operation) { target?.addOperation(operation) }
}

/// A subclass of a subclass.
package class Resize: Step, @unchecked Sendable {
  package override func main() { super.main() }
}

/// Says by itself when it is ready.
package final class Gated: Operation, @unchecked Sendable {
  // The gate is guarded by `lock`.
  private let lock = NSLock()
  private var isOpen = false

  package override var isReady: Bool { super.isReady && lock.withLock { isOpen } }

  package func open() {
    lock.withLock { isOpen = true }
    didChangeValue(forKey: "isReady")
  }
}

/// Passes a cancellation on and does nothing else of its own.
package final class Minded: Operation, @unchecked Sendable {
  package override func cancel() { super.cancel() }
}

/// Publishes its own state but not its start, and finishes when it is told to.
package final class Slow: Operation, @unchecked Sendable {
  package let started = Gate()
  // The state is guarded by `lock`.
  private let lock = NSLock()
  private var done = false

  package override var isAsynchronous: Bool { true }
  package override var isFinished: Bool { lock.withLock { done } }

  package override func start() { started.open() }

  package func finish() {
    lock.withLock { done = true }
    didChangeValue(forKey: "isFinished")
  }

  package func finish<Value>(by path: KeyPath<Operation, Value>) {
    lock.withLock { done = true }
    didChangeValue(for: path)
  }
}

/// Finishes in its `start()` and tells nobody.
package final class Silent: Operation, @unchecked Sendable {
  // The state is guarded by `lock`.
  private let lock = NSLock()
  private var done = false

  package override var isFinished: Bool { lock.withLock { done } }

  package override func start() { lock.withLock { done = true } }
}

/// Publishes its finish in `main()`, which Foundation's own `start()` calls.
package final class FinishedInMain: Operation, @unchecked Sendable {
  // The state is guarded by `lock`.
  private let lock = NSLock()
  private var done = false

  package override var isFinished: Bool { lock.withLock { done } }

  package override func main() {
    lock.withLock { done = true }
    didChangeValue(forKey: "isFinished")
  }
}

/// Starts itself while it executes, for which Foundation ends the process.
package final class Restarting: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state of its own.
  package init(_ name: String) {
    super.init()
    self.name = name
  }

  package override func main() { startThroughTheTable() }
}

/// Takes its time to say whether it is ready, once it is told to.
package final class SlowlyReady: Operation, @unchecked Sendable {
  /// How long it takes at least.
  package static let nanoseconds: UInt64 = 2_000_000
  // Guarded by `lock`.
  private let lock = NSLock()
  private var slow = false

  package var isSlow: Bool {
    get { lock.withLock { slow } }
    set { lock.withLock { slow = newValue } }
  }

  package override var isReady: Bool {
    let start = DispatchTime.now().uptimeNanoseconds
    while isSlow, DispatchTime.now().uptimeNanoseconds - start < Self.nanoseconds {}
    return super.isReady
  }
}

/// Opens once, and then lets everybody through.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  package func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// Says when it goes away.
package final class Token: Sendable {
  private let onEnd: @Sendable () -> Void

  package init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
