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
    TraceLife.isRunning(trace, atUnixNanoseconds: Self.beginning + ms * 1_000_000) { process, _ in
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
  }

  @Test
  func thisProcessIsThere() {
    let script = TraceScript()
    script.header.processID = UInt32(ProcessInfo.processInfo.processIdentifier)
    script.header.startedAtUnixNanoseconds = UInt64(Date().timeIntervalSince1970 * 1e9)
    #expect(TraceLife.isRunning(script.trace(endMs: 1), isElsewhere: false))
  }

  @Test
  func noProcessHasTheHighestNumber() {
    #expect(!SystemProcess(.max).isThere)
    #expect(!SystemProcess(0).isThere)
  }

  #if os(Linux)
  /// Until its parent asks how it ended, the system remembers a process.
  @Test
  func aProcessThatEndedAndIsOnlyRememberedIsNotThere() throws {
    let ended = try #require(EndedProcess())
    #expect(kill(pid_t(ended.number), 0) == 0)
    #expect(!SystemProcess(ended.number).isThere)
    let script = TraceScript()
    script.header.processID = ended.number
    script.header.startedAtUnixNanoseconds = UInt64(Date().timeIntervalSince1970 * 1e9)
    let trace = script.trace(endMs: 1)
    #expect(!TraceLife.isRunning(trace, isElsewhere: false))
    #expect(TraceLife.isRunning(trace, isElsewhere: true))
  }

  /// A number is given again: who has it now did not live at the last sign of life.
  @Test
  func aYoungerProcessOfTheSameNumberIsAnother() throws {
    var child: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { words.forEach { free($0) } }
    try #require(posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil) == 0)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    let process = SystemProcess(UInt32(child))
    #expect(process.hasBeenThere(forNanoseconds: 0))
    // The machine may be slow, and is not slower than an hour.
    #expect(!process.hasBeenThere(forNanoseconds: 3_600_000_000_000))
    var ages: [UInt64] = []
    _ = TraceLife.isRunning(trace(), atUnixNanoseconds: Self.beginning + 1_900_000_000) { _, age in
      ages.append(age)
      return true
    }
    #expect(ages == [500_000_000])
  }
  #endif

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
