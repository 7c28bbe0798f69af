import Foundation
import OperationTracing
import Synchronization

/// A server at a hundred times its speed: ten minutes of requests, timers and clean-up in six seconds.
///
/// Four queues: requests are answered eight at a time, the database is written by one, images are scaled by two, and what can
/// wait is done whenever. Once a "minute" a timer flushes and a barrier makes a checkpoint; some clients hang up, some
/// requests fail, and the scaling is suspended for a while now and then.
final class HealthyServer: @unchecked Sendable {
  private let requests = queue("requests", limit: 8)
  private let database = queue("database", limit: 1)
  private let images = queue("images", limit: 2)
  private let background = queue("background", limit: 4)
  private let timers = DispatchQueue(label: "timers")
  private let served = Atomic<Int>(0)
  private var recent: [[Operation]] = []

  private static func queue(_ name: String, limit: Int) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  func run() {
    let seconds = 6.0
    let sources = [
      timer(everyMilliseconds: 600) { [self] in checkpoint() },
      timer(everyMilliseconds: 300) { [self] in flush() },
      timer(everyMilliseconds: 900) { [self] in pauseScaling() },
    ]
    var generator = SystemRandomNumberGenerator()
    let end = Date(timeIntervalSinceNow: seconds)
    var number = 0
    while Date() < end {
      number += 1
      handle(number, using: &generator)
      Thread.sleep(forTimeInterval: Double.random(in: 0.001...0.007, using: &generator))
    }
    for source in sources { source.cancel() }
    timers.sync {}
    images.isSuspended = false
    for queue in [requests, database, images, background] {
      queue.waitUntilAllOperationsAreFinished()
    }
    print("served \(served.load(ordering: .relaxed)) of \(number)")
  }

  private func timer(everyMilliseconds period: Int, _ body: @escaping () -> Void)
    -> any DispatchSourceTimer
  {
    let source = DispatchSource.makeTimerSource(queue: timers)
    source.schedule(deadline: .now() + .milliseconds(period), repeating: .milliseconds(period))
    source.setEventHandler(handler: body)
    source.activate()
    return source
  }

  /// Parses, asks the backend, stores, and answers; one in twenty clients hangs up, one in thirty requests fails.
  private func handle(_ number: Int, using generator: inout some RandomNumberGenerator) {
    let fails = Int.random(in: 0..<30, using: &generator) == 0
    let hangsUp = Int.random(in: 0..<20, using: &generator) == 0
    let parse = BlockOperation { work(microseconds: 200) }
    parse.name = "parse \(number)"
    let ask = Transfer(
      "ask \(number)",
      milliseconds: .random(in: 1...6, using: &generator),
      fails: fails
    )
    ask.addDependency(parse)
    let store = BlockOperation { work(microseconds: 150) }
    store.name = "store \(number)"
    store.addDependency(ask)
    let answer = BlockOperation { [self] in served.add(1, ordering: .relaxed) }
    answer.name = "answer \(number)"
    answer.addDependency(store)
    requests.addOperations([parse, ask, answer], waitUntilFinished: false)
    database.addOperation(store)
    // One that fails, or whose client is gone, takes the rest of its request with it; not before it is in its queue, since
    // Foundation on Linux locks up where what is cancelled is added behind a barrier.
    if fails || hangsUp {
      answer.cancel()
      store.cancel()
    }
    if hangsUp { ask.cancel() }
    keep([parse, ask, store, answer])
    guard number.isMultiple(of: 4) else { return }
    let scale = BlockOperation { work(microseconds: 800) }
    scale.name = "scale \(number)"
    scale.queuePriority = number.isMultiple(of: 8) ? .low : .normal
    images.addOperation(scale)
  }

  /// Keeps the operations of the last requests.
  ///
  /// A cancelled operation leaves its queue before what it depends on has finished, and Foundation on Linux still tells it
  /// of that.
  private func keep(_ operations: [Operation]) {
    recent.append(operations)
    if recent.count > 100 { recent.removeFirst() }
  }

  private func checkpoint() {
    database.addBarrierBlock { work(microseconds: 500) }
  }

  private func flush() {
    for part in 0..<6 {
      let flush = BlockOperation { work(microseconds: 300) }
      flush.name = "flush part \(part)"
      background.addOperation(flush)
    }
  }

  private func pauseScaling() {
    images.isSuspended = true
    timers.asyncAfter(deadline: .now() + .milliseconds(60)) { [images] in
      images.isSuspended = false
    }
  }
}

/// Keeps a processor busy.
func work(microseconds: Int) {
  let end = DispatchTime.now().uptimeNanoseconds + UInt64(microseconds) * 1_000
  while DispatchTime.now().uptimeNanoseconds < end {}
}
