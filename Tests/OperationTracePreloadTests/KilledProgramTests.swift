import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// A program that is killed, or hangs, leaves a trace that can be read.
@Suite(.serialized)
struct KilledProgramTests {
  private func wait(for path: String, _ process: Process) throws {
    while process.isRunning, !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
  }

  /// At any moment: in a record, while the file grows, while the operations' own threads come and go.
  @Test(arguments: 0..<100)
  func whatWasRecordedUntilThenIsThere(round: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    let process = try ProgramRun(untouched: "endless").traced(into: path).start(in: folder)
    try wait(for: path, process)
    usleep(UInt32(round * 337))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let trace = Trace(try EventLog(path: path))
    #expect(trace.problems.isEmpty, "\(trace.problems)")
    #expect(!trace.wasStopped)
    // In whatever it was stopped: what was finished was started, what was started was added.
    for operation in trace.operations {
      let milestones = operation.milestones
      if milestones.finished != nil { #expect(milestones.started != nil) }
      if milestones.started != nil { #expect(milestones.enqueued != nil) }
    }
  }

  /// Whoever cuts the file takes the rest of the recording, and not the program.
  @Test(arguments: [nil, "1MiB"])
  func aProgramOutlivesThatItsFileIsCut(keep: String?) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    var run = try ProgramRun(untouched: "endless").traced(into: path)
    run.variables["OPTRACE_KEEP"] = keep
    let process = try run.start(in: folder)
    try wait(for: path, process)
    for size in [8_192, 0] {
      truncate(path, size)
      usleep(50_000)
    }
    while process.isRunning, try folder.read("errors").isEmpty { usleep(1_000) }
    usleep(300_000)
    #expect(process.isRunning)
    let line = "optrace: the trace's file was cut while it was recorded; the program goes on"
    let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
    #expect(errors.hasPrefix(line))
    #expect(errors.split(separator: "\n").count == 1)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The watchdogs work in it as they do in a program that has the tracer in it.
  @Test func aProgramThatHangsIsSeenToHang() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    var run = try ProgramRun(untouched: "hangs").traced(into: path)
    run.variables["OPTRACE_STALL_AFTER"] = "100ms"
    let process = try run.start(in: folder)
    try wait(for: path, process)
    var trace = Trace(try EventLog(path: path))
    // Its signs of life go on when nothing happens any more.
    while process.isRunning, trace.end.nanoseconds < 1_000_000_000 {
      usleep(20_000)
      trace = Trace(try EventLog(path: path))
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let stuck = try #require(trace.operations.first { $0.name == "forgetful" })
    #expect(stuck.milestones.started != nil)
    #expect(stuck.outcome == .unfinished)
    #expect(trace.operations.first { $0.name == "next" }?.milestones.started == nil)
    #expect(try folder.read("errors").isEmpty)
    #expect(try folder.read("output").isEmpty)
  }

  /// The stack of an operation that sits in its `start()` is recorded from the age on that was asked for.
  @Test func whereABlockedOperationIsIsRecorded() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.optrace")
    var run = try ProgramRun(untouched: "blocked").traced(into: path)
    run.variables["OPTRACE_STALL_AFTER"] = "50ms"
    let process = try run.start(in: folder)
    try wait(for: path, process)
    var events: [TraceEvent] = []
    while process.isRunning, !events.contains(where: { $0.kind == .stackRecorded }) {
      usleep(20_000)
      events = try EventLog(path: path).events
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let started = try #require(events.first { $0.kind == .started })
    let recorded = try #require(events.first { $0.kind == .stackRecorded })
    // Nobody asked: after five seconds.
    #expect(recorded.instant.nanoseconds - started.instant.nanoseconds < 4_900_000_000)
  }
}
