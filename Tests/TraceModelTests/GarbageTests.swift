import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Whatever events a file holds, they give a trace without a contradiction in itself.
@Suite struct GarbageTests {
  static let seeds: [UInt64] = Array(0..<400)

  @Test(arguments: seeds)
  func garbageGivesASoundTrace(seed: UInt64) {
    expectSound(Trace(.garbage(seed: seed)))
  }

  @Test(arguments: seeds)
  func aSoundLogWithGarbageInItGivesASoundTrace(seed: UInt64) {
    var log = SchedulerSimulation(seed: seed, operationCount: 12).log
    let garbage = EventLog.garbage(seed: seed, count: 20).events
    log.events = zip(log.events.indices, log.events).flatMap { index, event in
      index % 10 == 3 ? [event, garbage[index / 10 % garbage.count]] : [event]
    }
    expectSound(Trace(log))
  }

  @Test func theSameLogGivesTheSameTrace() {
    let log = EventLog.garbage(seed: 7, count: 2_000)
    let (a, b) = (Trace(log), Trace(log))
    #expect(a.operations == b.operations)
    #expect(a.queues == b.queues)
    #expect(a.edges == b.edges)
    #expect(a.waits == b.waits)
  }

  @Test func anEmptyLogGivesAnEmptyTrace() {
    let trace = Trace(EventLog())
    #expect(trace.operations.isEmpty && trace.queues.isEmpty && trace.edges.isEmpty)
    #expect(trace.threads.isEmpty && trace.waits.isEmpty && trace.notes.isEmpty)
    #expect(trace.durationNanoseconds == 0)
    #expect(!trace.wasStopped)
  }

  @Test func eventsOutOfOrderArePutInOrder() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let operation = script.operation("a")
    script.run(operation, on: queue, enqueued: 1, started: 2, finished: 3)
    var log = script.log()
    let ordered = Trace(log)
    log.events.reverse()
    // Those of one instant stand the other way round now: who is who comes last, and still counts.
    let reversed = Trace(log)
    #expect(reversed.log.events.map(\.instant) == ordered.log.events.map(\.instant))
    #expect(reversed.spans(of: operation) == ordered.spans(of: operation))
    #expect(reversed[operation]?.className == "BlockOperation")
    #expect(reversed[operation]?.name == "a")
    #expect(reversed.end == ordered.end)
  }

  @Test func anEndBeforeTheLastEventIsMovedBehindIt() {
    let script = TraceScript()
    script.at(ms: 5).note("late")
    var log = script.log()
    log.end = .zero
    #expect(Trace(log).end.nanoseconds == 5_000_000)
  }

  /// Checks what must hold for every trace, sound or not.
  private func expectSound(_ trace: Trace) {
    #expect(trace.end >= trace.log.events.map(\.instant).max() ?? .zero)
    for operation in trace.operations {
      expectContiguous(operation, until: trace.end)
      #expect(trace[operation.id] == operation)
      #expect(operation.id.rawValue != 0)
      let isSorted = zip(operation.dependencies, operation.dependencies.dropFirst())
        .allSatisfy { $0 < $1 }
      #expect(isSorted)
      #expect(operation.dependencies.allSatisfy { trace[$0] != nil })
    }
    for queue in trace.queues { expectSound(queue, in: trace) }
    #expect(trace.edges.allSatisfy { trace[$0.source] != nil && trace[$0.target] != nil })
    #expect(zip(trace.edges, trace.edges.dropFirst()).allSatisfy { $0 < $1 })
    #expect(trace.waits.allSatisfy { $0.end ?? $0.start >= $0.start })
    #expect(trace.waits.allSatisfy { ($0.operation == nil) != ($0.queue == nil) })
    #expect(zip(trace.threads, trace.threads.dropFirst()).allSatisfy { $0.id < $1.id })
  }

  private func expectContiguous(_ operation: TracedOperation, until traceEnd: TraceInstant) {
    let milestones = operation.milestones
    guard let begin = milestones.enqueued ?? milestones.started else {
      #expect(operation.intervals.isEmpty)
      return
    }
    let end = max(begin, milestones.finished ?? traceEnd)
    var cursor = begin
    for interval in operation.intervals {
      #expect(interval.start == cursor && interval.end > cursor)
      cursor = interval.end
    }
    #expect(cursor == end)
    #expect(operation.accounting.total == end.nanoseconds - begin.nanoseconds)
    if let ready = milestones.ready, let enqueued = milestones.enqueued {
      #expect(ready >= enqueued)
      #expect(ready <= max(milestones.started ?? .init(nanoseconds: .max), enqueued))
    }
  }

  private func expectSound(_ queue: TracedQueue, in trace: Trace) {
    #expect(trace[queue.id] == queue)
    #expect(!queue.limits.isEmpty)
    #expect(queue.operations.allSatisfy { trace[$0]?.queue == queue.id })
    #expect(Set(queue.operations).count == queue.operations.count)
    for step in queue.depth {
      #expect(step.waiting >= 0 && step.queued >= 0 && step.executing >= 0)
      #expect(step.executing <= queue.peakConcurrency)
    }
    #expect(zip(queue.depth, queue.depth.dropFirst()).allSatisfy { $0.instant < $1.instant })
    #expect(
      zip(queue.suspensions, queue.suspensions.dropFirst()).allSatisfy {
        $0.end != nil && $0.end ?? .zero <= $1.start
      }
    )
    #expect(queue.meanConcurrency.isFinite && queue.meanConcurrency >= 0)
    #expect((0...1).contains(queue.busyShare))
    #expect(queue.barriers.allSatisfy { $0.operation.map { trace[$0] != nil } ?? true })
  }
}
