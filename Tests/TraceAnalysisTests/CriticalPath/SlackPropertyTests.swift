import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Slack and potential against a plain going forward: what happens to the end when one operation finishes later.
@Suite struct SlackPropertyTests {
  @Test(arguments: Array(0..<150) as [UInt64])
  func aFinishCouldBePutOffBySlackAndNoMore(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    let table = SlackTable(of: trace, criticalPath: nil)
    for operation in trace.operations {
      guard let slack = table.slack(of: operation.id) else { continue }
      let delayed = DelayedRun(trace)
      #expect(delayed.delayOfEnd(delaying: operation.id, by: slack) == 0)
      #expect(delayed.delayOfEnd(delaying: operation.id, by: slack + 1) == 1)
    }
  }

  @Test(arguments: Array(0..<150) as [UInt64])
  func theCriticalPathHasNone(seed: UInt64) throws {
    let trace = Trace(SchedulerSimulation(seed: seed, isHealthy: true).log)
    let path = try #require(trace.criticalPath)
    let table = SlackTable(of: trace, criticalPath: path)
    #expect(table.slack(of: try #require(path.operations.last)) == 0)
    var next: CriticalPath.Segment?
    for segment in path.segments.reversed() {
      // A wait for nobody takes up what comes later than it did.
      let isOwnWait = segment.operation != nil && segment.state == .waitingForDependencies
      if isOwnWait || segment.state == .queueSuspended { break }
      // Who only enqueued the next one could finish later.
      if let id = segment.operation, let edge = next?.edge, edge.source == id,
        edge.kind != .createdBy
      {
        #expect(table.slack(of: id) == 0)
      }
      next = segment
    }
    for operation in trace.operations {
      let onPath = path.segments.filter { $0.operation == operation.id && $0.state == .executing }
      let length = onPath.reduce(0) { $0 + $1.end.nanoseconds(since: $1.start) }
      #expect(table.potential(of: operation.id) <= length)
    }
  }
}

/// Goes through a run again with one finish put off, in the order of time, moment by moment.
private struct DelayedRun {
  let trace: Trace

  init(_ trace: Trace) {
    self.trace = trace
  }

  /// How much later the last finish would have come.
  func delayOfEnd(delaying delayed: OperationID, by nanoseconds: UInt64) -> UInt64 {
    var finish: [OperationID: UInt64] = [:]
    var start: [OperationID: UInt64] = [:]
    // What holds up a moment is found by asking again until nothing moves: no order is needed.
    for _ in 0..<(trace.operations.count + 2) {
      let before = (finish, start)
      for operation in trace.operations {
        start[operation.id] = startDelay(of: operation, finish: finish, start: start)
        guard operation.milestones.finished != nil else { continue }
        let own = operation.id == delayed ? nanoseconds : 0
        finish[operation.id] =
          delay(
            of: .operation(operation.id),
            at: .max,
            from: start[operation.id] ?? 0,
            finish: finish
          ) + own
      }
      if before == (finish, start) { break }
    }
    let end = trace.operations.compactMap(\.milestones.finished?.nanoseconds).max() ?? 0
    let last = trace.operations.compactMap { operation in
      operation.milestones.finished.map { $0.nanoseconds + (finish[operation.id] ?? 0) }
    }.max()
    return (last ?? end) - end
  }

  private enum Actor: Hashable {
    case operation(OperationID)
    case thread(ThreadID)
  }

  private func startDelay(
    of operation: TracedOperation,
    finish: [OperationID: UInt64],
    start: [OperationID: UInt64]
  ) -> UInt64 {
    let cleared = operation.cleared.nanoseconds
    var latest = cleared
    for edge in trace.edges where edge.target == operation.id {
      guard [.dependency, .barrier, .slotHandOver].contains(edge.kind),
        let finished = trace[edge.source]?.milestones.finished?.nanoseconds, finished <= cleared
      else { continue }
      latest = max(latest, finished + (finish[edge.source] ?? 0))
    }
    if let enqueued = operation.milestones.enqueued {
      if let creator = operation.creator.flatMap({ trace[$0] }) {
        if creator.milestones.started ?? .zero <= enqueued,
          enqueued <= creator.milestones.finished ?? trace.end
        {
          let actor = Actor.operation(creator.id)
          let begin = start[creator.id] ?? 0
          latest = max(
            latest,
            enqueued.nanoseconds
              + delay(of: actor, at: enqueued.nanoseconds, from: begin, finish: finish)
          )
        }
      } else if let thread = operation.enqueueThread {
        latest = max(
          latest,
          enqueued.nanoseconds
            + delay(of: .thread(thread), at: enqueued.nanoseconds, from: 0, finish: finish)
        )
      }
    }
    return latest - cleared
  }

  /// How much later an actor comes to a moment: each wait takes up some, and may bring some.
  private func delay(
    of actor: Actor,
    at instant: UInt64,
    from begin: UInt64,
    finish: [OperationID: UInt64]
  ) -> UInt64 {
    var delay = begin
    for wait in trace.waits {
      guard let end = wait.end?.nanoseconds, wait.start.nanoseconds < end, end <= instant,
        actor == wait.waiter.map({ .operation($0) }) ?? .thread(wait.thread)
      else { continue }
      var released = end
      for operation in trace.operations {
        let isMeant = operation.id == wait.operation
        let isInQueue = wait.queue != nil && operation.queue == wait.queue
        guard isMeant || isInQueue, let finished = operation.milestones.finished?.nanoseconds,
          finished <= end
        else { continue }
        released = max(released, finished + (finish[operation.id] ?? 0))
      }
      let arrival = wait.start.nanoseconds + delay
      delay = max(released, arrival) - end
    }
    return delay
  }
}
