import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRecording
import TraceTestSupport

/// Recordings that keep their most recent part, of programs in processes of their own.
///
/// `TRACING_BOUNDED_PROGRAM` names another build of the program, such as one under a sanitizer.
@Suite(.serialized)
struct BoundedRecordingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("run.optrace")
  }

  private static func program(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) -> TestProgram {
    let program = TestProgram("tracing-bounded", arguments, environment: environment)
    if let path = ProcessInfo.processInfo.environment["TRACING_BOUNDED_PROGRAM"] {
      program.process.executableURL = URL(fileURLWithPath: path)
    }
    return program
  }

  /// A program that works until it is ended, when its recording has been there for that long.
  private func running(keep: String = "1MiB", forMilliseconds: UInt32) throws -> TestProgram {
    let program = Self.program(
      ["run", "60"],
      environment: ["OPTRACE_FILE": path, "OPTRACE_KEEP": keep]
    )
    program.process.standardError = Pipe()
    try program.process.run()
    while Self.end(of: path) == nil { usleep(1_000) }
    usleep(forMilliseconds * 1_000)
    return program
  }

  /// Until when a recording goes that has dropped something; nil for one that has not, or is not there yet.
  private static func end(of path: String) -> TraceInstant? {
    guard let log = try? EventLog(path: path), log.horizon != nil else { return nil }
    return log.end
  }

  private func end(_ program: TestProgram) {
    kill(program.process.processIdentifier, SIGKILL)
    program.process.waitUntilExit()
  }

  /// Nothing is damaged, and nothing that is missing looks like a fault.
  private func expectHealthy(_ trace: Trace) {
    let problems = trace.problems.map(\.message)
    // A machine that gives the recorder no turn for a tenth of a second: what was lost then is counted, and missing.
    if problems.contains(where: { $0.contains("events were lost") }) { return }
    #expect(problems.allSatisfy { $0.hasPrefix("it keeps the most recent ") }, "\(problems)")
    // What is slow may be so because the machine is busy.
    let findings = trace.diagnosis().findings.filter { $0.severity == .error }
    #expect(findings.isEmpty, "\(findings.map(\.sentence))")
    // No more than was in flight, and what a busy machine leaves between the reading of one thread's part and another's: what is
    // over seems not to have begun, which would be thousands.
    #expect(trace.operations.count { $0.milestones.finished == nil } < 500)
  }

  @Test(arguments: [1 << 20, 4 << 20])
  func everyEventAfterTheHorizonIsThereOnceAndWhatLastsIsCarried(bytes: Int) throws {
    var status: Int32 = 2
    var text = ""
    for _ in 0..<10 where status == 2 {
      (status, text) = try Self.program(["compare", "\(bytes)", "40000"]).output()
    }
    // Nobody waits for the keeper: on a machine that gives it no turn, records are lost each time, and said to be.
    #expect(status == 0 || status == 2, "\(text)")
  }

  @Test(arguments: 0..<50)
  func aProgramThatIsKilledAtAnyMomentLeavesASoundFile(round: UInt32) throws {
    var random = SeededGenerator(seed: UInt64(round))
    let program = try running(forMilliseconds: UInt32.random(in: 0...300, using: &random))
    end(program)
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size.map { $0 <= 1 << 20 } == true)
    expectHealthy(Trace(try EventLog(path: path)))
  }

  @Test
  func itIsReadWhileItTurns() throws {
    let program = try running(forMilliseconds: 200)
    defer { end(program) }
    var horizons: Set<TraceInstant> = []
    for _ in 0..<100 {
      let trace = Trace(try EventLog(path: path))
      expectHealthy(trace)
      if let horizon = trace.horizon { horizons.insert(horizon.instant) }
    }
    #expect(horizons.count > 1)
  }

  @Test
  func aTimeIsABoundToo() throws {
    let program = try running(keep: "1s", forMilliseconds: 2_000)
    end(program)
    let trace = Trace(try EventLog(path: path))
    let horizon = try #require(trace.horizon)
    #expect(horizon.bound.nanoseconds == 1_000_000_000)
    #expect(horizon.droppedEvents > 0)
    #expect(trace.end.nanoseconds(since: horizon.instant) > 500_000_000)
    #expect(trace.problems.first?.message.hasPrefix("it keeps the last 1 s: ") == true)
  }

  @Test
  func aSignalPutsACopyAside() throws {
    let program = try running(forMilliseconds: 200)
    defer { end(program) }
    // A copy has its name once it is whole.
    func copies() throws -> [String] {
      try folder.names().filter { $0.hasPrefix("run-") && $0.hasSuffix(".optrace") }
    }
    for count in 1...2 {
      kill(program.process.processIdentifier, SIGUSR2)
      let limit = Date(timeIntervalSinceNow: 60)
      while try copies().count < count, Date() < limit { usleep(10_000) }
    }
    let copies = try copies()
    #expect(copies.count == 2)
    for copy in copies { expectHealthy(Trace(try EventLog(bytes: folder.read(copy)))) }
    #expect(program.process.isRunning)
  }
}
