import Foundation
import Testing
import TraceTestSupport
import TraceEvents
import TraceModel

/// Many threads that add operations at once, in a process of their own.
///
/// `TRACING_STRESS_PROGRAM` names another build of the program, such as one under a sanitizer, and `TRACING_STRESS_COUNT` how
/// many operations it runs.
@Suite(.serialized)
struct StressTests {
  private static var count: Int {
    ProcessInfo.processInfo.environment["TRACING_STRESS_COUNT"].flatMap { Int($0) } ?? 200_000
  }

  private static func program(_ arguments: [String]) -> TestProgram {
    let program = TestProgram("tracing-stress", arguments)
    if let path = ProcessInfo.processInfo.environment["TRACING_STRESS_PROGRAM"] {
      program.process.executableURL = URL(fileURLWithPath: path)
    }
    return program
  }

  @Test
  func everyOperationIsThereExactlyOnce() throws {
    try expectEveryOperationOnce(count: Self.count, seed: 1)
  }

  /// All threads meet a class at the same time: none may run an operation of it before its hooks are in place.
  @Test(arguments: 0..<40)
  func theFirstOperationsOfAClassAreThere(round: Int) throws {
    try expectEveryOperationOnce(count: 640, seed: round)
  }

  private func expectEveryOperationOnce(count: Int, seed: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("stress.optrace")
    #expect(try Self.program([file, "\(count)", "64", "\(seed)"]).run() == 0)

    let log = try EventLog(path: file)
    #expect(log.problems.isEmpty)
    var counts: [OperationID: [TraceEvent.Kind: Int]] = [:]
    for event in log.events {
      guard let operation = event.operation else { continue }
      counts[operation, default: [:]][event.kind, default: 0] += 1
    }
    #expect(counts.count == count)
    let wrong = counts.filter { _, kinds in
      [.enqueued, .started, .finished, .deallocated].contains { kinds[$0] != 1 }
        || kinds[.cancelled, default: 0] > 1
        || kinds[.completionBegan] != 1 || kinds[.completionEnded] != 1
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    // Queues start what is in them.
    #expect(!log.events.contains { $0.kind == .started && !$0.flags.isEmpty })
    #expect(log.events.last?.kind == .stopped)
  }

  /// What was cancelled while it waited, and nothing else, may start before its dependencies have finished.
  @Test
  func orderIsThatOfTheProgram() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("order.optrace")
    #expect(try Self.program([file, "\(Self.count / 10)", "64", "7"]).run() == 0)

    let trace = Trace(try EventLog(path: file))
    var checked = 0
    for operation in trace.operations where operation.milestones.cancelled == nil {
      let start = try #require(operation.milestones.started)
      for dependency in operation.dependencies {
        let finish = try #require(trace[dependency]?.milestones.finished)
        #expect(finish <= start, "\(operation.id) started before \(dependency) finished")
        checked += 1
      }
    }
    #expect(checked > Self.count / 20)
    for queue in trace.queues {
      let limit = try #require(queue.limit)
      #expect(queue.peakConcurrency <= limit, "\(queue.displayName)")
    }
  }

  @Test
  func aKilledProgramLeavesAFileThatEndsAtItsDeath() throws {
    let folder = try TemporaryFolder()
    for round in 0..<20 {
      let file = folder.file("killed \(round).optrace")
      let program = Self.program([file, "100000000", "64", "\(round)"])
      try program.process.run()
      defer { program.process.waitUntilExit() }
      // A moment that differs from round to round, counted in what the program has recorded.
      while (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0) ?? 0
        < 300_000 + 150_000 * round
      {
        try #require(program.process.isRunning)
        usleep(1000)
      }
      var before = timespec()
      clock_gettime(CLOCK_REALTIME, &before)
      kill(program.process.processIdentifier, SIGKILL)
      program.process.waitUntilExit()

      let log = try EventLog(path: file)
      #expect(log.problems.isEmpty)
      let last = try #require(log.events.last)
      let death = UInt64(before.tv_sec) * 1_000_000_000 + UInt64(before.tv_nsec)
      let recorded = log.header.startedAtUnixNanoseconds + last.instant.nanoseconds
      #expect(recorded + 100_000_000 > death, "round \(round)")
      #expect(Trace(log).operations.count > 100)
    }
  }
}
