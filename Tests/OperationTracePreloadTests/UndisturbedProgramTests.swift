import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// A program behaves with the library as it does without it.
struct UndisturbedProgramTests {
  /// What ends by itself, and does the same each time.
  private static let shapes = [
    "pipeline", "serial", "queues", "cancelled", "main-queue", "dispatch-main", "blocks", "tasks",
    "children", "replaced", "replaced-by-itself", "forked", "fatal-error", "trap", "fault", "abort",
    "cut-mapping",
    "bus-signal",
    "terminated",
    "status", "exit-in-operation", "exit-in-handler", "at-once", "interleaved", "input",
    "arguments", "facts", "environment", "handler", "closing", "elsewhere", "no such shape",
  ]

  @Test(arguments: shapes, UntouchedProgram.Configuration.allCases)
  func aRunIsAsItIsWithoutTheLibrary(
    shape: String,
    configuration: UntouchedProgram.Configuration
  ) throws {
    let folder = try TemporaryFolder()
    let traces = try TemporaryFolder()
    var run = try ProgramRun(untouched: shape, ["x y", "", "$z\u{1B}", "ä"], configuration)
    run.input = "one\ntwo\n\nlast without an end"
    let plain = try run.outcome(in: folder)
    let traced = try run.traced(into: traces.file("run.optrace")).outcome(in: folder)
    #expect(traced == plain)
    // It was traced.
    let trace = Trace(try EventLog(path: traces.file("run.optrace")))
    #expect(trace.problems.isEmpty)
    let usesOperations = !["arguments", "environment", "no such shape"].contains(shape)
    #expect(trace.operations.isEmpty == !usesOperations)
    #expect(trace.header.program == "untouched")
    // Nothing but the trace is left, neither of the program nor of its children.
    #expect(try traces.names() == ["run.optrace"])
  }

  /// What the program's own `LD_PRELOAD` was is what it sees.
  @Test(arguments: [
    ("LIBRARY", nil), ("LIBRARY:libm.so.6", "libm.so.6"), ("libm.so.6:LIBRARY", "libm.so.6"),
    ("libm.so.6 LIBRARY", "libm.so.6"), ("LIBRARY libm.so.6", "libm.so.6"),
    ("libm.so.6:LIBRARY:libdl.so.2", "libm.so.6:libdl.so.2"),
  ])
  func itsOwnLoaderVariableStays(value: String, kept: String?) throws {
    let folder = try TemporaryFolder()
    let traces = try TemporaryFolder()
    var run = try ProgramRun(untouched: "environment")
    run.variables["OPTRACE_FILE"] = traces.file("run.optrace")
    run.variables["OPTRACE_STALL_AFTER"] = "5s"
    run.variables["LD_PRELOAD"] = value.replacingOccurrences(
      of: "LIBRARY",
      with: ProgramRun.library
    )
    let outcome = try run.outcome(in: folder)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("LD_PRELOAD=") } == (kept.map { ["LD_PRELOAD=\($0)"] } ?? [])
    )
    #expect(!lines.contains { $0.hasPrefix("OPTRACE_") })
    #expect(try traces.names() == ["run.optrace"])
  }

  @Test func whatCannotBeRecordedIsSaidInOneLine() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(untouched: "serial")
    let plain = try run.outcome(in: folder)
    var silent = run.traced(into: "")
    silent.variables["OPTRACE_FILE"] = ""
    for (run, reason) in [
      (run.traced(into: "/nowhere/at/all.optrace"), "can't record into /nowhere/at/all.optrace"),
      (silent, "OPTRACE_FILE is not set"),
    ] {
      let outcome = try run.outcome(in: folder)
      #expect(outcome.output == plain.output)
      #expect(outcome.status == plain.status)
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.errors.hasPrefix("optrace: \(reason)"), "\(outcome.errors)")
    }
  }

  /// A program that has the tracer in it is left to that one.
  @Test func aProgramWithATracerOfItsOwnIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let traces = try TemporaryFolder()
    let run = ProgramRun(TestProgram.url(of: "tracing-exactness"))
      .traced(into: traces.file("run.optrace"))
    let outcome = try run.outcome(in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
    #expect(try traces.names().isEmpty)
  }

  @Test func aProgramWithoutFoundationIsNotRecorded() throws {
    let folder = try TemporaryFolder()
    let traces = try TemporaryFolder()
    let run = ProgramRun(URL(fileURLWithPath: "/bin/ls"), ["-a"])
    let plain = try run.outcome(in: folder)
    var traced = run.traced(into: traces.file("%p.optrace"))
    #expect(try traced.outcome(in: folder) == plain)
    traced.variables["OPTRACE_FOLLOW"] = "1"
    #expect(try traced.outcome(in: folder) == plain)
    #expect(try traces.names().isEmpty)
  }
}
