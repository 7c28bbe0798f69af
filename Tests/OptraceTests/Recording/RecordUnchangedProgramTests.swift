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
/// `optrace record` with the library that records, on programs that know nothing of it.
@Suite(.timeLimit(.minutes(2)))
struct RecordUnchangedProgramTests {
  private let folder: TemporaryFolder
  private let program = RecordedProgram.path
  /// The library that is beside the command.
  private let variables = ["OPTRACE_PRELOAD": ""]

  init() throws {
    folder = try TemporaryFolder()
  }

  private func finished(in name: String) throws -> Int {
    let log = try EventLog(path: folder.file(name))
    #expect(log.problems.isEmpty)
    return log.events.count { $0.kind == .finished }
  }

  @Test
  func itsOperationsAreRecorded() throws {
    let run = try BuiltCommand("record", program, "work", in: folder)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        optrace: 5 operations recorded in tracing-recorded.optrace; nothing is stalled; \
        see `optrace diagnose tracing-recorded.optrace`

        """
    )
    #expect(try finished(in: "tracing-recorded.optrace") == 5)
  }

  @Test
  func aProgramWithoutOperationsIsToldFromOneThatWasNotTraced() throws {
    let run = try BuiltCommand("record", program, "exit", "3", in: folder)
    #expect(run.status == 3)
    #expect(
      run.errors == """
        optrace: recorded in tracing-recorded.optrace, but no operation was seen; \
        --follow records the processes that it starts, too

        """
    )
  }

  @Test
  func theProcessesThatItStartsAreFollowedWhenThatIsAskedFor() throws {
    let run = try BuiltCommand("record", "--follow", "-o", "t.optrace", program, "nest", in: folder)
    #expect(run.status == 0)
    let names = try folder.names()
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.wholeMatch(of: /t-\d+\.optrace/) != nil })
    #expect(try names.map { try finished(in: $0) }.sorted() == [0, 5])
    #expect(run.errors.contains("but no operation was seen; 1 child recorded in t-"))
    // Without it they are not.
    let alone = try BuiltCommand("record", "-o", "u.optrace", program, "nest", in: folder)
    #expect(alone.status == 0)
    #expect(try folder.names().count == 3)
  }

  @Test(arguments: [false, true])
  func aTraceIsGoodWhoeverIsKilled(killsCommand: Bool) throws {
    let run = try RunningCommand(
      ["record", "-o", "t.optrace", program, "hang"],
      in: folder,
      variables: variables
    )
    let process = try #require(run.wait(for: "ready ").flatMap { Int32($0) })
    if killsCommand { run.send(SIGKILL) }
    // The program is there, and records.
    #expect(kill(process, 0) == 0)
    while try !EventLog(path: folder.file("t.optrace")).events.contains(where: {
      $0.kind == .enqueued
    }) {
      usleep(5_000)
    }
    kill(process, SIGKILL)
    if !killsCommand { #expect(run.end() == -SIGKILL) }
    let diagnosis = try BuiltCommand("diagnose", "t.optrace", in: folder)
    #expect(diagnosis.status == 1)
    #expect(diagnosis.text.contains("first waits for second, second waits for first"))
    #expect(diagnosis.errors.isEmpty)
  }

  @Test
  func aProcessIsWatchedByItsNumber() throws {
    let run = try RunningCommand(
      ["record", "-o", "t.optrace", program, "hang"],
      in: folder,
      variables: variables
    )
    let process = try #require(run.wait(for: "ready ").flatMap { Int32($0) })
    let watch = try RunningCommand(["watch", String(process)], in: try TemporaryFolder())
    #expect(watch.wait(for: "2 stalled: first and second") != nil)
    kill(process, SIGKILL)
    #expect(run.end() == -SIGKILL)
    #expect(watch.end() == 0)
    #expect(watch.text.contains("gone without an end"), "\(watch.text)")
  }

  @Test
  func aProgramThatHangsIsEndedInCI() throws {
    let run = try RunningCommand(
      ["record", "--on-stall", "kill", "--stall-after", "300ms", program, "hang"],
      in: folder,
      variables: variables
    )
    #expect(run.end() == -SIGKILL)
    let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    #expect(errors.contains("error: dependency-cycle"))
  }

  @Test
  func whatItHasOfFoundationAndOfTheTracerIsSeen() throws {
    let part = try RecordedProgram.withFoundationInIt.get()
    let run = try BuiltCommand("record", part, in: folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("Foundation is a part of \(part) (-static-stdlib)"))

    let mute = try RecordedProgram.withTracerInIt.get()
    let other = try BuiltCommand("record", mute, in: folder)
    #expect(other.status == 0)
    #expect(
      other.errors == """
        optrace: nothing was recorded: with-tracer links OperationTracing and did not start it; \
        let it call OperationTracer.startFromEnvironment()

        """
    )
  }
}
#endif
