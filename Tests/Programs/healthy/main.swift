// Programs in which nothing is wrong, to see that nobody says so. `tracing-healthy NAME` runs one of them.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let programs: [(name: String, run: () -> Void)] = [
  ("server", { HealthyServer().run() }),
  ("throttled-downloads", throttledDownloads),
  ("batch", batch),
  ("slow-serial", slowSerial),
  ("pipeline", pipeline),
  ("computation", computation),
  ("impatient-user", impatientUser),
  ("nightly-job", nightlyJob),
]

guard CommandLine.arguments.count == 2,
  let program = programs.first(where: { $0.name == CommandLine.arguments[1] })
else {
  print("usage: tracing-healthy \(programs.map(\.name).joined(separator: "|"))")
  exit(EX_USAGE)
}
program.run()
