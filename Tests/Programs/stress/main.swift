// A program that adds operations from many threads at once, with random dependencies, cancellations and suspensions.
//
//   tracing-stress FILE COUNT THREADS [SEED]
//
// It records itself into FILE and ends when every operation has finished. Tests read the file, or kill it in the middle.
import Foundation
import OperationTracing

struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // splitmix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// What has not gone away yet: blocks of operations and of completions, each with a life.
let lives = DispatchGroup()

/// Goes away with what holds it.
final class Life: Sendable {
  init() { lives.enter() }

  deinit { lives.leave() }
}

/// Publishes its own state, as asynchronous operations do.
final class Asynchronous: Operation, @unchecked Sendable {
  // The state is guarded by `lock`.
  private let lock = NSLock()
  private var done = false
  private var running = false
  private let life = Life()

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { running } }
  override var isFinished: Bool { lock.withLock { done } }

  override func start() {
    lock.withLock { running = true }
    didChangeValue(forKey: "isExecuting")
    if isCancelled { return finish() }
    DispatchQueue.global().async { self.finish() }
  }

  private func finish() {
    lock.withLock {
      running = false
      done = true
    }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let count = Int(arguments[2]), let threadCount = Int(arguments[3])
else {
  FileHandle.standardError.write(Data("usage: tracing-stress FILE COUNT THREADS [SEED]\n".utf8))
  exit(64)
}
let seed = arguments.count > 4 ? UInt64(arguments[4]) ?? 1 : 1

let tracer =
  arguments[1] == "-" ? nil : try OperationTracer.start(recordingTo: .file(path: arguments[1]))
let queues = (0..<8).map { number in
  let queue = OperationQueue()
  queue.name = "queue \(number)"
  queue.maxConcurrentOperationCount = number + 1
  return queue
}

/// What was cancelled, by all threads; guarded by `allCancelledLock`.
nonisolated(unsafe) var allCancelled: [Operation] = []
let allCancelledLock = NSLock()

/// What one thread does.
///
/// Few of its operations are unfinished at any time: Foundation looks through all that are blocked
/// each time one finishes.
@Sendable func work(thread: Int, count: Int) {
  var random = Generator(state: seed &* 1_000_003 &+ UInt64(thread))
  let room = DispatchSemaphore(value: 16)
  var recent: [Operation] = []
  // A cancelled operation finishes before what it depends on, which in this Foundation still holds its address and reads it
  // later: what is cancelled must live as long as its dependencies do.
  var cancelled: [Operation] = []
  for number in 0..<count {
    room.wait()
    let isAsynchronous = Int.random(in: 0..<4, using: &random) == 0
    let operation: Operation
    if isAsynchronous {
      operation = Asynchronous()
    } else {
      let life = Life()
      operation = BlockOperation { _ = life }
    }
    if number % 16 == 0 { operation.name = "thread \(thread), operation \(number)" }
    let life = Life()
    operation.completionBlock = {
      _ = life
      room.signal()
    }
    for dependency in recent.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
    {
      operation.addDependency(dependency)
    }
    let queue = queues[Int.random(in: 0..<queues.count, using: &random)]
    let suspends = Int.random(in: 0..<64, using: &random) == 0
    if suspends { queue.isSuspended = true }
    let cancelsEarly = Int.random(in: 0..<16, using: &random) == 0
    let cancelsLate = Int.random(in: 0..<16, using: &random) == 0
    if cancelsEarly || cancelsLate { cancelled.append(operation) }
    if cancelsEarly { operation.cancel() }
    queue.addOperation(operation)
    if cancelsLate { operation.cancel() }
    if suspends { queue.isSuspended = false }
    recent.append(operation)
    if recent.count > 4 { recent.removeFirst() }
  }
  allCancelledLock.withLock { allCancelled += cancelled }
}

let done = DispatchGroup()
for thread in 0..<threadCount {
  let share = count / threadCount + (thread < count % threadCount ? 1 : 0)
  done.enter()
  Thread.detachNewThread {
    work(thread: thread, count: share)
    done.leave()
  }
}
done.wait()
// Another thread's suspension may have come last.
for queue in queues { queue.isSuspended = false }
for queue in queues { queue.waitUntilAllOperationsAreFinished() }
allCancelledLock.withLock { allCancelled.removeAll() }
// What is still being released, or at the end of its completion, is part of the trace.
lives.wait()
tracer?.stop()
