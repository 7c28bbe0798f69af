import Foundation
import OperationObservation
import OperationTracing

/// Calls of Foundation that do not return for a while.
extension ExactnessScenarios {
  static let calls: [Scenario] = [
    ("blockedAddOperation", { try Self().blockedAddOperation() }),
    ("blockedAddOperations", { try Self().blockedAddOperations() }),
    ("blockedAddBarrierBlock", { try Self().blockedAddBarrierBlock() }),
    ("blockedDependencies", { try Self().blockedDependencies() }),
    ("blockedCancel", { try Self().blockedCancel() }),
    ("blockedCancelOfAll", { try Self().blockedCancelOfAll() }),
    ("blockedDidChangeValue", { try Self().blockedDidChangeValue() }),
    ("blockedCallInACall", { try Self().blockedCallInACall() }),
    ("aChainOfCancellations", { try Self().aChainOfCancellations() }),
  ]

  /// Makes a call on a thread of its own, waits until it was recorded as blocked, lets it go on, and checks what was recorded.
  ///
  /// - Parameters:
  ///   - call: What is expected to be blocked.
  ///   - operation: The operation it is made on, by name, or nil for the queue.
  ///   - queue: The queue.
  ///   - tracer: Who records.
  ///   - stop: Where it is blocked.
  ///   - body: Makes the call.
  /// - Throws: What is not as it should be.
  private func expectBlocked(
    _ call: TraceEvent.FoundationCall,
    on operation: String?,
    in queue: OperationQueue,
    _ tracer: OperationTracer,
    at stop: Stop,
    _ body: @escaping @Sendable () -> Void
  ) throws {
    func found(_ kind: TraceEvent.Kind, _ trace: Trace) -> [TraceEvent] {
      events(kind, in: trace).filter { $0.detail == call.rawValue }
    }
    stop.arm()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    while found(.callBlocked, tracer.trace()).isEmpty { usleep(5_000) }
    try check(found(.callReturned, tracer.trace()).isEmpty)
    stop.release()
    done.wait()

    let trace = tracer.trace()
    let blocked = found(.callBlocked, trace)
    let returned = found(.callReturned, trace)
    try check(blocked.count == 1 && returned.count == 1, "\(blocked) \(returned)")
    for event in blocked + returned {
      try check(event.operation.flatMap { trace[$0]?.name } == operation, "\(event)")
      try check(event.queue.flatMap { trace[$0]?.name } == queue.name, "\(event)")
    }
    let event = try required(blocked.first)
    let thread = try required(returned.first).thread.rawValue
    try check(event.argument & 0xFFFF_FFFF == UInt64(thread), "\(event)")
    try check(event.argument >> 32 >= 250, "\(event)")
    try check(event.thread.rawValue != thread)
    try check(returned.first?.argument == 0)
    try check(returned.first.map { $0.instant >= event.instant } == true)
  }

  func blockedAddOperation() throws {
    let queue = queue("adding")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("added")
    try expectBlocked(.addOperation, on: "added", in: queue, tracer, at: operation.inIsReady) {
      queue.addOperation(operation)
    }
    queue.waitUntilAllOperationsAreFinished()
  }

