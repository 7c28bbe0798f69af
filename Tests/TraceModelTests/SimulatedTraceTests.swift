import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Properties that every trace has, checked on recordings of a simulated scheduler of which the truth is known.
@Suite struct SimulatedTraceTests {
  static let seeds: [UInt64] = Array(0..<80)

  @Test(arguments: seeds)
  func intervalsAreContiguousAndAddUp(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    for operation in trace.operations {
      let intervals = operation.intervals
      guard let begin = operation.milestones.enqueued else {
        #expect(intervals.isEmpty)
        continue
      }
      let end = operation.milestones.finished ?? trace.end
      var cursor = begin
      for interval in intervals {
        #expect(interval.start == cursor)
        #expect(interval.start < interval.end)
        cursor = interval.end
      }
      #expect(cursor == end)
      #expect(operation.accounting.total == end.nanoseconds - begin.nanoseconds)
      for state in OperationState.allCases {
        let sum = intervals.filter { $0.state == state }.reduce(0) { $0 + $1.nanoseconds }
        #expect(operation.accounting[state] == sum)
      }
      #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $0.state != $1.state })
    }
  }

  @Test(arguments: seeds)
  func milestonesAreWhatHappened(seed: UInt64) throws {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    for truth in simulation.truths {
      guard let operation = trace[truth.id] else {
        #expect(truth.enqueued == nil)
        continue
      }
      #expect(operation.queue == truth.queue)
      #expect(operation.isBarrier == truth.isBarrier)
      #expect(operation.milestones.enqueued?.nanoseconds == truth.enqueued)
      #expect(operation.milestones.ready?.nanoseconds == truth.ready, "\(operation)")
      #expect(operation.milestones.started?.nanoseconds == truth.started)
      #expect(operation.milestones.finished?.nanoseconds == truth.finished)
      #expect(operation.dependencies == truth.dependencies.sorted())
      #expect((operation.outcome == .unfinished) == (truth.finished == nil))
      if truth.finished != nil {
        #expect((operation.outcome == .cancelledBeforeStart) == truth.isCancelled)
      }
    }
  }

  @Test(arguments: seeds)
  func waitingEndsWhenReadyAndExecutingBeginsAtTheStart(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    for operation in trace.operations {
      let truth = simulation[operation.id]
      guard let enqueued = truth.enqueued else { continue }
      let end = truth.finished ?? trace.end.nanoseconds
      let ready = truth.ready ?? end
      #expect(operation.accounting.waitingForDependencies == ready - enqueued)
      #expect(operation.accounting.executing == end - (truth.started ?? end))
    }
  }

  @Test(arguments: seeds)
  func suspendedTimeIsTheQueuesSuspensionsWhileReady(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    for operation in trace.operations {
      let truth = simulation[operation.id]
      guard let ready = truth.ready, let queue = truth.queue.map({ simulation[$0] }) else {
        continue
      }
      let start = truth.started ?? truth.finished ?? trace.end.nanoseconds
      let suspended = queue.suspensions.reduce(UInt64(0)) { sum, suspension in
        let from = max(suspension.start, ready)
        let to = min(suspension.end ?? trace.end.nanoseconds, start)
        return sum + (from < to ? to - from : 0)
      }
      #expect(operation.accounting.queueSuspended == suspended)
    }
  }

  @Test(arguments: seeds)
  func slotsAreFullWhileAnOperationWaitsForOne(seed: UInt64) {
    let simulation = SchedulerSimulation(
      seed: seed,
      allowsSuspension: false,
      allowsLimitChanges: false
    )
    let trace = Trace(simulation.log)
    for queue in trace.queues {
      let operations = queue.operations.compactMap { trace[$0] }
      let spans = operations.flatMap(\.intervals)
      for interval in spans where interval.state == .waitingForSlot {
        let middle = interval.start.nanoseconds / 2 + interval.end.nanoseconds / 2
        let taken = spans.count { other in
          [.dispatch, .executing].contains(other.state) && other.start.nanoseconds <= middle
            && middle < other.end.nanoseconds
        }
        #expect(taken >= queue.limit ?? .max)
      }
      for interval in spans where interval.state == .dispatch {
        let middle = interval.start.nanoseconds / 2 + interval.end.nanoseconds / 2
        let executing = spans.count { other in
          other.state == .executing && other.start.nanoseconds <= middle
            && middle < other.end.nanoseconds
        }
        #expect(executing < queue.limit ?? .max)
      }
    }
  }

  @Test(arguments: seeds)
  func slotsOfASerialQueueGoFromHandToHand(seed: UInt64) {
    let simulation = SchedulerSimulation(
      seed: seed,
      allowsSuspension: false,
      allowsLimitChanges: false
    )
    let trace = Trace(simulation.log)
    for operation in trace.operations {
      let truth = simulation[operation.id]
      guard let ready = truth.ready, truth.started != nil,
        truth.queue.map({ simulation[$0].limits }) == [1]
      else { continue }
      #expect(operation.accounting.waitingForSlot == (truth.picked ?? 0) - ready)
      let from = trace.edges.filter { $0.target == operation.id && $0.kind == .slotHandOver }
      #expect(from.count == (truth.picked == ready ? 0 : 1))
      for edge in from {
        #expect(trace[edge.source]?.milestones.finished?.nanoseconds == truth.picked)
      }
    }
  }
}
