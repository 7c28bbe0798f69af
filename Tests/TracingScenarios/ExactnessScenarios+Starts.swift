import Foundation
import OperationObservation
import OperationTracing

/// Who started an operation, what its class is, and where it ran.
extension ExactnessScenarios {
  static let starts: [Scenario] = [
    ("processors", { try Self().processors() }),
    ("whatAClassOverrides", { try Self().whatAClassOverrides() }),
    ("aClassIsMetWithItsFirstObject", { try Self().aClassIsMetWithItsFirstObject() }),
    (
      "aClassOfBlocksIsMetWithItsFirstObject",
      { try Self().aClassOfBlocksIsMetWithItsFirstObject() }
    ),
    ("queuesStartWhatIsTheirs", { try Self().queuesStartWhatIsTheirs() }),
    ("startByTheProgram", { try Self().startByTheProgram() }),
    ("secondStartByTheProgram", { try Self().secondStartByTheProgram() }),
  ]

  func processors() throws {
    let tracer = try OperationTracer.start(tracing: queue("processors"))
    tracer.stop()
    let trace = tracer.trace()
    try check(trace.log.events.filter { $0.kind == .processorsSeen }.count == 1)
    try check(trace.log.events.first { $0.kind != .threadSeen }?.kind == .processorsSeen)
    try check(trace.processors == ProcessInfo.processInfo.activeProcessorCount)
  }

  func whatAClassOverrides() throws {
    let queue = queue("classes")
    let tracer = try OperationTracer.start(tracing: queue)
    let fetch = Fetch()
    let gated = Gated()
    gated.open()
    queue.addOperations(
      [Operation(), BlockOperation {}, Step(), Resize(), fetch, gated, Minded()],
      waitUntilFinished: true
    )
    tracer.stop()

    let trace = tracer.trace()
    let traits = Dictionary(
      uniqueKeysWithValues: trace.operations.map { ($0.className, $0.classTraits) }
    )
    try check(traits["Operation"] == [])
    try check(traits["BlockOperation"] == .overridesMain)
    try check(traits["Step"] == .overridesMain)
    try check(traits["Resize"] == .overridesMain)
    try check(
      traits["Fetch"]
        == [.overridesStart, .overridesIsAsynchronous, .overridesIsExecuting, .overridesIsFinished]
    )
    try check(traits["Gated"] == .overridesIsReady)
    try check(traits["Minded"] == .overridesCancel)
  }

  /// What a program does with the first object of a class, before it adds it to a queue, is seen as it happens.
  func aClassIsMetWithItsFirstObject() throws {
    try isMet { Newcomer() }
  }

  func aClassOfBlocksIsMetWithItsFirstObject() throws {
    try isMet { Chore() }
  }

  private func isMet(_ make: () -> Operation) throws {
    let tracer = try OperationTracer.start()
    let operation = make()
    operation.name = "newcomer"
    let other = BlockOperation {}
    operation.addDependencyThroughTheTable(other)
    let early = tracer.trace()
    other.start()
    operation.start()
    tracer.stop()

    let traced = early.operations.first { $0.name == "newcomer" }
    guard ObservationFacts.seesNotifications else { return try check(traced == nil) }
    let added = early.log.events.filter {
      $0.kind == .dependencyAdded && $0.operation == traced?.id
    }
    try check(added.map(\.flags) == [[]], "\(added)")
  }

  func queuesStartWhatIsTheirs() throws {
    let queue = queue("theirs", limit: 2)
    let tracer = try OperationTracer.start(tracing: queue)
    let cancelled = BlockOperation {}
    cancelled.cancel()
    let before = Step()
    cancelled.addDependency(before)
    queue.addOperations(
      [cancelled, Fetch(), before, BlockOperation {}, Resize()],
      waitUntilFinished: true
    )
    queue.addBarrierBlock {}
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let starts = tracer.trace().log.events.filter { $0.kind == .started }
    try check(starts.count >= 5)
    try check(starts.allSatisfy { $0.flags.isEmpty })
  }

  func startByTheProgram() throws {
    let queue = queue("by hand")
    let tracer = try OperationTracer.start(tracing: queue)
    let byHand = Step()
    byHand.name = "by hand"
    let dependent = BlockOperation {}
    dependent.addDependency(byHand)
    queue.addOperation(dependent)
    byHand.startThroughTheTable()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    let traced = try required(trace.operations.first { $0.name == "by hand" })
    try check(life(traced, in: trace) == [.started, .finished], "\(life(traced, in: trace))")
    let starts = trace.log.events.filter { $0.kind == .started }
    try check(starts.filter { $0.flags == .byProgram }.map(\.operation) == [traced.id])
    try check(starts.count == 2)
  }

  func secondStartByTheProgram() throws {
    let queue = queue("twice")
    let tracer = try OperationTracer.start(tracing: queue)
    let slow = Slow()
    queue.addOperation(slow)
    slow.started.pass()
    slow.startThroughTheTable()
    slow.finish()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let starts = tracer.trace().log.events.filter { $0.kind == .started }
    try check(starts.map(\.flags) == [[], .byProgram], "\(starts.map(\.flags))")
  }
}