  func blockedAddOperations() throws {
    let queue = queue("adding several")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("added")
    try expectBlocked(.addOperations, on: nil, in: queue, tracer, at: operation.inIsReady) {
      queue.addOperations([BlockOperation {}, operation], waitUntilFinished: false)
    }
    queue.waitUntilAllOperationsAreFinished()
    // To wait is not to be blocked.
    let gate = Gate()
    let added = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      queue.addOperations([BlockOperation { gate.pass() }], waitUntilFinished: true)
      added.signal()
    }
    try expectBlocked(.cancel, on: "cancelled", in: queue, tracer, at: operation.inCancel) {
      let cancelled = Stopping("cancelled", like: operation)
      queue.addOperation(cancelled)
      cancelled.cancelThroughTheTable()
    }
    try check(events(.callBlocked, in: tracer.trace()).count == 2)
    gate.open()
    added.wait()
  }

  func blockedAddBarrierBlock() throws {
    let queue = queue("barrier")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("in the way")
    operation.isHeld = true
    queue.addOperation(operation)
    try expectBlocked(.addBarrierBlock, on: nil, in: queue, tracer, at: operation.inIsReady) {
      queue.addBarrierBlock {}
    }
    operation.isHeld = false
    operation.didChangeValue(forKey: "isReady")
    queue.waitUntilAllOperationsAreFinished()
  }

  func blockedDependencies() throws {
    let queue = queue("dependencies")
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("dependent")
    let other = BlockOperation {}
    queue.addOperations([operation, other], waitUntilFinished: false)
    try expectBlocked(
      .addDependency,
      on: "dependent",
      in: queue,
      tracer,
      at: operation.inAddDependency
    ) {
      operation.addDependencyThroughTheTable(other)
    }
    try expectBlocked(
      .removeDependency,
      on: "dependent",
      in: queue,
      tracer,
      at: operation.inRemoveDependency
    ) {
      operation.removeDependencyThroughTheTable(other)
    }
    // A removed dependency would hold it up for ever.
    operation.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  func blockedCancel() throws {
    let queue = queue("cancelling")
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("cancelled")
    queue.addOperation(operation)
    try expectBlocked(.cancel, on: "cancelled", in: queue, tracer, at: operation.inCancel) {
      operation.cancelThroughTheTable()
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  func blockedCancelOfAll() throws {
    let queue = StoppingQueue("cancelling all")
    let tracer = try OperationTracer.start(tracing: queue)
    try expectBlocked(.cancelAllOperations, on: nil, in: queue, tracer, at: queue.inCancelAll) {
      queue.cancelAllThroughTheTable()
    }
  }

  /// Foundation reads the state again inside the notification: a getter that waits for a lock of the notifier's hangs there.
  func blockedDidChangeValue() throws {
    let queue = queue("notifying")
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("notified")
    queue.addOperation(operation)
    try expectBlocked(
      .didChangeValue,
      on: "notified",
      in: queue,
      tracer,
      at: operation.inIsFinished
    ) {
      operation.didChangeValue(forKey: "isFinished")
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  /// Of calls inside each other the innermost is told, and its caller when that does not return either.
  func blockedCallInACall() throws {
    let queue = queue("inside")
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = Stopping("inner")
    operation.onCancel = { operation.didChangeValue(forKey: "isReady") }
    queue.addOperation(operation)
    let body: @Sendable () -> Void = { queue.cancelAllThroughTheTable() }
    try expectBlocked(.cancel, on: "inner", in: queue, tracer, at: operation.inCancel, body)
    try check(
      events(.callBlocked, in: tracer.trace()).first?.detail
        == TraceEvent.FoundationCall.cancel.rawValue
    )
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  /// However long a chain is along which a cancellation is passed on, it is recorded, and all are counted as returned.
  func aChainOfCancellations() throws {
    let queue = queue("chain", limit: 1)
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let chain = (0..<1000).map { Stopping("\($0)") }
    for (operation, next) in zip(chain, chain.dropFirst()) {
      operation.onCancel = { next.cancelThroughTheTable() }
    }
    queue.addOperations(chain, waitUntilFinished: false)
    chain.first?.cancelThroughTheTable()
    try check(events(.cancelled, in: tracer.trace()).count == 1000)
    try check(
      events(.callReturned, in: tracer.trace()).count
        == events(.callBlocked, in: tracer.trace()).count
    )
    // The thread is inside of none any more, so the next one is seen.
    let last = Stopping("last")
    try expectBlocked(.cancel, on: "last", in: queue, tracer, at: last.inCancel) {
      chain[0].cancelThroughTheTable()
      queue.addOperation(last)
      last.cancelThroughTheTable()
    }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
}
