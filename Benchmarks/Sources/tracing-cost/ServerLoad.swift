import Foundation
import OperationTracing

/// Work that takes some twenty microseconds.
private func work(_ seed: Int) -> Int {
  var value = seed | 1
  for _ in 0..<12_000 { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  return value
}

private final class Step: Operation, @unchecked Sendable {
  // Sendable as every operation is; it has no state that changes.
  let seed: Int
  init(_ seed: Int) { self.seed = seed }
  override func main() { if work(seed) == 0 { print(seed) } }
}

/// The load of a server: requests of four operations through four queues, some hundred at a time.
///
/// It prints the requests' operations a second, and how large the file has become.
func runLoad(_ count: Int, mode: String, file: String) throws {
  let tracer: OperationTracer?
  switch mode {
  case "none": tracer = nil
  case "file": tracer = try .start(recordingTo: .file(path: file))
  default:
    guard let size = Int(mode) else { fail() }
    tracer = try .start(recordingTo: .file(path: file), keeping: .bytes(size << 20))
  }
  let queues = ["accept", "read", "render", "send"].map { name in
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = 2
    return queue
  }
  let begin = ContinuousClock.now
  for batch in stride(from: 0, to: count / 4, by: 100) {
    let last = BlockOperation {}
    for request in batch..<(batch + 100) {
      var previous: Operation?
      for queue in queues {
        let step = Step(request)
        if let previous { step.addDependency(previous) }
        queue.addOperation(step)
        previous = step
      }
      if let previous { last.addDependency(previous) }
    }
    queues[3].addOperations([last], waitUntilFinished: true)
  }
  let took = (ContinuousClock.now - begin) / .seconds(1)
  withExtendedLifetime(tracer) {}
  tracer?.stop()
  let attributes = try? FileManager.default.attributesOfItem(atPath: file)
  let size = mode == "none" ? 0 : attributes?[.size] as? Int ?? 0
  print(String(format: "%.0f operations/s, %d bytes", Double(count) / took, size))
}
