import Foundation
import OperationObservation
import OperationTracing

/// What a program tells Foundation by `didChangeValue`.
extension ExactnessScenarios {
  static let notifications: [Scenario] = [
    ("keysThatFoundationIgnores", { try Self().keysThatFoundationIgnores() }),
    ("keysThatAreKnown", { try Self().keysThatAreKnown() }),
    ("aSecondFinish", { try Self().aSecondFinish() }),
    ("aSecondFinishByKeyPath", { try Self().aSecondFinishByKeyPath() }),
    ("noSecondFinish", { try Self().noSecondFinish() }),
    ("aQueueThatFindsOutByItself", { try Self().aQueueThatFindsOutByItself() }),
    ("aFinishInMain", { try Self().aFinishInMain() }),
    ("aSlowNotification", { try Self().aSlowNotification() }),
    (
      "aQuickNotificationIsNotWorthARecord", { try Self().aQuickNotificationIsNotWorthARecord() }
    ),
    ("aSlowNotificationByFoundation", { try Self().aSlowNotificationByFoundation() }),
  ]

  /// The events of a kind, in the order of time.
  func events(_ kind: TraceEvent.Kind, in trace: Trace) -> [TraceEvent] {
    trace.log.events.filter { $0.kind == kind }
  }

  /// A traced queue whose operations do not start, so that a scenario has them for itself.
  private func still(_ name: String, _ operations: [Operation]) throws -> (
    queue: OperationQueue, tracer: OperationTracer
  ) {
    let queue = queue(name)
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    queue.addOperations(operations, waitUntilFinished: false)
    return (queue, tracer)
  }

  private func end(_ queue: OperationQueue, _ tracer: OperationTracer) -> Trace {
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    return tracer.trace()
  }

  func keysThatFoundationIgnores() throws {
    let step = Step()
    let others = [Resize(), Resize()]
    let (queue, tracer) = try still("ignored", [step] + others)
    step.didChangeValue(forKey: "state")
    step.didChangeValue(forKey: "phase")
    for other in others { other.didChangeValue(forKey: "state of the network connection") }
    let trace = end(queue, tracer)

    let told = events(.unknownKeyNotified, in: trace)
    guard ObservationFacts.seesNotifications else { return try check(told.isEmpty) }
    try check(told.count == 2, "\(told)")
    let keys = Set(told.map { trace.log.string(at: $0.argument) })
    try check(keys == ["state", "state of the network connection"], "\(keys)")
    try check(told.allSatisfy { $0.operation.flatMap { trace[$0] } != nil })

    // Once for each recording.
    let again = try still("ignored", [Step()])
    again.queue.operations.first?.didChangeValue(forKey: "state")
    try check(events(.unknownKeyNotified, in: end(again.queue, again.tracer)).count == 1)
  }

  func keysThatAreKnown() throws {
    let step = Step()
    let (queue, tracer) = try still("known", [step])
    let keys = ["isReady", "ready", "isExecuting", "executing", "isFinished", "finished"]
    for key in keys + ["isCancelled", "queuePriority", "dependencies"] {
      step.willChangeValue(forKey: key)
      step.didChangeValue(forKey: key)
      // The same text, as it lies in memory when it was put together.
      step.didChangeValue(forKey: key.map(String.init).joined())
      step.didChangeValue(forKey: String((key + " of this operation").prefix(key.count)))
    }
    step.didChangeValue(for: \.isCancelled)
    try check(events(.unknownKeyNotified, in: end(queue, tracer)).isEmpty)
  }

  func aSecondFinish() throws {
    let queue = queue("twice")
    let tracer = try OperationTracer.start(tracing: queue)
    let slow = Slow()
    queue.addOperation(slow)
    slow.started.pass()
    slow.finish()
    slow.didChangeValue(forKey: "isFinished")
    let trace = end(queue, tracer)
    let again = events(.finishedAgain, in: trace)
    try check(again.map(\.operation) == [trace.operations.first?.id], "\(again)")
    try check(events(.finished, in: trace).count == 1)
    try check(again.first?.thread == events(.enqueued, in: trace).first?.thread)
  }

  func aSecondFinishByKeyPath() throws {
    let queue = queue("key path")
    let tracer = try OperationTracer.start(tracing: queue)
    let slow = Slow()
    queue.addOperation(slow)
    slow.started.pass()
    slow.didChangeValue(for: \.isFinished)
    slow.finish(by: \.isFinished)
    slow.didChangeValue(for: \.isFinished)
    let trace = end(queue, tracer)
    try check(events(.finishedAgain, in: trace).count == 1)
    try check(events(.finished, in: trace).count == 1)
  }

