import Foundation
import OperationTracing

/// A step that computes.
private final class Step: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state that changes.
  private let work: Work
  private let microseconds: Double

  init(_ name: String, _ work: Work, microseconds: Double) {
    self.work = work
    self.microseconds = microseconds
    super.init()
    self.name = name
  }

  override func main() { work.run(microseconds: microseconds, seed: 1) }
}

/// A step that asks another server: it waits without a thread, and decodes the answer.
private final class Fetch: Operation, @unchecked Sendable {
  // What changes is guarded by the lock.
  private enum State { case waiting, executing, finished }
  private let lock = NSLock()
  private var state = State.waiting
  private let work: Work
  private let latency: Double

  init(_ name: String, _ work: Work, latency: Double) {
    self.work = work
    self.latency = latency
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { state == .executing } }
  override var isFinished: Bool { lock.withLock { state == .finished } }

  override func start() {
    change(to: .executing, "isExecuting")
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int(latency))) { [self] in
      work.run(microseconds: 50, seed: 2)
      change(to: .finished, "isExecuting", "isFinished")
    }
  }

  private func change(to new: State, _ keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    lock.withLock { state = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}

/// The queues of the server.
private struct Server {
  private let parsing = queue("parse", 2)
  private let fetching = queue("fetch", 64)
  private let rendering = queue("render", 2)
  let work: Work

  private static func queue(_ name: String, _ limit: Int) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  /// Takes a request: it is parsed, two others are asked, and the answer is rendered.
  func take(_ number: Int, then done: @escaping @Sendable () -> Void) {
    var dice = Dice(seed: number)
    let parse = Step("parse \(number)", work, microseconds: dice.microseconds())
    let user = Fetch("user \(number)", work, latency: dice.microseconds())
    let page = Fetch("page \(number)", work, latency: dice.microseconds())
    let render = Step("render \(number)", work, microseconds: dice.microseconds())
    for fetch in [user, page] {
      fetch.addDependency(parse)
      render.addDependency(fetch)
    }
    render.completionBlock = done
    rendering.addOperation(render)
    fetching.addOperations([user, page], waitUntilFinished: false)
    parsing.addOperation(parse)
  }
}

/// Looks how large a file is while it is written.
final class SizeWatch: @unchecked Sendable {
  // Guarded by the lock.
  private var isOver = false
  private var largest = 0
  private let lock = NSLock()
  private let path: String

  init(_ path: String) {
    self.path = path
    Thread.detachNewThread { [self] in
      while lock.withLock({ !isOver }) {
        look()
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  private func look() {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = attributes?[.size] as? Int ?? 0
    lock.withLock { largest = max(largest, size) }
  }

  /// The largest size in bytes until now.
  var most: Int {
    look()
    return lock.withLock { largest }
  }

  /// Ends it; returns the largest size in bytes.
  func end() -> Int {
    defer { lock.withLock { isOver = true } }
    return most
  }
}

/// The load of a server that is always busy: so many requests at a time that both cores have work, each of four operations.
///
/// It prints how many requests a second were answered, and how large the file was at most; on standard error, how it goes.
func runLoad(_ count: Int, mode: String, file: String, work: Work, progress: Bool) throws {
  let tracer = try startTracer(mode, file: file)
  let watch = SizeWatch(file)
  let server = Server(work: work)
  // Dispatch ends a program whose semaphore goes with less room than it came with, so it comes with none.
  let room = DispatchSemaphore(value: 0)
  for _ in 0..<64 { room.signal() }
  let begin = ContinuousClock.now
  for request in 0..<count / 4 {
    wait(room)
    server.take(request) { room.signal() }
    if progress, request % max(1, count / 40) == 0 {
      let seconds = (ContinuousClock.now - begin) / .seconds(1)
      let size = mode == "none" ? 0 : watch.most
      report(String(format: "%4.0f s: %d operations, %d bytes", seconds, request * 4, size))
    }
  }
  for _ in 0..<64 { wait(room) }
  let took = (ContinuousClock.now - begin) / .seconds(1)
  finish(tracer)
  let size = watch.end()
  let lost = mode == "none" ? 0 : lostEvents(of: file)
  print(
    String(
      format: "%.2f requests/s, at most %d bytes, %d events lost",
      Double(count / 4) / took,
      mode == "none" ? 0 : size,
      lost
    )
  )
}

/// Waits for room; a server that answers nothing for a minute is broken, and so is what is measured.
private func wait(_ room: DispatchSemaphore) {
  guard room.wait(timeout: .now() + 60) == .timedOut else { return }
  report("no request was answered for a minute")
  exit(1)
}
