// Downloads pictures, decodes and caches them: an asynchronous stage and two synchronous ones, at
// most two operations at a time.

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
    // A cancelled operation has to become finished too, or it stays in its queue for ever.
    guard !isCancelled else { return finish() }
    willChangeValue(for: \.isExecuting)
    lock.withLock { state = .executing }
    didChangeValue(for: \.isExecuting)
    main()
  }

  /// Says that the work is done; from any thread.
  func finish() {
    willChangeValue(for: \.isExecuting)
    willChangeValue(for: \.isFinished)
    lock.withLock { state = .finished }
    // Outside of the lock: the queue reads `isFinished` in here.
    didChangeValue(for: \.isFinished)
    didChangeValue(for: \.isExecuting)
  }
}

/// Fetches a file, and has no thread while it waits for the answer.
final class Download: AsynchronousOperation, @unchecked Sendable {
  let file: String
  private(set) var data = Data()

  init(_ file: String) {
    self.file = file
    super.init()
    name = "download \(file)"
  }

  override func main() {
    fetch(file) { data in
      self.data = data
      self.finish()
    }
  }
}

/// Stands for a server that takes a while to answer.
func fetch(_ file: String, completion: @escaping @Sendable (Data) -> Void) {
  DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) {
    completion(Data(file.utf8))
  }
}

/// Makes pixels of the data that the download before it has fetched.
final class Decode: Operation, @unchecked Sendable {
  private(set) var pixels: [UInt8] = []

  override func main() {
    guard let download = dependencies.lazy.compactMap({ $0 as? Download }).first else { return }
    Thread.sleep(forTimeInterval: 0.01)
    pixels = download.data.map { ~$0 }
  }
}

/// The three operations that a picture takes, each after the one before it.
func steps(for file: String) -> [Operation] {
  let download = Download(file)
  let decode = Decode()
  decode.name = "decode \(file)"
  decode.addDependency(download)
  let cache = BlockOperation {
    Thread.sleep(forTimeInterval: 0.005)
    print("cached \(decode.pixels.count) pixels of \(file)")
  }
  cache.name = "cache \(file)"
  cache.addDependency(decode)
  return [download, decode, cache]
}

let pictures = OperationQueue()
pictures.name = "pictures"
pictures.maxConcurrentOperationCount = 2
pictures.addOperations(
  ["beach.png", "forest.png", "harbour.png"].flatMap(steps),
  waitUntilFinished: true
)
