// Every fault of the catalogue, as it happens in a program: `sample-faults NAME wrong` has it,
// `sample-faults NAME right` has not.
//
// A program that hangs gives up after two seconds, with status 1. With HANG=1 it stays as it is until it is killed, to be
// looked at from another terminal.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let name = arguments.first, let variant = arguments.last,
  let sample = FaultSample.all.first(where: { $0.name == name }),
  let program = ["wrong": sample.wrong, "right": sample.right][variant]
else {
  print("usage: sample-faults NAME wrong|right, where NAME is one of")
  for sample in FaultSample.all { print("  \(sample.name)") }
  exit(EX_USAGE)
}

if ProcessInfo.processInfo.environment["HANG"] == nil {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: 2)
    print("gave up after 2 seconds")
    exit(EXIT_FAILURE)
  }
}
program()
exit(EXIT_SUCCESS)