  /// Nobody has to ask twice whether it is finished, and may.
  func noSecondFinish() throws {
    let queue = queue("once")
    let tracer = try OperationTracer.start(tracing: queue)
    let slow = Slow()
    let cancelled = Fetch("cancelled")
    queue.addOperations([slow, Fetch(), Step(), Resize(), cancelled], waitUntilFinished: false)
    cancelled.cancel()
    slow.started.pass()
    for _ in 0..<3 { slow.didChangeValue(forKey: "isFinished") }
    slow.finish()
    slow.didChangeValue(forKey: "isExecuting")
    for operation in queue.operations { _ = operation.isFinished }
    let trace = end(queue, tracer)
    let finished = events(.finished, in: trace)
    try check(events(.finishedAgain, in: trace).isEmpty, "\(events(.finishedAgain, in: trace))")
    try check(finished.count == 5, "\(finished)")
  }

  /// A queue looks after `start()` whether the operation has finished; what it tells Foundation then is not the program's word.
  func aQueueThatFindsOutByItself() throws {
    let queue = queue("finds out")
    let tracer = try OperationTracer.start(tracing: queue)
    let silent = Silent()
    queue.addOperations([silent], waitUntilFinished: true)
    silent.didChangeValue(forKey: "isFinished")
    try check(events(.finishedAgain, in: tracer.trace()).isEmpty)
    silent.didChangeValue(forKey: "isFinished")
    try check(events(.finishedAgain, in: end(queue, tracer)).count == 1)
  }

  /// Foundation's own `start()` tells of a finish that `main()` has told of.
  func aFinishInMain() throws {
    let queue = queue("in main")
    let tracer = try OperationTracer.start(tracing: queue)
    let early = FinishedInMain()
    let step = Step()
    queue.addOperations([early, step], waitUntilFinished: true)
    try check(events(.finishedAgain, in: tracer.trace()).isEmpty)
    step.didChangeValue(forKey: "isFinished")
    let trace = end(queue, tracer)
    let again = events(.finishedAgain, in: trace)
    try check(again.count == 1)
    try check(again.first?.operation.flatMap { trace[$0] }?.className == "Step")
  }

  func aSlowNotification() throws {
    let queue = queue("slow")
    let tracer = try OperationTracer.start(tracing: queue)
    let slow = Slow()
    let dependent = SlowlyReady()
    dependent.addDependency(slow)
    queue.addOperations([slow, dependent], waitUntilFinished: false)
    slow.started.pass()
    dependent.isSlow = true
    slow.finish()
    let trace = end(queue, tracer)
    let returned = events(.finishNotificationReturned, in: trace)
      .filter { $0.operation.flatMap { trace[$0] }?.className == "Slow" }
    guard ObservationFacts.seesNotifications else { return try check(returned.isEmpty) }
    try check(returned.count == 1, "\(returned)")
    let event = try required(returned.first)
    let finished = try required(events(.finished, in: trace).first)
    try check(event.argument >= SlowlyReady.nanoseconds)
    try check(
      event.argument
        <= event.instant.nanoseconds(
          since: try required(trace.operations.first?.milestones.started)
        )
    )
    try check(event.thread == finished.thread)
  }

  func aQuickNotificationIsNotWorthARecord() throws {
    let queue = queue("quick")
    let tracer = try OperationTracer.start(tracing: queue)
    let root = BlockOperation {}
    let dependents = (0..<50).map { _ in Fetch() }
    for dependent in dependents { dependent.addDependency(root) }
    queue.addOperations(dependents + [root], waitUntilFinished: true)
    let trace = end(queue, tracer)
    // Any can take long on a busy machine.
    let returned = events(.finishNotificationReturned, in: trace)
    try check(returned.allSatisfy { $0.argument >= 1_000_000 }, "\(returned)")
  }

  /// The operation finishes in Foundation's own `start()`, which goes through those that wait for it.
  func aSlowNotificationByFoundation() throws {
    for root in [BlockOperation {}, Step()] {
      let queue = queue("slow start")
      queue.isSuspended = true
      let tracer = try OperationTracer.start(tracing: queue)
      let dependent = SlowlyReady()
      dependent.addDependency(root)
      root.name = "root"
      queue.addOperations([root, dependent], waitUntilFinished: false)
      dependent.isSlow = true
      let trace = end(queue, tracer)
      let traced = try required(trace.operations.first { $0.name == "root" })
      let returned = events(.finishNotificationReturned, in: trace).filter {
        $0.operation == traced.id
      }
      try check(returned.count == 1, "\(returned)")
      try check(try required(returned.first).argument >= SlowlyReady.nanoseconds)
    }
  }
}
