import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct CriticalPathCommandTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  @Test
  func theTreeIsTheReport() {
    let run = CommandRun("critical-path", "-", input: healthy)
    #expect(run.exitCode == .success)
    #expect(run.output == Trace(TraceScript.healthyRun().log()).criticalPathText())
    #expect(run.errors.isEmpty)
  }

  @Test
  func jsonIsExact() throws {
    let run = CommandRun("critical-path", "-", "--json", input: healthy)
    let document = try JSONDecoder().decode(CriticalPathDocument.self, from: Data(run.output.utf8))
    #expect(document.kind == "criticalPath")
    #expect(document.steps.map(\.operation?.name) == ["load", "decode", "save"])
    #expect(document.steps.map(\.release?.kind) == [nil, "dependency", "dependency"])
    #expect(document.steps.map(\.potentialNanoseconds) == [9_000_000, 20_000_000, 9_900_000])
    #expect(document.pathNanoseconds == 50_000_000)
    #expect(document.nanoseconds.values.reduce(0, +) == document.pathNanoseconds)
    let parts = document.steps.flatMap(\.parts).reduce(0) { $0 + $1.nanoseconds }
    #expect(parts == document.pathNanoseconds)
    #expect(
      document.beforeNanoseconds + document.pathNanoseconds + document.afterNanoseconds
        == document.trace.durationNanoseconds
    )
    try GoldenFile("critical-path.json").expect(run.output)
  }

  @Test
  func csvAddsUpToTheRecording() throws {
    let run = CommandRun("critical-path", "-", "--csv", input: healthy)
    let rows = run.output.components(separatedBy: "\r\n").dropLast().map {
      $0.components(separatedBy: ",")
    }
    #expect(Set(rows.map(\.count)).count == 1)
    #expect(rows.dropFirst().compactMap { UInt64($0[2]) }.reduce(0, +) == 51_000_000)
    try GoldenFile("critical-path.csv").expect(run.output)
  }

  @Test
  func aRunInWhichNothingFinishedHasNone() throws {
    let text = CommandRun("critical-path", "-", input: stuck)
    #expect(text.exitCode == .success)
    #expect(text.output.contains("nothing has finished"))
    let json = CommandRun("critical-path", "-", "--json", input: stuck)
    let document = try JSONDecoder().decode(
      CriticalPathDocument.self,
      from: Data(json.output.utf8)
    )
    #expect(document.steps.isEmpty)
    #expect(document.afterNanoseconds == 500_000_000)
    let csv = CommandRun("critical-path", "-", "--csv", input: stuck)
    #expect(csv.output.contains("after,0,500000000,,,,,,,,\r\n"))
  }

  @Test
  func theFormatsExcludeOneAnother() {
    let run = CommandRun("critical-path", "-", "--csv", "--json", input: healthy)
    #expect(run.exitCode == .usage)
  }
}
