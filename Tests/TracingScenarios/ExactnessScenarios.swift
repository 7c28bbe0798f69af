import Foundation
import OperationTracing

/// Every kind of operation is traced exactly: each event of its life once, in its order, in its queue.
///
/// The scenarios run in tests, and in a program of its own that can also be linked statically, where the toolchain has no test
/// library.
package struct ExactnessScenarios {
  package init() {}

  /// A scenario by its name.
  package typealias Scenario = (name: String, run: @Sendable () throws -> Void)

  /// All of them.
  package static let all: [Scenario] = lives + starts + queues + notifications + calls

  private static let lives: [Scenario] = [
    ("finalAsynchronousClass", { try Self().finalAsynchronousClass() }),
    ("subclassOfASubclass", { try Self().subclassOfASubclass() }),
    ("blockOperationWithThreeBlocks", { try Self().blockOperationWithThreeBlocks() }),
    ("overriddenIsReady", { try Self().overriddenIsReady() }),
    ("barrier", { try Self().barrier() }),
    ("barrierOnAnEmptyQueueHasNoOperation", { try Self().barrierOnAnEmptyQueueHasNoOperation() }),
    ("twoQueues", { try Self().twoQueues() }),
    ("cancellation", { try Self().cancellation() }),
    ("queueSettings", { try Self().queueSettings() }),
    ("creatorAndDeallocation", { try Self().creatorAndDeallocation() }),
    ("waitInAnOperation", { try Self().waitInAnOperation() }),
    ("stackOfABlockedOperation", { try Self().stackOfABlockedOperation() }),
  ]

  func queue(_ name: String, limit: Int = -1) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  /// The kinds of events of an operation, in the order of time, without those that say who it is,
  /// who waited, and how long things took.
  func life(_ operation: TracedOperation, in trace: Trace) -> [TraceEvent.Kind] {
    let described: Set<TraceEvent.Kind> = [
      .operationSeen, .operationNamed, .deallocated, .waitBegan, .waitEnded,
      .finishNotificationReturned,
    ]
    return trace.log.events.filter { $0.operation == operation.id && !described.contains($0.kind) }
      .map(\.kind)
  }

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
    try check(fetch.dependencies.compactMap { $0 as? Fetch } == [open])
    tracer.stop()

    let trace = tracer.trace()
    let traced = try required(trace.operations.first { $0.name == "fetch" })
    let dependency = try required(trace.operations.first { $0.name == "open session" })
    try check(trace.operations.count == 2)
    try check(traced.className == "Fetch")
    try check(traced.classTraits.contains(.overridesStart))
    try check(traced.dependencies == [dependency.id])
    try check(traced.outcome == .succeeded)
    try check(traced.queue == trace.queues.first?.id)
    let kinds = life(traced, in: trace)
    // Its start() may return after its end was announced elsewhere, and so after the recording.
    for kind in [.enqueued, .started, .finished] as [TraceEvent.Kind] {
      try check(kinds.filter { $0 == kind }.count == 1, "\(kind)")
    }
    try check(kinds.filter { $0 == .completionBegan }.count == 1)
    try check(traced.accounting.total == life(of: traced))
    try check(trace.problems.isEmpty)
  }

  /// Nanoseconds from enqueue to finish.
  private func life(of operation: TracedOperation) -> UInt64? {
    guard let enqueued = operation.milestones.enqueued, let finished = operation.milestones.finished
    else { return nil }
    return finished.nanoseconds(since: enqueued)
  }

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
    try check(Set(trace.operations.map(\.className)) == ["Step", "Resize"])
    for operation in trace.operations {
      let events = life(operation, in: trace)
      try check(events.suffix(3) == [.enqueued, .started, .finished], "\(events)")
      try check(operation.outcome == .succeeded)
    }
    let traced = try required(trace.operations.first { $0.className == "Resize" })
    try check(traced.dependencies.count == 1)
    try check(traced.milestones.ready == trace[traced.dependencies[0]]?.milestones.finished)
  }

  func blockOperationWithThreeBlocks() throws {
    let queue = queue("blocks")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = BlockOperation {}
    operation.addExecutionBlock {}
    operation.addExecutionBlock {}
    queue.addOperations([operation], waitUntilFinished: true)
    tracer.stop()

    let trace = tracer.trace()
    let traced = try required(trace.operations.first)
    try check(trace.operations.count == 1)
    try check(traced.className == "BlockOperation")
    try check(life(traced, in: trace) == [.enqueued, .started, .finished])
  }

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
    let traced = try required(trace.operations.first { $0.className == "Gated" })
    let other = try required(trace.operations.first { $0.className == "BlockOperation" })
    let ready = try required(traced.milestones.ready)
    try check(ready > (try required(other.milestones.finished)))
    try check(ready <= (try required(traced.milestones.started)))
    try check(
      traced.accounting.waitingForDependencies
        == ready.nanoseconds(
          since: try required(traced.milestones.enqueued)
        )
    )
  }

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
    let barrier = try required(trace.operations.first { $0.isBarrier })
    let traced = try required(trace.operations.first { $0.name == "after" })
    try check(trace.operations.count == 4)
    try check(trace.edges.filter { $0.kind == .barrier && $0.target == barrier.id }.count == 2)
    try check(trace.edges.contains(TraceEdge(from: barrier.id, to: traced.id, .barrier)))
    try check(traced.milestones.ready == barrier.milestones.finished)
  }

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
    try check(kinds.filter { $0 == .barrierAdded }.count == 2)
    try check(kinds.filter { $0 == .barrierBegan }.count == 2)
    try check(tracer.trace().operations.isEmpty)
  }

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
    try check(trace.queues.map(\.displayName).sorted() == ["database", "network"])
    for queue in trace.queues { try check(queue.operations.count == 1) }
    let traced = try required(trace.operations.first { $0.name == "store" })
    try check(traced.dependencies == trace.operations.filter { $0.name == "fetch" }.map(\.id))
  }

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
    let traced = try required(trace.operations.first { $0.name == "second" })
    try check(life(traced, in: trace).filter { $0 == .cancelled }.count == 1)
    try check(traced.outcome == .cancelledBeforeStart)
    let dependent = try required(trace.operations.first { $0.className == "Step" })
    try check(dependent.outcome == .succeeded)
  }

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

    let traced = try required(tracer.trace().queues.first)
    try check(traced.name == "renamed")
    try check(traced.limits.map(\.limit) == [3, 1])
    try check(traced.suspensions.count == 1)
    try check(traced.suspensions.first?.end != nil)
    try check(traced.cancelledAll.count == 1)
    let operation = try required(tracer.trace().operations.first)
    try check(operation.accounting.queueSuspended > 0)
  }

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
    let traced = try required(trace.operations.first { $0.name == "parent" })
    let child = try required(trace.operations.first { $0.id != traced.id })
    try check(child.creator == traced.id)
    try check(child.milestones.deallocated != nil)
    try check(traced.milestones.deallocated == nil)
    withExtendedLifetime(parent) {}
  }

  func waitInAnOperation() throws {
    let queue = queue("waits", limit: 2)
    let tracer = try OperationTracer.start(tracing: queue)
    let gate = Gate()
    let child = Fetch("child", finishes: false)
    let parent = BlockOperation {
      queue.addOperation(child)
      // A direct call on the final class: seen by what it reads.
      child.waitUntilFinished()
      gate.open()
    }
    parent.name = "parent"
    queue.addOperation(parent)
    while tracer.trace().waits.isEmpty
      || tracer.trace().operations.contains(where: { !$0.isExecuting })
    {
      usleep(1000)
    }
    child.finish()
    gate.pass()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    let traced = try required(trace.operations.first { $0.name == "parent" })
    let waited = try required(trace.operations.first { $0.name == "child" })
    let wait = try required(trace.waits.first { $0.operation == waited.id })
    try check(wait.waiter == traced.id)
    try check(wait.end != nil)
    try check(trace.edges.contains(TraceEdge(from: waited.id, to: traced.id, .wait)))
  }
}
