import Foundation
import Testing
import TraceEvents
import TraceTestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if os(Linux)
/// What `optrace record` says of a program in which the tracer is, while it runs and after.
@Suite(.timeLimit(.minutes(2)))
struct RecordReportTests {
  private let folder: TemporaryFolder
  private let faults = TestProgram.url(of: "sample-faults").path

  init() throws {
    folder = try TemporaryFolder()
  }

  private func errors() throws -> String {
    String(decoding: try folder.read("errors"), as: UTF8.self)
  }

  @Test
  func oneLineSaysWhereTheTraceIs() throws {
    let run = try BuiltCommand("record", faults, "dependency-cycle", "right", in: folder)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        optrace: 2 operations recorded in sample-faults.optrace; nothing is stalled; \
        see `optrace diagnose sample-faults.optrace`

        """
    )
    let log = try EventLog(path: folder.file("sample-faults.optrace"))
    #expect(log.header.program == "sample-faults")
    #expect(log.problems.isEmpty)
    // An older trace is replaced.
    let again = try BuiltCommand("record", "-q", faults, "dependency-cycle", "right", in: folder)
    #expect(again.errors.isEmpty)
    let next = try EventLog(path: folder.file("sample-faults.optrace"))
    #expect(next.header.processID != log.header.processID)
  }

  /// What led to it would be dropped some time.
  @Test
  func aCopyIsPutAsideOfABoundedTraceInWhichSomethingIsStuck() throws {
    let run = try RunningCommand(
      [
        "record", "--keep", "1MiB", "--stall-after", "300ms", "-o", "t.optrace", faults,
        "never-finished", "wrong",
      ],
      in: folder
    )
    while try !errors().contains("a copy is in t-") { usleep(20_000) }
    run.send(SIGKILL)
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("t-") && $0.hasSuffix(".optrace") }
    #expect(copies.count == 1)
    let copy = try #require(copies.first)
    #expect(try errors().contains("optrace: a copy is in \(copy)\n"))
    let diagnosis = try BuiltCommand(
      "diagnose",
      copy,
      "--threshold",
      "idle=100ms",
      in: folder
    )
    #expect(diagnosis.status == 1)
    #expect(String(decoding: diagnosis.output, as: UTF8.self).contains("never-finished"))
  }

  @Test
  func whatIsStuckIsToldWhileTheProgramGoesOn() throws {
    let run = try RunningCommand(
      ["record", "--stall-after", "300ms", "-o", "t.optrace", faults, "never-finished", "wrong"],
      in: folder
    )
    while try !errors().contains("More about it") { usleep(20_000) }
    #expect(run.process.isRunning)
    run.send(SIGKILL)
    let told = try errors()
    #expect(told.hasPrefix("optrace: operations are stuck in sample-faults, process "))
    #expect(told.contains("\nerror: never-finished"))
  }

  @Test(arguments: [("kill", SIGKILL, "no"), ("abort", SIGABRT, "no"), ("abort", SIGABRT, "yes")])
  func whatIsStuckIsEndedWhenThatIsAskedFor(
    word: String,
    signal: Int32,
    backtrace: String
  ) throws {
    let run = try RunningCommand(
      [
        "record", "--on-stall", word, "--stall-after", "300ms", "-o", "t.optrace",
        faults, "dependency-cycle", "wrong",
      ],
      in: folder,
      variables: ["SWIFT_BACKTRACE": "enable=\(backtrace)"]
    )
    #expect(run.end() == -signal)
    let lines = try errors().split(separator: "\n").filter { $0.hasPrefix("optrace: ") }
    #expect(lines.first?.hasPrefix("optrace: operations are stuck in sample-faults") ?? false)
    #expect(lines.contains("optrace: the program is ended, as --on-stall \(word) says"))
    #expect(
      lines.last?.hasPrefix("optrace: 2 operations recorded in t.optrace; 2 stalled: ") ?? false
    )
    // The trace of a program that was killed is sound.
    #expect(try EventLog(path: folder.file("t.optrace")).problems.isEmpty)
  }

  @Test
  func whatShowsAtOnceIsToldWhenItsTimeHasCome() throws {
    let run = try BuiltCommand(
      "record",
      "--stall-after",
      "1h",
      faults,
      "dependency-cycle",
      "wrong",
      in: folder
    )
    #expect(!run.errors.contains("are stuck"))
    #expect(run.errors.contains("2 stalled: fetch and store"))
  }

  @Test
  func anOlderTraceDoesNotStall() throws {
    _ = try folder.write(TraceScript.stuckRun().log(endMs: 500).fileBytes(), to: "t.optrace")
    let run = try RunningCommand(
      [
        "record", "--on-stall", "kill", "--stall-after", "50ms", "-o", "t.optrace",
        RecordedProgram.path, "pause",
      ],
      in: folder
    )
    #expect(run.end() == 3)
  }

  @Test
  func anOlderTraceIsNotTakenForTheNewOne() throws {
    _ = try folder.write(TraceScript.healthyRun().log().fileBytes(), to: "t.optrace")
    let script =
      "OPTRACE_PRELOAD=\(try RecordedProgram.idleLibrary.get()) "
      + "$optrace record -o t.optrace \(RecordedProgram.path) exit 3"
    let run = try BuiltCommand(script: script, in: folder)
    #expect(run.status == 3)
    #expect(
      run.errors == "optrace: nothing was recorded: tracing-recorded left no trace in t.optrace\n"
    )
  }
}
#endif
