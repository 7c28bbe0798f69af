import Testing
import TraceEvents
import TraceModel

/// Expects what holds of every complete trace of a program that does not misuse its operations.
func expectSoundness(of trace: Trace) {
  #expect(trace.problems.isEmpty)
  #expect(trace.wasStopped)
  for operation in trace.operations {
    expectSoundness(of: operation, in: trace)
  }
  for queue in trace.queues {
    #expect(queue.peakConcurrency <= queue.limit ?? .max, "\(queue.displayName)")
    #expect(queue.operations.allSatisfy { trace[$0]?.queue == queue.id }, "\(queue.displayName)")
  }
}

/// Expects that each moment of an operation's life was seen once, in the right order, and its time accounted for.
private func expectSoundness(of operation: TracedOperation, in trace: Trace) {
  let name = operation.displayName
  for kind in [TraceEvent.Kind.enqueued, .started, .finished] {
    let events = trace.log.events.filter { $0.operation == operation.id && $0.kind == kind }
    #expect(events.count <= 1, "\(name): \(kind)")
  }

  let milestones = operation.milestones
  let life = [milestones.enqueued, milestones.ready, milestones.started, milestones.finished]
    .compactMap { $0 }
  #expect(life == life.sorted(), "\(name)")
  #expect(milestones.enqueued != nil, "\(name)")
  #expect(milestones.finished == nil || milestones.started != nil, "\(name)")

  let end = milestones.finished ?? trace.end
  let age = milestones.enqueued.map { end.nanoseconds(since: $0) }
  #expect(operation.accounting.total == age, "\(name)")

  guard let started = milestones.started, milestones.cancelled == nil else { return }
  for dependency in operation.dependencies {
    let finished = trace[dependency]?.milestones.finished
    #expect(finished.map { $0 <= started } == true, "\(name)")
  }
}
