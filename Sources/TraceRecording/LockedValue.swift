import Foundation

/// A value and the lock that guards it.
///
/// `Synchronization.Mutex` would say the same, but on Linux the thread sanitizer does not see it, and would report each use of a
/// value that it guards as a race.
final class LockedValue<Value: Sendable>: @unchecked Sendable {
  // `value` is only touched while `lock` is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Calls `body` with the value while the lock is held.
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
