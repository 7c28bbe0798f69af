import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Properties of queues and edges, checked on recordings of a simulated scheduler.
@Suite struct SimulatedQueueTests {
  static let seeds = SimulatedTraceTests.seeds

  @Test(arguments: seeds)
  func depthIsWhatTheIntervalsSay(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    for queue in trace.queues {
      let operations = queue.operations.compactMap { trace[$0] }
      #expect(operations.map(\.queue).allSatisfy { $0 == queue.id })
      var time = (waiting: 0, queued: 0, executing: 0)
      for (index, step) in queue.depth.enumerated() {
        let next = queue.depth.dropFirst(index + 1).first
        let length = (next?.instant ?? trace.end).nanoseconds - step.instant.nanoseconds
        #expect(next == nil || length > 0)
        time.waiting += step.waiting * Int(length)
        time.queued += step.queued * Int(length)
        time.executing += step.executing * Int(length)
        let open = operations.count { operation in
          let milestones = operation.milestones
          guard let enqueued = milestones.enqueued, enqueued <= step.instant else { return false }
          return milestones.finished.map { $0 > step.instant } ?? true
        }
        #expect(step.waiting >= 0 && step.queued >= 0 && step.executing >= 0)
        #expect(step.waiting + step.queued + step.executing == open)
      }
      let accounts = operations.map(\.accounting)
      #expect(time.waiting == accounts.reduce(0) { $0 + Int($1.waitingForDependencies) })
      #expect(time.executing == accounts.reduce(0) { $0 + Int($1.executing) })
      let queued = accounts.reduce(0) {
        $0 + Int($1.queueSuspended + $1.waitingForSlot + $1.dispatch)
      }
      #expect(time.queued == queued)
    }
  }

  @Test(arguments: seeds)
  func concurrencyStaysWithinTheLimit(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    for queue in trace.queues {
      let limits = simulation[queue.id].limits
      #expect(queue.limits.map(\.limit) == limits)
      if !limits.contains(-1) { #expect(queue.peakConcurrency <= limits.max() ?? 0) }
      #expect(queue.peakConcurrency >= queue.depth.map(\.executing).max() ?? 0)
      #expect(queue.meanConcurrency <= Double(queue.peakConcurrency))
      #expect(queue.meanConcurrency >= queue.busyShare - 1e-9)
      #expect((0...1).contains(queue.busyShare))

      let operations = queue.operations.compactMap { trace[$0] }
      guard let first = operations.compactMap(\.milestones.enqueued).min() else { continue }
      let end = operations.map { $0.milestones.finished ?? trace.end }.max() ?? first
      let executing = operations.reduce(0) { $0 + $1.accounting.executing }
      let mean = queue.meanConcurrency * Double(end.nanoseconds - first.nanoseconds)
      #expect(abs(mean - Double(executing)) < 0.001)
    }
  }

  @Test(arguments: seeds)
  func suspensionsAreWhatHappened(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    for queue in trace.queues {
      let truth = simulation[queue.id].suspensions
      #expect(queue.suspensions.map(\.start.nanoseconds) == truth.map(\.start))
      #expect(queue.suspensions.map(\.end?.nanoseconds) == truth.map(\.end))
    }
  }

  @Test(arguments: seeds)
  func edgesAreSortedUniqueAndHaveEnds(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    for edge in trace.edges {
      #expect(trace[edge.source] != nil)
      #expect(trace[edge.target] != nil)
    }
    #expect(zip(trace.edges, trace.edges.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: seeds)
  func edgesAreWhatHappened(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    var dependencies: Set<TraceEdge> = []
    for truth in simulation.truths {
      for source in truth.dependencies {
        dependencies.insert(TraceEdge(from: source, to: truth.id, .dependency))
      }
    }
    #expect(Set(trace.edges.filter { $0.kind == .dependency }) == dependencies)

    for edge in trace.edges where edge.kind == .barrier {
      #expect(simulation[edge.target].barrierSources.contains(edge.source))
    }
    for edge in trace.edges where edge.kind == .slotHandOver {
      guard let source = trace[edge.source], let target = trace[edge.target] else { continue }
      #expect(source.queue == target.queue)
      #expect(source.milestones.finished ?? trace.end <= target.milestones.started ?? .zero)
      #expect(source.milestones.finished ?? .zero > target.milestones.ready ?? trace.end)
    }
  }

  /// The edges that are drawn leave out what others imply; all that is left out must follow from what is there.
  @Test(arguments: seeds)
  func barrierEdgesImplyAllThatABarrierHolds(seed: UInt64) {
    let simulation = SchedulerSimulation(seed: seed)
    let trace = Trace(simulation.log)
    var sources: [OperationID: Set<OperationID>] = [:]
    for edge in trace.edges where edge.kind == .barrier {
      sources[edge.target, default: []].insert(edge.source)
    }
    for truth in simulation.truths {
      // One that was cancelled started before what it should have waited for had finished.
      guard truth.isBarrier, !truth.isCancelled else { continue }
      var reached: Set<OperationID> = []
      var open = [truth.id]
      while let next = open.popLast() {
        for source in sources[next] ?? [] where reached.insert(source).inserted {
          open.append(source)
        }
      }
      let held = truth.barrierSources.filter { source in
        simulation[source].finished ?? .max > truth.enqueued ?? 0
      }
      #expect(held.isSubset(of: reached))
    }
  }
}
