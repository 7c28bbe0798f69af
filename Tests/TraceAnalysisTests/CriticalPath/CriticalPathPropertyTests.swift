import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Properties of every critical path.
@Suite struct CriticalPathPropertyTests {
  static let seeds: [UInt64] = Array(0..<120)

  @Test(arguments: seeds)
  func itAccountsForTheRunOfASimulatedScheduler(seed: UInt64) throws {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    guard trace.operations.contains(where: { $0.milestones.finished != nil }) else { return }
    let path = try #require(trace.criticalPath)
    expectContiguous(path, in: trace)
    for segment in path.segments {
      expectTrue(segment, in: trace)
    }
    // Edges are followed from one operation to the next, and only where there is one.
    for (previous, next) in zip(path.segments, path.segments.dropFirst()) {
      if previous.operation != nil, previous.operation != next.operation {
        #expect(next.edge?.source == previous.operation)
      }
    }
    let edges = Set(trace.edges)
    #expect(path.edges.allSatisfy(edges.contains))
    #expect(path == trace.criticalPath)
  }

  /// Where an operation waits on the path, nobody on record could have ended the wait sooner.
  @Test(arguments: seeds)
  func itWaitsForDependenciesOnlyWhereNoneFinished(seed: UInt64) throws {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    for segment in trace.criticalPath?.segments ?? []
    where segment.state == .waitingForDependencies {
      guard let operation = segment.operation.flatMap({ trace[$0] }) else { continue }
      let inside = operation.dependencies.compactMap { trace[$0]?.milestones.finished }
        .filter { segment.start < $0 && $0 <= segment.end }
      #expect(inside.isEmpty)
    }
  }

  @Test(arguments: Array(0..<300) as [UInt64])
  func garbageGivesAContiguousPathOrNone(seed: UInt64) {
    let trace = Trace(.garbage(seed: seed))
    guard let path = trace.criticalPath else {
      #expect(trace.operations.allSatisfy { $0.milestones.finished == nil })
      return
    }
    expectContiguous(path, in: trace)
  }

  private func expectContiguous(_ path: CriticalPath, in trace: Trace) {
    let finished = trace.operations.compactMap(\.milestones.finished).max()
    // One that finished before it began, or never began, can be on the path by its finish.
    let onPath = Set(path.operations)
    let begin = trace.operations.flatMap { operation in
      let milestones = operation.milestones
      let finished = onPath.contains(operation.id) ? milestones.finished : nil
      return [milestones.enqueued ?? milestones.started, finished].compactMap { $0 }
    }.min()
    #expect(path.segments.last?.end == finished)
    if let begin, let finished, begin < finished {
      #expect(path.segments.first?.start == begin)
      #expect(path.nanoseconds == finished.nanoseconds - begin.nanoseconds)
    }
    for (segment, next) in zip(path.segments, path.segments.dropFirst()) {
      #expect(segment.end == next.start)
    }
    #expect(path.segments.allSatisfy { $0.start <= $0.end })
  }

  /// Checks that the operation really was in that state for all of that time.
  private func expectTrue(_ segment: CriticalPath.Segment, in trace: Trace) {
    guard segment.start < segment.end, let operation = segment.operation.flatMap({ trace[$0] })
    else { return }
    let covers = operation.intervals.contains { interval in
      interval.state == segment.state && interval.start <= segment.start
        && segment.end <= interval.end
    }
    #expect(covers)
  }
}
