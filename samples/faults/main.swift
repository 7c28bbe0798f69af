// Every fault of the catalogue, as it happens in a program: `sample-faults NAME wrong` has it,
// `sample-faults NAME right` has not.
//
// A program that hangs gives up after a few seconds, with status 1. With HANG=1 it stays as it is until it is killed, to be
// looked at from another terminal; so does one that has come to its end.

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

let hangs = ProcessInfo.processInfo.environment["HANG"] != nil
if !hangs {
  Thread.detachNewThread {
    Thread.sleep(forTimeInterval: sample.patience)
    print("gave up after \(sample.patience) seconds")
    exit(EXIT_FAILURE)
  }
}
program()
if hangs {
  // Standard output may be a file, which gets nothing before the end.
  print("came to its end")
  fflush(nil)
  while true { sleep(3_600) }
}
exit(EXIT_SUCCESS)
