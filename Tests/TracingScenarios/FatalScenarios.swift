package import Foundation
import OperationObservation
import OperationTracing

/// What ends or hangs its process, in a process of its own: the trace must hold what led there.
package struct FatalScenario: Sendable {
  /// Its name, which the program that runs it is given.
  package let name: String
  /// What happens in that process; it does not come back.
  private let body: @Sendable () -> Void
  /// Whether the trace holds what it must, while the process hangs; one that ends is looked at then.
  private let isComplete: @Sendable (Trace) -> Bool
  private let verify: @Sendable (Trace) throws -> Void

  /// Runs it in this process, recorded into the file.
  package func run(recordingTo path: String) throws {
    let tracer = try OperationTracer.start(recordingTo: .file(path: path))
    body()
    // It was not to come back.
    tracer.stop()
  }

  /// Runs it in a process of `program`, which is told `fatal`, the name and a file, and looks at the trace of it.
  package func check(program: URL, recordingTo path: String) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = ["fatal", name, path]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !isComplete((try? trace(path)) ?? Trace(EventLog())) { usleep(20_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let trace = try trace(path)
    try TracingScenarios.check(trace.problems.isEmpty, "\(trace.problems)")
    try TracingScenarios.check(!trace.wasStopped)
    try verify(trace)
  }

  private func trace(_ path: String) throws -> Trace {
    Trace(try EventLog(path: path))
  }
}

extension FatalScenario {
  /// All of them.
  package static let all = [
    startInItself, startOfAnEnqueuedOperation, dependencyOnItself, additionThatHangs,
  ]

  private static func blocked(_ trace: Trace) -> [TraceEvent.FoundationCall?] {
    trace.log.events.filter { $0.kind == .callBlocked }
      .map { TraceEvent.FoundationCall(rawValue: $0.detail) }
  }

  /// The last event of its thread is the call by which the program ends itself; others may still record.
  private static func verifyFatalStart(_ trace: Trace) throws {
    let call = try required(
      trace.log.events.last { $0.kind == .started && $0.flags == .byProgram }
    )
    let last = try required(trace.log.events.last { $0.thread == call.thread })
    try TracingScenarios.check(last == call, "\(last)")
    try TracingScenarios.check(call.operation.flatMap { trace[$0]?.name } == "started again")
  }

  private static let startInItself = FatalScenario(
    name: "startInItself",
    body: {
      let queue = OperationQueue()
      let operation = Restarting("started again")
      queue.addOperations([operation], waitUntilFinished: true)
    },
    isComplete: { _ in false },
    verify: verifyFatalStart
  )

  private static let startOfAnEnqueuedOperation = FatalScenario(
    name: "startOfAnEnqueuedOperation",
    body: {
      let queue = OperationQueue()
      queue.isSuspended = true
      let operation = Step()
      operation.name = "started again"
      queue.addOperation(operation)
      operation.startThroughTheTable()
    },
    isComplete: { _ in false },
    verify: verifyFatalStart
  )

  private static let dependencyOnItself = FatalScenario(
    name: "dependencyOnItself",
    body: {
      // Without calls by symbol, a class of the program's is met when the first of its objects is added.
      let operation = ObservationFacts.seesNotifications ? Step() : BlockOperation {}
      operation.name = "itself"
      operation.addDependencyThroughTheTable(operation)
    },
    isComplete: { !blocked($0).isEmpty },
    verify: { trace in
      try TracingScenarios.check(blocked(trace) == [.addDependency])
      let event = try required(trace.log.events.first { $0.kind == .callBlocked })
      try TracingScenarios.check(event.operation.flatMap { trace[$0]?.name } == "itself")
      try TracingScenarios.check(
        trace.operations.first?.dependencies == [try required(event.operation)]
      )
    }
  )

  /// Behind a barrier, a cancelled operation hangs the call that adds it.
  ///
  /// It is ready at once. Behind a barrier Foundation finds that out while it holds the queue's lock, and
  /// takes the lock again.
  private static let additionThatHangs = FatalScenario(
    name: "additionThatHangs",
    body: {
      let queue = OperationQueue()
      queue.name = "hung"
      let gate = Gate()
      queue.addOperation { gate.pass() }
      queue.addBarrierBlock {}
      let operation = BlockOperation {}
      operation.name = "cancelled"
      operation.cancel()
      Thread.detachNewThread { queue.addOperation(operation) }
      // The lock is taken for ever: whoever comes later hangs too.
      sleep(1)
      queue.cancelAllOperations()
    },
    isComplete: { blocked($0).count == 2 },
    verify: { trace in
      try TracingScenarios.check(Set(blocked(trace)) == [.addOperation, .cancelAllOperations])
      for event in trace.log.events where event.kind == .callBlocked {
        try TracingScenarios.check(event.queue.flatMap { trace[$0]?.name } == "hung")
        let isAddition = event.detail == TraceEvent.FoundationCall.addOperation.rawValue
        try TracingScenarios.check(
          event.operation.flatMap { trace[$0]?.name } == (isAddition ? "cancelled" : nil)
        )
      }
      try TracingScenarios.check(!trace.log.events.contains { $0.kind == .callReturned })
    }
  )
}
