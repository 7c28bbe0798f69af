// What large traces cost.
//
//   tracing-graphs record COUNT web|chain FILE   runs COUNT operations that do nothing and records them
//   tracing-graphs analyse FILE                  reads a trace and finds critical path, slack and diagnosis
//   tracing-graphs measure COMMAND [ARGUMENT...] runs a command, and prints its seconds of time and of processor, and its peak in MiB
import Foundation
import OperationTraceKit
import OperationTracing

func report(_ line: String) {
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}

func fail() -> Never {
  report(
    "usage: tracing-graphs record COUNT web|chain FILE, analyse FILE, or measure COMMAND [ARGUMENT...]"
  )
  exit(64)
}

/// Reads a trace as every command does, and asks of it what a graph shows.
func analyse(_ path: String) throws {
  let trace = Trace(try EventLog(path: path))
  let path = trace.criticalPath
  let slack = SlackTable(of: trace, criticalPath: nil)
  let diagnosis = trace.diagnosis()
  let tight = trace.operations.lazy.map(\.id).count { slack.slack(of: $0) == 0 }
  report(
    "\(trace.operations.count) operations, \(trace.edges.count) edges, critical path of "
      + "\(path?.operations.count ?? 0), \(tight) without slack, \(diagnosis.findings.count) findings"
  )
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "record":
  guard arguments.count == 4, let count = Int(arguments[1]),
    let shape = Mill.Shape(rawValue: arguments[2])
  else { fail() }
  let tracer = try OperationTracer.start(recordingTo: .file(path: arguments[3]))
  Mill(shape).run(count)
  withExtendedLifetime(tracer) { tracer.stop() }
case "analyse":
  guard arguments.count == 2 else { fail() }
  try analyse(arguments[1])
case "measure":
  guard arguments.count > 1 else { fail() }
  exit(Measurement.run(Array(arguments[1...])))
default:
  fail()
}
