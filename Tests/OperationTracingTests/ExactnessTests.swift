import Foundation
import OperationTracing
import Testing

/// Every kind of operation is traced exactly: each event of its life once, in its order, in its queue.
struct ExactnessTests {
  private func queue(_ name: String, limit: Int = -1) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  /// The kinds of events of an operation, in the order of time, without those that say who it is and who waited.
  private func life(_ operation: TracedOperation, in trace: Trace) -> [TraceEvent.Kind] {
    let described: Set<TraceEvent.Kind> = [
      .operationSeen, .operationNamed, .deallocated, .waitBegan, .waitEnded,
    ]
    return trace.log.events.filter { $0.operation == operation.id && !described.contains($0.kind) }
      .map(\.kind)
  }

  @Test
  func finalAsynchronousClass() throws {
    let queue = queue("network", limit: 2)
    let tracer = try OperationTracer.start(tracing: queue)
    let open = Fetch("open session")
    let fetch = Fetch("fetch")
    let completed = DispatchSemaphore(value: 0)
    fetch.completionBlock = { completed.signal() }
    // Direct calls: neither goes through the class's entries.
    fetch.addDependency(open)
    queue.addOperations([fetch, open], waitUntilFinished: false)
    fetch.waitUntilFinished()
    completed.wait()
    // The wrapper's last word comes after the block's.
    queue.waitUntilAllOperationsAreFinished()
    #expect(fetch.dependencies.compactMap { $0 as? Fetch } == [open])
    tracer.stop()

    let trace = tracer.trace()
    let traced = try #require(trace.operations.first { $0.name == "fetch" })
    let dependency = try #require(trace.operations.first { $0.name == "open session" })
    #expect(trace.operations.count == 2)
    #expect(traced.className == "Fetch")
    #expect(traced.classTraits.contains(.overridesStart))
    #expect(traced.dependencies == [dependency.id])
    #expect(traced.outcome == .succeeded)
    #expect(traced.queue == trace.queues.first?.id)
    let kinds = life(traced, in: trace)
    for kind in [.enqueued, .started, .startReturned, .finished] as [TraceEvent.Kind] {
      #expect(kinds.filter { $0 == kind }.count == 1, "\(kind)")
    }
    #expect(kinds.filter { $0 == .completionBegan }.count == 1)
    #expect(traced.accounting.total == life(of: traced))
    #expect(trace.problems.isEmpty)
  }

  /// Nanoseconds from enqueue to finish.
  private func life(of operation: TracedOperation) -> UInt64? {
    guard let enqueued = operation.milestones.enqueued, let finished = operation.milestones.finished
    else { return nil }
    return finished.nanoseconds(since: enqueued)
  }

  @Test
  func subclassOfASubclass() throws {
    let queue = queue("images", limit: 1)
    let tracer = try OperationTracer.start(tracing: queue)
    let step = Step()
    let resize = Resize()
    resize.addDependency(step)
    queue.addOperation(resize)
    queue.addOperation(step)
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    #expect(Set(trace.operations.map(\.className)) == ["Step", "Resize"])
    for operation in trace.operations {
      #expect(life(operation, in: trace).suffix(3) == [.enqueued, .started, .finished])
      #expect(operation.outcome == .succeeded)
    }
    let traced = try #require(trace.operations.first { $0.className == "Resize" })
    #expect(traced.dependencies.count == 1)
    #expect(traced.milestones.ready == trace[traced.dependencies[0]]?.milestones.finished)
  }

  @Test
  func blockOperationWithThreeBlocks() throws {
    let queue = queue("blocks")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = BlockOperation {}
    operation.addExecutionBlock {}
    operation.addExecutionBlock {}
    queue.addOperations([operation], waitUntilFinished: true)
    tracer.stop()

    let trace = tracer.trace()
    let traced = try #require(trace.operations.first)
    #expect(trace.operations.count == 1)
    #expect(traced.className == "BlockOperation")
    #expect(life(traced, in: trace) == [.enqueued, .started, .finished])
  }

  @Test
  func overriddenIsReady() throws {
    let queue = queue("gated")
    let tracer = try OperationTracer.start(tracing: queue)
    let gated = Gated()
    let before = BlockOperation {}
    queue.addOperation(gated)
    queue.addOperations([before], waitUntilFinished: true)
    gated.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    let traced = try #require(trace.operations.first { $0.className == "Gated" })
    let other = try #require(trace.operations.first { $0.className == "BlockOperation" })
    let ready = try #require(traced.milestones.ready)
    #expect(ready > (try #require(other.milestones.finished)))
    #expect(ready <= (try #require(traced.milestones.started)))
    #expect(traced.accounting.waitingForDependencies == ready.nanoseconds(
      since: try #require(traced.milestones.enqueued)))
  }

