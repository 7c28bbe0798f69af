import Foundation
import Testing
import TraceTestSupport
import TracingScenarios

struct ExactnessTests {
  @Test(arguments: ExactnessScenarios.all.map(\.name))
  func scenario(name: String) throws {
    let scenario = try #require(ExactnessScenarios.all.first { $0.name == name })
    try scenario.run()
  }

  @Test(arguments: FatalScenario.all.map(\.name))
  func fatalScenario(name: String) throws {
    let scenario = try #require(FatalScenario.all.first { $0.name == name })
    let folder = try TemporaryFolder()
    try scenario.check(
      program: TestProgram.url(of: "tracing-exactness"),
      recordingTo: folder.file("\(name).optrace")
    )
  }
}
