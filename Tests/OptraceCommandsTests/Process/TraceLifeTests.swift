import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

struct TraceLifeTests {
  private static let beginning: UInt64 = 1_764_500_000_000_000_000

  private func trace(isStopped: Bool = false, process: UInt32 = 42) -> Trace {
    let script = TraceScript()
    script.header.startedAtUnixNanoseconds = Self.beginning
    script.header.processID = process
    script.run(script.operation("a"), on: script.queue("q"), enqueued: 0, started: 1)
    if isStopped { script.at(ms: 1_400).stop() }
    return script.trace(endMs: 1_400)
  }

  private func isRunning(_ trace: Trace, afterMs ms: UInt64, isThere: Bool = true) -> Bool {
    TraceLife.isRunning(trace, atUnixNanoseconds: Self.beginning + ms * 1_000_000) { process in
      #expect(process == 42)
      return isThere
    }
  }

  @Test
  func aSignOfLifeOfJustNowIsOne() {
    #expect(isRunning(trace(), afterMs: 1_450))
    #expect(isRunning(trace(), afterMs: 3_000))
    // The other machine's clock is ahead.
    #expect(isRunning(trace(), afterMs: 0))
  }

  @Test
  func whatEndedIsNotRunning() {
    #expect(!isRunning(trace(isStopped: true), afterMs: 1_450))
    #expect(!isRunning(trace(), afterMs: 1_450, isThere: false))
    #expect(!isRunning(trace(), afterMs: 3_500))
    #expect(!isRunning(trace(process: 0), afterMs: 1_450))
    #expect(!isRunning(trace(process: .max), afterMs: 1_450))
  }

  @Test
  func thisProcessIsThere() {
    let script = TraceScript()
    script.header.processID = UInt32(ProcessInfo.processInfo.processIdentifier)
    script.header.startedAtUnixNanoseconds = UInt64(Date().timeIntervalSince1970 * 1e9)
    #expect(TraceLife.isRunning(script.trace(endMs: 1), isElsewhere: false))
  }

  /// What rests for two seconds is stuck once its program has ended; before, it may be about to go on.
  @Test(arguments: [true, false])
  func aRunningProgramHasMoreTime(isRunning: Bool) throws {
    let script = TraceScript()
    let fetch = script.operation("fetch", class: "Fetch", overrides: .overridesStart)
    script.at(ms: 0).enqueue(fetch, on: script.queue("net")).start(fetch).returnFromStart(fetch)
    script.header.processID = UInt32(ProcessInfo.processInfo.processIdentifier)
    let begun = isRunning ? Date().timeIntervalSince1970 - 2 : 1_764_500_000
    script.header.startedAtUnixNanoseconds = UInt64(begun * 1e9)
    let folder = try TemporaryFolder()
    let path = try folder.write(script.log(endMs: 2_000).fileBytes(), to: "run.optrace")
    let run = CommandRun("diagnose", path)
    #expect(run.exitCode == (isRunning ? .success : .stuck), "\(run.output)")
    // What is set counts in any case.
    #expect(CommandRun("diagnose", path, "--threshold", "idle=1s").exitCode == .stuck)
  }
}
