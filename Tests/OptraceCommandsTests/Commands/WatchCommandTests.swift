import Foundation
import Testing
import TraceEvents
import TraceTestSupport

@testable import OptraceCommands

struct WatchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test
  func withoutATerminalAFinishedTraceIsOneLine() throws {
    let path = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "a.optrace")
    let run = CommandRun("watch", path)
    #expect(run.exitCode == .success)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        51.0 ms  4 operations so far: 4 finished, 0 executing, 0 queued, 0 waiting, 78.4/s; \
        nothing is stalled; ended

        """
    )
  }

  @Test
  func whatIsStuckStandsInTheLine() throws {
    let script = TraceScript.stuckRun()
    script.header.processID = 4_000_000_000
    let path = try folder.write(script.log(endMs: 500).fileBytes(), to: "a.optrace")
    let run = CommandRun("watch", path)
    #expect(run.output.contains("3 stalled: fetch, store and report; gone without an end"))
  }

  /// A process of which nothing is known may be in a container: for two seconds it counts as alive, and says nothing.
  @Test
  func aProgramThatSaysNothingMoreIsNotToldOfAgainAndAgain() throws {
    let script = TraceScript.stuckRun()
    script.header.processID = 4_000_000_000
    script.header.startedAtUnixNanoseconds = UInt64(Date().timeIntervalSince1970 * 1e9)
    let path = try folder.write(script.log(endMs: 500).fileBytes(), to: "a.optrace")
    let lines = CommandRun("watch", path).output.split(separator: "\n")
    #expect(lines.count <= 2, "\(lines)")
    #expect(lines.last?.hasSuffix("; gone without an end: killed or crashed") == true)
  }

  @Test
  func whatCanNotBeWatchedIsOneError() throws {
    let foreign = try folder.write(Array("hello".utf8), to: "a.txt")
    let cases: [(String, ExitCode, String)] = [
      (foreign, .badData, "a.txt is not a trace; "), (folder.path, .noInput, " is no file; "),
      ("/nowhere/at/all.optrace", .noInput, "can't read /nowhere/at/all.optrace: "),
      ("-", .usage, "a pipe can't be watched"),
      ("4000000000", .noInput, "there is no process 4000000000"),
    ]
    for (operand, code, words) in cases {
      let run = CommandRun("watch", operand)
      #expect(run.exitCode == code, "\(operand)")
      #expect(run.output.isEmpty)
      #expect(run.errorLines.count == 1 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(CommandRun("watch").errors.contains("FILE|PID is missing"))
  }
}
