import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@testable import OptraceCommands

struct AtCommandTests {
  private let healthy = TraceScript.healthyRun().log().fileBytes()
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()

  @Test
  func theStateIsTheReport() {
    let run = CommandRun("at", "-", "15ms", input: healthy)
    #expect(run.exitCode == .success)
    let trace = Trace(TraceScript.healthyRun().log())
    #expect(run.output == trace.stateText(at: TraceInstant(nanoseconds: 15_000_000)))
    #expect(run.output.contains("at 0.015 s of 51.0 ms; 2025-11-30 10:53:20.138 UTC\n"))
    #expect(
      run.output.contains("4 operations so far: 1 finished, 2 executing, 0 queued, 1 waiting\n")
    )
  }

  /// What is shown is never what was dropped.
  @Test(arguments: ["1s", "start", "-11s"])
  func aMomentThatWasDroppedIsTheOldestThatIsKept(word: String) {
    let run = CommandRun("at", "-", word, input: TraceScript.boundedLog().fileBytes())
    #expect(run.exitCode == .success)
    #expect(run.output.contains("at 10 s of 12.0 s"))
    #expect(
      run.errorLines.contains(
        "optrace: note: what was before 10.000000 s was dropped; this is the oldest moment that is kept"
      ),
      "\(run.errors)"
    )
    let later = CommandRun("at", "-", "11s", input: TraceScript.boundedLog().fileBytes())
    #expect(!later.errors.contains("oldest moment"))
  }

  @Test
  func aMomentBeforeTheEndIsNoOption() {
    let run = CommandRun("at", "-", "-100ms", input: stuck)
    #expect(run.exitCode == .success)
    #expect(run.output.contains("at 0.4 s of 500 ms\n"))
    #expect(run.output.contains("waits for store; database"))
    #expect(CommandRun("at", "-", "-x", input: stuck).errors.contains("no option '-x'"))
    #expect(CommandRun("graph", "-", "-2", input: stuck).errors.contains("no option '-2'"))
  }

  @Test
  func aWrongMomentIsOneErrorThatSaysWhatToGive() {
    let typo = CommandRun("at", "-", "1,25s", input: stuck)
    #expect(typo.exitCode == .usage)
    #expect(typo.output.isEmpty)
    #expect(
      typo.errorLines == [
        """
        optrace: TIME must be a moment such as 1.25s, 350ms, 2min, 1h, -2s (before the end), 12:03:04.5 \
        (UTC), start or end, not '1,25s'; see `optrace help at`
        """
      ]
    )
    let late = CommandRun("at", "-", "501ms", input: stuck)
    #expect(late.exitCode == .usage)
    #expect(
      late.errorLines
        == ["optrace: TIME '501ms': that is after the end; the recording lasted 500 ms"]
    )
    #expect(CommandRun("at", "-", input: stuck).errors.contains("TIME is missing"))
    let hostile = CommandRun("at", "-", "\u{1B}[2J", input: stuck)
    #expect(!hostile.errors.contains("\u{1B}"))
  }

  @Test
  func longListsAreCutUnlessAllIsWanted() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    for number in 0..<50 {
      script.run(script.operation("operation \(number)"), on: queue, enqueued: Double(number))
    }
    let bytes = script.log(endMs: 100).fileBytes()
    let short = CommandRun("at", "-", "end", input: bytes)
    #expect(short.output.contains("and 30 more (--all lists all)"))
    #expect(!short.output.contains("operation 20 "))
    let long = CommandRun("at", "-", "end", "--all", input: bytes)
    #expect(!long.output.contains("more ("))
    #expect(long.output.contains("operation 49 "))
  }

  @Test
  func jsonSaysTheSame() throws {
    let run = CommandRun("at", "-", "15ms", "--json", input: healthy)
    #expect(run.exitCode == .success)
    let document = try JSONDecoder().decode(StateDocument.self, from: Data(run.output.utf8))
    let trace = Trace(TraceScript.healthyRun().log())
    #expect(document == StateDocument(trace.state(at: TraceInstant(nanoseconds: 15_000_000))))
    #expect(document.kind == "state")
    #expect(document.atNanoseconds == 15_000_000)
    #expect(document.begunCount == 4 && document.finishedCount == 1)
    #expect(document.queues.first?.executing == [2, 3])
    #expect(document.queues.first?.waiting == [4])
    let save = try #require(document.operations.last)
    #expect(save.state == "waitingForDependencies" && save.cause == "dependencies")
    #expect(save.waitsFor.map(\.name) == ["decode", "index"])
    #expect(document.lastFinished.map(\.operation.name) == ["load"])
  }

  @Test
  func jsonHasTheShapeThatIsPromised() throws {
    try GoldenFile("state.json").expect(
      CommandRun("at", "-", "15ms", "--json", input: healthy).output
    )
  }
}
