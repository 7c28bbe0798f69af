import Testing
import TracingScenarios

struct ExactnessTests {
  @Test(arguments: ExactnessScenarios.all.map(\.name))
  func scenario(name: String) throws {
    let scenario = try #require(ExactnessScenarios.all.first { $0.name == name })
    try scenario.run()
  }
}
