package import Foundation

/// A place where the next thread that comes along stops until it is let go, once it is armed.
package final class Stop: @unchecked Sendable {
  // What changes is guarded by `lock`.
  private let lock = NSLock()
  private let gate = DispatchSemaphore(value: 0)
  private var isArmed = false

  package init() {}

  package func arm() { lock.withLock { isArmed = true } }

  package func release() { gate.signal() }

  func pass() {
    let stops = lock.withLock {
      defer { isArmed = false }
      return isArmed
    }
    guard stops else { return }
    gate.wait()
  }
}

/// An operation in whose methods a thread can be stopped.
package final class Stopping: Operation, @unchecked Sendable {
  package let inIsReady = Stop()
  package let inIsFinished = Stop()
  package let inCancel: Stop
  package let inAddDependency = Stop()
  package let inRemoveDependency = Stop()

  // Guarded by `lock`.
  private let lock = NSLock()
  private var held = false

  /// What `cancel()` does first; set before anybody can call it.
  nonisolated(unsafe) package var onCancel: () -> Void = {}

  /// Makes one that stops in `cancel()` where another one does, if it is given.
  package init(_ name: String, like other: Stopping? = nil) {
    inCancel = other?.inCancel ?? Stop()
    super.init()
    self.name = name
  }

  /// Whether it says that it is not ready.
  package var isHeld: Bool {
    get { lock.withLock { held } }
    set { lock.withLock { held = newValue } }
  }

  package override var isReady: Bool {
    inIsReady.pass()
    return super.isReady && !isHeld
  }

  package override var isFinished: Bool {
    inIsFinished.pass()
    return super.isFinished
  }

  package override func cancel() {
    inCancel.pass()
    onCancel()
    super.cancel()
  }

  package override func addDependency(_ operation: Operation) {
    inAddDependency.pass()
    super.addDependency(operation)
  }

  package override func removeDependency(_ operation: Operation) {
    inRemoveDependency.pass()
    super.removeDependency(operation)
  }
}

/// A queue in which a thread can be stopped.
package final class StoppingQueue: OperationQueue, @unchecked Sendable {
  package let inCancelAll = Stop()

  package init(_ name: String) {
    super.init()
    self.name = name
  }

  package override func cancelAllOperations() {
    inCancelAll.pass()
    super.cancelAllOperations()
  }
}
