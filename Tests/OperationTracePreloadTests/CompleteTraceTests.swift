import Foundation
import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// A program that nobody changed is recorded completely.
struct CompleteTraceTests {
  private func trace(
    _ shape: String,
    _ configuration: UntouchedProgram.Configuration = .release,
    variables: [String: String] = [:]
  ) throws -> Trace {
    let folder = try TemporaryFolder()
    var run = try ProgramRun(untouched: shape, [], configuration)
      .traced(into: folder.file("run.optrace"))
    run.variables.merge(variables) { $1 }
    _ = try run.outcome(in: folder)
    return Trace(try EventLog(path: folder.file("run.optrace")))
  }

  private func counts(_ trace: Trace) -> [OperationID: [TraceEvent.Kind: Int]] {
    var counts: [OperationID: [TraceEvent.Kind: Int]] = [:]
    for event in trace.log.events {
      if let operation = event.operation {
        counts[operation, default: [:]][event.kind, default: 0] += 1
      }
    }
    return counts
  }

  @Test(arguments: UntouchedProgram.Configuration.allCases)
  func everyOperationIsThereExactlyOnce(configuration: UntouchedProgram.Configuration) throws {
    let trace = try trace("pipeline", configuration)
    #expect(trace.problems.isEmpty)
    #expect(trace.wasStopped)
    #expect(trace.operations.count == 200)
    let wrong = counts(trace).filter { _, kinds in
      [.enqueued, .started, .finished, .deallocated].contains { kinds[$0] != 1 }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(trace.operations.allSatisfy { $0.outcome == .succeeded })
    #expect(trace.queues.map(\.name) == ["pipeline"])
    #expect(!trace.log.events.contains { $0.kind == .enqueued && $0.flags.contains(.adopted) })
  }

  /// Classes, names, and what each waits for, known before it was added.
  @Test(arguments: UntouchedProgram.Configuration.allCases)
  func everyOperationIsDescribed(configuration: UntouchedProgram.Configuration) throws {
    let trace = try trace("pipeline", configuration)
    let byClass = Dictionary(grouping: trace.operations, by: \.className)
    #expect(
      byClass.mapValues(\.count) == ["Download": 50, "Decode": 50, "Resize": 50, "Chore": 50]
    )
    #expect(Set(byClass["Download"]?.map(\.name) ?? []) == Set((0..<50).map { "download \($0)" }))
    let classes = Dictionary(uniqueKeysWithValues: trace.operations.map { ($0.id, $0.className) })
    let expected = ["Decode": ["Download"], "Resize": ["Decode"], "Chore": ["Resize"]]
    for operation in trace.operations {
      #expect(
        operation.dependencies.map { classes[$0] } == expected[operation.className, default: []]
      )
      let events = trace.log.events.filter { $0.operation == operation.id }
      let added = events.firstIndex { $0.kind == .dependencyAdded } ?? -1
      #expect(added < events.firstIndex { $0.kind == .enqueued } ?? 0)
    }
  }

  /// Of queue classes of the program's own, also of one that hands on what it gets.
  @Test(arguments: UntouchedProgram.Configuration.allCases)
  func everyAdditionIsSeenWhereItEnds(configuration: UntouchedProgram.Configuration) throws {
    let trace = try trace("queues", configuration)
    #expect(trace.queues.filter { !$0.operations.isEmpty }.map(\.operations.count) == [23, 20])
    #expect(trace.queues.first { $0.name == "counting" }?.operations.count == 23)
    #expect(trace.queues.first { $0.name == "forwarding" }?.operations.isEmpty != false)
    let added = trace.log.events.filter { $0.kind == .enqueued }
    #expect(added.count == 43)
    #expect(added.allSatisfy { !$0.flags.contains(.adopted) })
  }

  @Test func theOrderIsThatOfTheProgram() throws {
    let trace = try trace("serial")
    let order: (TraceEvent.Kind) -> [OperationID] = { kind in
      trace.log.events.filter { $0.kind == kind }.compactMap(\.operation)
    }
    #expect(order(.started) == order(.enqueued))
    #expect(order(.finished) == order(.enqueued))
    #expect(order(.enqueued).count == 200)
    #expect(trace.queues.first?.peakConcurrency == 1)
  }

  @Test func theMainQueueIsKnown() throws {
    for shape in ["main-queue", "dispatch-main"] {
      let trace = try trace(shape)
      let main = try #require(trace.queues.first { $0.isMain })
      #expect(main.operations.count == 21)
    }
  }

  /// What is recorded ends with the program, in whatever way that ends.
  @Test(arguments: ["fatal-error", "trap", "fault", "abort", "terminated"])
  func aCrashLeavesWhatLedThere(shape: String) throws {
    let trace = try trace(shape)
    #expect(trace.problems.isEmpty)
    #expect(!trace.wasStopped)
    #expect(trace.operations.count == 1)
    #expect(trace.operations.first?.isExecuting == true)
  }

  @Test(arguments: ["status", "exit-in-operation"])
  func anOrderlyExitEndsTheRecording(shape: String) throws {
    #expect(try trace(shape).wasStopped)
  }

  /// The program takes the numbers of all descriptors that it did not open, and goes elsewhere.
  @Test(arguments: ["closing", "elsewhere"])
  func aProgramMayCloseEveryDescriptor(shape: String) throws {
    let trace = try trace(shape)
    #expect(trace.wasStopped)
    #expect(trace.problems.isEmpty)
    #expect(trace.operations.count == 20_000)
  }
}
