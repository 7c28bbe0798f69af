// A program with operations that are stuck and a tracer that watches it; its argument says what happens then.
//
//   exit     It ends, in good order, at a moment that is different each time.
//   large    Its recording grows beyond what is analysed.
//   pool     Every worker thread is blocked.
//   slow     Nothing is stuck: operations take longer than the threshold, and go on.
import Foundation
@_spi(Benchmarks) import OperationTracing

/// A queue whose operations run on a thread of their own.
func serialQueue(_ name: String) -> OperationQueue {
  let target = DispatchQueue(label: name)
  let queue = OperationQueue()
  queue.name = name
  queue.underlyingQueue = target
  kept.append(target)
  return queue
}

nonisolated(unsafe) var kept: [DispatchQueue] = []
let never = DispatchSemaphore(value: 0)
let mode = CommandLine.arguments.dropFirst().first ?? ""
let number = CommandLine.arguments.dropFirst(2).first.flatMap { UInt32($0) } ?? 0

switch mode {
case "exit":
  let tracer = try OperationTracer.start(recordingTo: .file(path: "exit.optrace"))
  tracer.onStall(after: .milliseconds(1)) { _ in }
  tracer.onStall(after: .milliseconds(2))
  for number in 0..<3 { serialQueue("\(number)").addOperation { never.wait() } }
  usleep(number)
  exit(EXIT_SUCCESS)

case "large":
  let tracer = try OperationTracer.start()
  tracer.onStall(after: .milliseconds(10))
  tracer.onStall(after: .milliseconds(10)) { _ in }
  tracer.writeRecords(count: 2_200_000)
  // Both have said it, or never will.
  sleep(2)
  exit(EXIT_SUCCESS)

case "pool":
  let tracer = try OperationTracer.start()
  let reported = DispatchSemaphore(value: 0)
  tracer.onStall(after: .milliseconds(200)) { report in
    print(Thread.current.name ?? "", report.findings.map(\.rule).joined(separator: " "))
    reported.signal()
  }
  let queue = OperationQueue()
  for _ in 0..<64 { queue.addOperation { never.wait() } }
  reported.wait()
  exit(EXIT_SUCCESS)

case "slow":
  let tracer = try OperationTracer.start()
  tracer.onStall(after: .milliseconds(100)) { report in
    print(report.text())
    exit(EXIT_FAILURE)
  }
  // Each waits for the one before it, and for longer than the threshold; one is always on its way.
  let queue = OperationQueue()
  var last: Operation?
  for number in 0..<100 {
    let step = BlockOperation { usleep(20_000) }
    step.name = "step \(number)"
    if let last { step.addDependency(last) }
    queue.addOperation(step)
    last = step
  }
  queue.waitUntilAllOperationsAreFinished()
  exit(EXIT_SUCCESS)

default:
  print("usage: tracing-stalls exit MICROSECONDS|large|pool|slow")
  exit(EX_USAGE)
}
