import Foundation
import OperationObservation
import OperationTracing

/// Queues of classes of the program's own.
extension ExactnessScenarios {
  static let queues: [Scenario] = [
    (
      "aClassOfQueuesIsMetWithItsFirstObject",
      { try Self().aClassOfQueuesIsMetWithItsFirstObject() }
    ),
    ("aQueueThatCountsWhatItGets", { try Self().aQueueThatCountsWhatItGets() }),
    ("aQueueThatForwardsWhatItGets", { try Self().aQueueThatForwardsWhatItGets() }),
    ("aQueueThatDropsWhatItGets", { try Self().aQueueThatDropsWhatItGets() }),
  ]

  func aClassOfQueuesIsMetWithItsFirstObject() throws {
    let tracer = try OperationTracer.start()
    let queue: OperationQueue = Lane()
    queue.name = "lane"
    queue.suspendThroughTheTable()
    tracer.stop()

    let trace = tracer.trace()
    let traced = trace.queues.first { $0.name == "lane" }
    guard ObservationFacts.seesNotifications else { return try check(traced == nil) }
    try check(traced?.suspensions.count == 1)
  }

  /// Its class is `final`: the compiler calls what it overrides directly, and that calls Foundation's own directly.
  func aQueueThatCountsWhatItGets() throws {
    let tracer = try OperationTracer.start()
    let queue = Counter()
    queue.name = "counter"
    queue.addOperation(Step())
    queue.addOperation {}
    queue.addOperations([Step(), Step()], waitUntilFinished: true)
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    try check(queue.count == 4, "\(queue.count)")
    try areAdded(4, to: "counter", in: tracer.trace())
  }

  func aQueueThatForwardsWhatItGets() throws {
    let tracer = try OperationTracer.start()
    let target = queue("target")
    let queue: OperationQueue = Forwarder(to: target)
    queue.name = "forwarder"
    queue.addOperation(Step())
    queue.addOperation {}
    target.waitUntilAllOperationsAreFinished()
    tracer.stop()

    try areAdded(2, to: "target", in: tracer.trace())
  }

  /// What does not come into a queue was not added to one.
  func aQueueThatDropsWhatItGets() throws {
    let tracer = try OperationTracer.start()
    let queue: OperationQueue = Forwarder(to: nil)
    queue.name = "dropping"
    queue.addOperation(Step())
    queue.addOperation(Step())
    tracer.stop()

    guard ObservationFacts.seesNotifications else { return }
    let queues = tracer.trace().queues
    try check(!queues.contains { $0.name == "dropping" && !$0.operations.isEmpty }, "\(queues)")
  }

  private func areAdded(_ count: Int, to name: String, in trace: Trace) throws {
    let queue = try required(trace.queues.first { $0.name == name })
    try check(queue.operations.count == count, "\(queue)")
    // Other tests may add something elsewhere meanwhile.
    let own = Set(queue.operations)
    let added = trace.log.events.filter { event in
      event.kind == .enqueued && event.operation.map(own.contains) ?? false
    }
    try check(added.count == count, "\(added)")
    try check(added.allSatisfy { $0.queue == queue.id })
    // Where Foundation is a part of the program, what was added so is found when it starts.
    guard ObservationFacts.seesNotifications else { return }
    try check(added.allSatisfy { !$0.flags.contains(.adopted) }, "\(added)")
  }
}
