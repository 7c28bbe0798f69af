import Foundation
import Testing
import TraceAnalysis
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct SummaryCommandTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  @Test
  func theSummaryIsTheReport() {
    let run = CommandRun("summary", "-", input: stuck)
    #expect(run.exitCode == .success)
    let trace = Trace(TraceScript.stuckRun().log(endMs: 500))
    #expect(
      run.output
        == trace.summaryText(diagnosis: trace.diagnosis(), criticalPath: trace.criticalPath)
    )
    #expect(run.output.contains("3 stalled"))
  }

  @Test
  func jsonSaysTheSame() throws {
    let run = CommandRun("summary", "-", "--json", input: healthy)
    #expect(run.exitCode == .success)
    let document = try JSONDecoder().decode(SummaryDocument.self, from: Data(run.output.utf8))
    let trace = Trace(TraceScript.healthyRun().log())
    #expect(
      document
        == SummaryDocument(trace, diagnosis: trace.diagnosis(), criticalPath: trace.criticalPath)
    )
    #expect(document.kind == "summary")
    #expect(document.outcomes["succeeded"] == 4)
    #expect(document.outcomes["unfinished"] == 0)
    #expect(document.outcomes.count == TracedOperation.Outcome.allCases.count)
    #expect(document.nanoseconds.count == OperationState.allCases.count)
    #expect(document.nanoseconds["executing"] == 58_600_000)
    #expect(document.criticalPath?.operations.map(\.name) == ["load", "decode", "save"])
    #expect(document.slowest.first?.operation.name == "decode")
    let queue = try #require(document.queues.first)
    #expect(queue.name == "images")
    #expect(queue.limit == 2)
    #expect(queue.peakConcurrency == 2)
    #expect(queue.operationCount == 4)
    #expect(document.diagnosis == .init(errors: 0, warnings: 0, allowed: 0, stalled: 0))
  }

  @Test
  func jsonOfARunWithoutAnEndLeavesOutThePath() throws {
    let run = CommandRun("summary", "-", "--json", input: stuck)
    let document = try JSONDecoder().decode(SummaryDocument.self, from: Data(run.output.utf8))
    #expect(document.criticalPath == nil)
    #expect(document.outcomes["unfinished"] == 3)
    #expect(document.slowest.isEmpty)
    #expect(document.diagnosis == .init(errors: 1, warnings: 0, allowed: 0, stalled: 3))
  }

  @Test
  func jsonHasTheShapeThatIsPromised() throws {
    try GoldenFile("summary.json").expect(
      CommandRun("summary", "-", "--json", input: healthy).output
    )
  }
}
