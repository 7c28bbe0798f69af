import Foundation

/// An asynchronous operation that goes on until `answer()` is called, which stands for the answer of a server.
class AnsweredOperation: AsynchronousOperation, @unchecked Sendable {
  private let hasStarted = DispatchSemaphore(value: 0)

  override func start() {
    super.start()
    hasStarted.signal()
  }

  override func main() {}

  /// Finishes the operation as soon as it has started.
  final func answer() {
    hasStarted.wait()
    finish()
  }
}
