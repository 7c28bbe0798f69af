// Imports an album: one operation to those outside, with a queue of its own inside. It finishes when
// the last of its parts has, and holds no thread until then.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

/// An operation that is made of others, which run in a queue of its own.
final class GroupOperation: Operation, @unchecked Sendable {
  private enum State {
    case ready, executing, finished
  }

  private let lock = NSLock()
  private var state = State.ready
  private let inner = OperationQueue()
  private let parts: [Operation]

  init(_ name: String, parts: [Operation]) {
    self.parts = parts
    super.init()
    self.name = name
    inner.name = "parts of \(name)"
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    willChangeValue(for: \.isExecuting)
    lock.withLock { state = .executing }
    didChangeValue(for: \.isExecuting)

    // An operation without work that is over when all parts are; cancelled ones finish too.
    let end = Operation()
    end.name = "end of \(name ?? "group")"
    end.completionBlock = { self.finish() }
    for part in parts { end.addDependency(part) }
    if isCancelled { parts.forEach { $0.cancel() } }
    inner.addOperations(parts + [end], waitUntilFinished: false)
  }

  /// Cancels the parts with the group; `end` is not among them, and finishes it.
  override func cancel() {
    super.cancel()
    parts.forEach { $0.cancel() }
  }

  private func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = .finished }
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}

let parts = ["cover.jpg", "sunset.jpg", "dinner.jpg"].map { photo in
  let operation = BlockOperation {
    Thread.sleep(forTimeInterval: 0.01)
    print("imported \(photo)")
  }
  operation.name = "import \(photo)"
  return operation
}
let album = GroupOperation("import album", parts: parts)

let tell = BlockOperation {
  print("the album is complete")
}
tell.name = "tell the family"
tell.addDependency(album)

let albums = OperationQueue()
albums.name = "albums"
albums.addOperations([album, tell], waitUntilFinished: true)
