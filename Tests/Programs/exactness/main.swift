// Runs the scenarios of exact tracing in a program of its own, and says which did not hold.
//
//   tracing-exactness                   runs all of them
//   tracing-exactness fatal NAME FILE   runs one that ends or hangs the process, recorded into FILE
import Foundation
import TracingScenarios

let arguments = CommandLine.arguments
if arguments.count == 4, let fatal = FatalScenario.all.first(where: { $0.name == arguments[2] }) {
  try fatal.run(recordingTo: arguments[3])
  exit(0)
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "tracing-exactness \(getpid())"
)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
let fatal = FatalScenario.all.map { scenario in
  (
    name: scenario.name,
    run: {
      let file = folder.appendingPathComponent("\(scenario.name).optrace")
      try scenario.check(program: program, recordingTo: file.path)
    }
  )
}

var failures = 0
let scenarios = ExactnessScenarios.all.map { (name: $0.name, run: $0.run) } + fatal
for scenario in scenarios {
  do {
    try scenario.run()
    print("\(scenario.name): exact")
  } catch {
    failures += 1
    print("\(scenario.name): \(error)")
  }
}
try? FileManager.default.removeItem(at: folder)
print("\(scenarios.count - failures) of \(scenarios.count) scenarios were traced exactly")
if failures > 0 { exit(1) }
