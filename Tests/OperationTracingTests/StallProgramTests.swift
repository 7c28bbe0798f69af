import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Programs that watch themselves for stalls, each in a process of its own.
struct StallProgramTests {
  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    /// The copies that were put aside.
    var copies: [[UInt8]]
  }

  private func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let test = TestProgram(program, arguments, environment: environment)
    test.process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    // A file, not a pipe: nobody has to read it while the process runs.
    let errors = try folder.write([], to: "errors")
    test.process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    let (status, output) = try test.output()
    return Outcome(
      status: status,
      output: output,
      errors: String(decoding: try folder.read("errors"), as: UTF8.self),
      copies: try folder.names().filter { $0.hasPrefix("run-") }.map { try folder.read($0) }
    )
  }

  /// At any moment of what the watch does.
  @Test(arguments: 0..<40)
  func aProgramCanEndWhileItIsWatched(number: Int) throws {
    let outcome = try run("tracing-stalls", ["exit", "\(number * number * 150)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func aRecordingThatIsTooLargeIsLeftToTheCommand() throws {
    let outcome = try run("tracing-stalls", ["large"])
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.contains("optrace diagnose FILE") ?? false)
  }

  /// Where every worker thread is blocked, dispatch would call nobody back.
  @Test func aBlockedPoolIsReported() throws {
    let outcome = try run("tracing-stalls", ["pool"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("optrace-stalls "), "\(outcome.output)")
  }

  @Test func aSlowProgramIsNotReported() throws {
    let outcome = try run("tracing-stalls", ["slow"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
  }

  // MARK: Asked for by the environment

  private func runFault(_ variables: [String: String]) throws -> Outcome {
    try run("sample-faults", ["dependency-cycle", "wrong"], environment: variables)
  }

  @Test func theEnvironmentAsksForReports() throws {
    let outcome = try runFault(["OPTRACE_FILE": "run.optrace", "OPTRACE_STALL_AFTER": "200ms"])
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix("optrace: operations are stuck in sample-faults, process ") ?? false
    )
    #expect(lines.dropFirst().first == "2 stalled: fetch and store")
    #expect(lines.count { $0 == "error: dependency-cycle" } == 1, "\(outcome.errors)")
    #expect(outcome.errors.utf8.allSatisfy { $0 < 0x7F })
  }

  @Test func aStallPutsACopyOfABoundedRecordingAside() throws {
    let asked = ["OPTRACE_FILE": "run.optrace", "OPTRACE_STALL_AFTER": "200ms"]
    let outcome = try runFault(asked.merging(["OPTRACE_KEEP": "1MiB"]) { $1 })
    #expect(outcome.copies.count == 1, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("optrace: a copy is in run-") }, "\(outcome.errors)")
    let copy = Trace(try EventLog(bytes: outcome.copies.first ?? []))
    #expect(Set(copy.operations.compactMap(\.name)) == ["fetch", "store"])
    #expect(copy.operations.allSatisfy { $0.milestones.finished == nil })
    #expect(!copy.wasStopped)
    // A recording that keeps everything has everything.
    #expect(try runFault(asked).copies.isEmpty)
  }

  /// The operation that hangs in a call of Foundation is in no queue and was never started.
  @Test func aCallThatDoesNotReturnIsReported() throws {
    let outcome = try run(
      "sample-faults",
      ["self-dependency", "wrong"],
      environment: ["OPTRACE_FILE": "run.optrace", "OPTRACE_STALL_AFTER": "200ms"]
    )
    #expect(outcome.errors.contains("error: self-dependency"), "\(outcome.errors)")
  }

  @Test(arguments: ["soon", "5", "0s", "-1s", "\u{1B}[31m"])
  func whatIsNoLengthOfTimeIsRefusedInOneLine(value: String) throws {
    let outcome = try runFault(["OPTRACE_FILE": "run.optrace", "OPTRACE_STALL_AFTER": value])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errors)")
    #expect(lines.first?.hasPrefix("optrace: OPTRACE_STALL_AFTER is ") ?? false)
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func reportsNeedARecording() throws {
    let outcome = try runFault(["OPTRACE_STALL_AFTER": "200ms", "OPTRACE_FILE": ""])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines == ["optrace: OPTRACE_STALL_AFTER needs OPTRACE_FILE; stalls are not reported"])
  }
}
