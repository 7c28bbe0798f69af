import Foundation
import OperationTracing

/// The worst case: operations that do nothing, as fast as Foundation runs them, in chains of four through four queues.
///
/// It prints how many a second.
func runTiny(_ count: Int, mode: String, file: String) throws {
  let tracer = try startTracer(mode, file: file)
  let queues = (0..<4).map { number in
    let queue = OperationQueue()
    queue.name = "queue \(number)"
    queue.maxConcurrentOperationCount = 2
    return queue
  }
  let begin = ContinuousClock.now
  for _ in stride(from: 0, to: count / 4, by: 100) {
    let last = BlockOperation {}
    for _ in 0..<100 {
      let steps = queues.map { _ in BlockOperation {} }
      for (step, next) in zip(steps, steps.dropFirst()) { next.addDependency(step) }
      if let end = steps.last { last.addDependency(end) }
      // Each is in its queue before what it waits for can finish.
      for (queue, step) in zip(queues, steps).reversed() { queue.addOperation(step) }
    }
    queues[3].addOperations([last], waitUntilFinished: true)
  }
  let took = (ContinuousClock.now - begin) / .seconds(1)
  finish(tracer)
  let lost = mode == "none" ? 0 : lostEvents(of: file)
  print(String(format: "%.0f operations/s, %d events lost", Double(count) / took, lost))
}
