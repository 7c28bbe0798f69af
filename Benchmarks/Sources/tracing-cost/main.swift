// What tracing costs.
//
//   tracing-cost operations COUNT none|stopped|memory|file   runs COUNT empty operations through a serial queue
//   tracing-cost record COUNT                                prints nanoseconds for one record
//   tracing-cost tiny COUNT none|file|MIB FILE               the same of many at a time, and prints how many a second
//   tracing-cost speed COUNT                                 prints how many rounds of work take a microsecond, the best of COUNT
//   tracing-cost load COUNT none|file|MIB FILE SPEED [progress]
//                                                            runs COUNT operations of a server, and prints how many requests a second
import Foundation
@_spi(Benchmarks) import OperationTracing

func report(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}

func fail() -> Never {
  report("usage: tracing-cost operations COUNT none|stopped|memory|file, record COUNT,")
  report("       tiny COUNT none|file|MIB FILE, speed COUNT, or")
  report("       load COUNT none|file|MIB FILE SPEED [progress]")
  exit(64)
}

func temporaryFile() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("tracing-cost.optrace").path
}

/// Begins to record as a word says: not at all, everything, or the last so many MiB.
func startTracer(_ mode: String, file: String) throws -> OperationTracer? {
  switch mode {
  case "none": return nil
  case "file": return try .start(recordingTo: .file(path: file))
  default:
    guard let size = Int(mode) else { fail() }
    return try .start(recordingTo: .file(path: file), keeping: .bytes(size << 20))
  }
}

func finish(_ tracer: OperationTracer?) {
  withExtendedLifetime(tracer) {}
  tracer?.stop()
}

/// How many events a recording says it lost.
func lostEvents(of file: String) -> UInt64 {
  guard let header = FileHandle(forReadingAtPath: file)?.readData(ofLength: 64), header.count == 64
  else { return 0 }
  return header[56..<64].reversed().reduce(0) { $0 << 8 | UInt64($1) }
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
case "speed": print(String(format: "%.2f", Work.measuredSpeed(runs: count)))
case "load" where arguments.count >= 6:
  guard let speed = Double(arguments[5]), speed > 0 else { fail() }
  try runLoad(
    count,
    mode: arguments[3],
    file: arguments[4],
    work: Work(roundsPerMicrosecond: speed),
    progress: arguments.dropFirst(6).first == "progress"
  )
case "tiny" where arguments.count == 5:
  try runTiny(count, mode: arguments[3], file: arguments[4])
default: fail()
}
