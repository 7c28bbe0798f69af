import Foundation

// One program of many shapes: the first argument says which one it is.
let shapes: [String: () throws -> Void] = [
  "pipeline": pipeline, "serial": serial, "queues": queues, "cancelled": cancelled,
  "main-queue": mainQueue, "dispatch-main": runDispatchMain, "blocks": blocks, "tasks": tasks,
  "children": children, "replaced": replaced,
  "replaced-by-itself": replacedByItself, "forked": forked,
  "fatal-error": fatal, "trap": trap, "fault": fault, "abort": aborted, "cut-mapping": cutMapping,
  "bus-signal": busSignal,
  "terminated": terminated,
  "status": status, "exit-in-operation": exitInOperation, "exit-in-handler": exitInHandler,
  "at-once": exitAtOnce,
  "interleaved": interleaved, "input": input, "arguments": arguments, "facts": facts,
  "environment": environment,
  "handler": handler, "closing": closing, "elsewhere": elsewhere,
  "hangs": hangs, "blocked": blocked, "endless": endless,
]
let name = CommandLine.arguments.dropFirst().first ?? ""
guard let shape = shapes[name] else {
  print("usage: untouched SHAPE, one of \(shapes.keys.sorted().joined(separator: ", "))")
  exit(64)
}
try shape()
