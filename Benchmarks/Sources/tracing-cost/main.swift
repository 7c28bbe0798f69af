// What tracing costs.
//
//   tracing-cost operations COUNT none|stopped|memory|file   runs COUNT empty operations through a serial queue
//   tracing-cost record COUNT                                prints nanoseconds for one record
//   tracing-cost load COUNT none|file|SIZE FILE              runs COUNT operations of a server, and prints how many a second
import Foundation
@_spi(Benchmarks) import OperationTracing

func fail() -> Never {
  let usage =
    "usage: tracing-cost operations COUNT none|stopped|memory|file, record COUNT, or load COUNT none|file|MIB FILE\n"
  FileHandle.standardError.write(Data(usage.utf8))
  exit(64)
}

func temporaryFile() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("tracing-cost.optrace").path
}

func runOperations(_ count: Int, mode: String) throws {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  let tracer: OperationTracer?
  switch mode {
  case "none": tracer = nil
  case "stopped", "memory": tracer = try .start(tracing: queue)
  case "file": tracer = try .start(tracing: queue, recordingTo: .file(path: temporaryFile()))
  default: fail()
  }
  if mode == "stopped" { tracer?.stop() }
  for _ in 0..<count { queue.addOperation(BlockOperation {}) }
  queue.waitUntilAllOperationsAreFinished()
  withExtendedLifetime(tracer) {}
}

func measureRecord(_ count: UInt64) throws {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<10 {
    let tracer = try OperationTracer.start(tracing: OperationQueue())
    let time = clock.measure { tracer.writeRecords(count: count) }
    tracer.stop()
    let nanoseconds =
      Double(time.components.seconds) * 1e9 + Double(time.components.attoseconds) / 1e9
    best = min(best, nanoseconds / Double(count))
  }
  print(String(format: "%.1f ns for one record, the best of 10 runs of %d", best, Int(count)))
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let count = Int(arguments[2]), count > 0 else { fail() }
switch arguments[1] {
case "operations" where arguments.count == 4: try runOperations(count, mode: arguments[3])
case "record": try measureRecord(UInt64(count))
case "load" where arguments.count == 5:
  try runLoad(count, mode: arguments[3], file: arguments[4])
default: fail()
}
