// Uploads files one after another. The server refuses the second one, and the path for that forgets
// to finish the operation: it keeps the only slot. This program never ends, so it gives up.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

/// An operation that goes on after `start()` has returned, until somebody calls `finish()`.
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
    willChangeValue(for: \.isExecuting)
    lock.withLock { state = .executing }
    didChangeValue(for: \.isExecuting)
    main()
  }

  func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = .finished }
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}

/// Sends a file to the server.
final class Upload: AsynchronousOperation, @unchecked Sendable {
  let file: String

  init(_ file: String) {
    self.file = file
    super.init()
    name = "upload \(file)"
  }

  override func main() {
    send(file) { result in
      // WRONG: a refused upload leaves without `finish()`. `defer { self.finish() }` can't forget it.
      guard case .success(let bytes) = result else { return }
      print("uploaded \(self.file): \(bytes) bytes")
      self.finish()
    }
  }
}

/// The server has no place for the file.
struct QuotaExceeded: Error {}

/// Stands for a server that takes a while to answer, and refuses videos.
func send(_ file: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) {
    completion(file.hasSuffix(".mp4") ? .failure(QuotaExceeded()) : .success(file.utf8.count))
  }
}

let uploads = OperationQueue()
uploads.name = "uploads"
uploads.maxConcurrentOperationCount = 1
uploads.addOperations(
  [Upload("notes.txt"), Upload("party.mp4"), Upload("report.pdf")],
  waitUntilFinished: false
)

Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 2)
  print("gave up after 2 seconds: \(uploads.operationCount) of 3 uploads are still in the queue")
  exit(EXIT_FAILURE)
}
uploads.waitUntilAllOperationsAreFinished()
