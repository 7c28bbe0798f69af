// Runs the scenarios of exact tracing in a program of its own, and says which did not hold.
import Foundation
import TracingScenarios

var failures = 0
for scenario in ExactnessScenarios.all {
  do {
    try scenario.run()
    print("\(scenario.name): exact")
  } catch {
    failures += 1
    print("\(scenario.name): \(error)")
  }
}
print(
  "\(ExactnessScenarios.all.count - failures) of \(ExactnessScenarios.all.count) scenarios were traced exactly"
)
if failures > 0 { exit(1) }