  @Test
  func barrier() throws {
    let queue = queue("records")
    let tracer = try OperationTracer.start(tracing: queue)
    let gate = Gate()
    queue.addOperation { gate.pass() }
    queue.addOperation { gate.pass() }
    queue.addBarrierBlock {}
    let after = BlockOperation {}
    after.name = "after"
    queue.addOperation(after)
    gate.open()
    after.waitUntilFinished()
    tracer.stop()

    let trace = tracer.trace()
    let barrier = try #require(trace.operations.first { $0.isBarrier })
    let traced = try #require(trace.operations.first { $0.name == "after" })
    #expect(trace.operations.count == 4)
    #expect(trace.edges.filter { $0.kind == .barrier && $0.target == barrier.id }.count == 2)
    #expect(trace.edges.contains(TraceEdge(from: barrier.id, to: traced.id, .barrier)))
    #expect(traced.milestones.ready == barrier.milestones.finished)
  }

  @Test
  func barrierOnAnEmptyQueueHasNoOperation() throws {
    let queue = queue("empty")
    let tracer = try OperationTracer.start(tracing: queue)
    let done = DispatchSemaphore(value: 0)
    queue.addBarrierBlock { done.signal() }
    done.wait()
    // Its end is recorded just after the block's own: another barrier comes after that.
    queue.addBarrierBlock { done.signal() }
    done.wait()
    tracer.stop()

    let kinds = tracer.trace().log.events.map(\.kind)
    #expect(kinds.filter { $0 == .barrierAdded }.count == 2)
    #expect(kinds.filter { $0 == .barrierBegan }.count == 2)
    #expect(tracer.trace().operations.isEmpty)
  }

  @Test
  func twoQueues() throws {
    let network = queue("network", limit: 2)
    let database = queue("database", limit: 1)
    let tracer = try OperationTracer.start(tracing: network, database)
    let fetch = Fetch("fetch")
    let store = Step()
    store.name = "store"
    store.addDependency(fetch)
    database.addOperation(store)
    network.addOperation(fetch)
    store.waitUntilFinished()
    tracer.stop()

    let trace = tracer.trace()
    #expect(trace.queues.map(\.displayName).sorted() == ["database", "network"])
    for queue in trace.queues { #expect(queue.operations.count == 1) }
    let traced = try #require(trace.operations.first { $0.name == "store" })
    #expect(traced.dependencies == trace.operations.filter { $0.name == "fetch" }.map(\.id))
  }

  @Test
  func cancellation() throws {
    let queue = queue("cancelled", limit: 1)
    let tracer = try OperationTracer.start(tracing: queue)
    let gate = Gate()
    let first = BlockOperation { gate.pass() }
    let second = Fetch("second")
    let third = Step()
    third.addDependency(second)
    queue.addOperations([first, second, third], waitUntilFinished: false)
    // Direct on the final class.
    second.cancel()
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    let traced = try #require(trace.operations.first { $0.name == "second" })
    #expect(life(traced, in: trace).filter { $0 == .cancelled }.count == 1)
    #expect(traced.outcome == .cancelledBeforeStart)
    let dependent = try #require(trace.operations.first { $0.className == "Step" })
    #expect(dependent.outcome == .succeeded)
  }

  @Test
  func queueSettings() throws {
    let queue = queue("settings", limit: 3)
    let tracer = try OperationTracer.start(tracing: queue)
    queue.isSuspended = true
    queue.addOperation {}
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    queue.cancelAllOperations()
    queue.name = "renamed"
    tracer.stop()

    let traced = try #require(tracer.trace().queues.first)
    #expect(traced.name == "renamed")
    #expect(traced.limits.map(\.limit) == [3, 1])
    #expect(traced.suspensions.count == 1)
    #expect(traced.suspensions.first?.end != nil)
    #expect(traced.cancelledAll.count == 1)
    let operation = try #require(tracer.trace().operations.first)
    #expect(operation.accounting.queueSuspended > 0)
  }

  @Test
  func creatorAndDeallocation() throws {
    let queue = queue("nested", limit: 2)
    let tracer = try OperationTracer.start(tracing: queue)
    let released = Gate()
    let parent = BlockOperation {
      let token = Token { released.open() }
      queue.addOperations([BlockOperation { _ = token }], waitUntilFinished: true)
    }
    parent.name = "parent"
    queue.addOperations([parent], waitUntilFinished: true)
    // The child's block, and the token in it, go with the child.
    released.pass()
    tracer.stop()

    let trace = tracer.trace()
    let traced = try #require(trace.operations.first { $0.name == "parent" })
    let child = try #require(trace.operations.first { $0.id != traced.id })
    #expect(child.creator == traced.id)
    #expect(child.milestones.deallocated != nil)
    #expect(traced.milestones.deallocated == nil)
    let wait = try #require(trace.waits.first { $0.operation == child.id })
    #expect(wait.waiter == traced.id)
    withExtendedLifetime(parent) {}
  }
}
