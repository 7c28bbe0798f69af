import Foundation
import OperationObservation
import OperationTracing
import Synchronization
import Testing
import TracingScenarios

/// What a person can rely on when using a tracer.
struct OperationTracerTests {
  private func queue(_ name: String, limit: Int = 1) -> OperationQueue {
    let queue = OperationQueue()
    queue.name = name
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  private func run(_ count: Int, on queue: OperationQueue) {
    for _ in 0..<count { queue.addOperation {} }
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test
  func eachTracerSeesItsOwnQueues() throws {
    let first = queue("first")
    let second = queue("second")
    let both = try OperationTracer.start(tracing: first, second)
    let inner = try OperationTracer.start(tracing: second)
    run(3, on: first)
    run(5, on: second)
    inner.stop()
    run(7, on: second)
    both.stop()
    run(2, on: first)

    #expect(inner.trace().operations.count == 5)
    #expect(inner.trace().queues.map(\.displayName) == ["second"])
    #expect(both.trace().operations.count == 15)
    #expect(both.trace().wasStopped)
  }

  @Test(arguments: 0..<16)
  func tracersInParallelTestsDoNotMeet(number: Int) throws {
    let queue = queue("parallel \(number)", limit: 4)
    let tracer = try OperationTracer.start(tracing: queue)
    run(100 + number, on: queue)
    tracer.stop()
    let trace = tracer.trace()
    #expect(trace.operations.count == 100 + number)
    #expect(trace.queues.map(\.name) == ["parallel \(number)"])
    #expect(trace.operations.allSatisfy { $0.outcome == .succeeded })
  }

  @Test
  func aTraceCanBeTakenWhileTheProgramHangs() throws {
    let queue = queue("stuck")
    let tracer = try OperationTracer.start(tracing: queue)
    let gate = Gate()
    let started = DispatchSemaphore(value: 0)
    queue.addOperation {
      started.signal()
      gate.pass()
    }
    queue.addOperation {}
    started.wait()
    let during = tracer.trace()
    #expect(during.operations.map(\.outcome) == [.unfinished, .unfinished])
    #expect(!during.wasStopped)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    #expect(tracer.trace().operations.map(\.outcome) == [.succeeded, .succeeded])
    #expect(during.operations.map(\.outcome) == [.unfinished, .unfinished])
  }

  @Test
  func aQueueThatIsInUseIsTakenAsItIs() throws {
    let queue = queue("in use", limit: 2)
    let gate = Gate()
    let started = DispatchSemaphore(value: 0)
    let running = BlockOperation {
      started.signal()
      gate.pass()
    }
    running.name = "running"
    let waiting = BlockOperation {}
    waiting.name = "waiting"
    waiting.addDependency(running)
    queue.addOperations([running, waiting], waitUntilFinished: false)
    started.wait()
    let tracer = try OperationTracer.start(tracing: queue)
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    #expect(trace.operations.count == 2)
    let first = try #require(trace.operations.first { $0.name == "running" })
    let second = try #require(trace.operations.first { $0.name == "waiting" })
    #expect(first.outcome == .succeeded)
    #expect(first.milestones.started != nil)
    #expect(second.dependencies == [first.id])
    #expect(second.outcome == .succeeded)
  }

  @Test
  func namesCanBeKeptOut() throws {
    let queue = queue("patients")
    let tracer = try OperationTracer.start(tracing: queue, names: .omitted)
    let operation = BlockOperation {}
    operation.name = "Jane Doe"
    queue.addOperation(operation)
    operation.name = "Jane Roe"
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let trace = tracer.trace()
    #expect(trace.header.omitsNames)
    #expect(trace.operations.first?.name == nil)
    #expect(trace.operations.first?.displayName.hasPrefix("BlockOperation ") == true)
    #expect(!trace.log.strings.contains { $0.contains("Jane") })
  }

  @Test
  func failuresAndNotesAreBounded() throws {
    let queue = queue("reports")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = BlockOperation {}
    // 3 bytes each: the cut falls within one.
    let text = String(repeating: "日", count: 100)
    queue.isSuspended = true
    queue.addOperation(operation)
    OperationTracing.recordFailure(of: operation, text)
    OperationTracing.note("checked", on: operation)
    OperationTracing.recordFailure(of: BlockOperation {}, "not traced")
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let traced = try #require(tracer.trace().operations.first)
    #expect(traced.failure == String(repeating: "日", count: 85))
    #expect(traced.notes.map(\.text) == ["checked"])
    #expect(traced.outcome == .failed)
    #expect(tracer.trace().operations.count == 1)
  }

  /// Runs operations of these names, one of each, and tells what was recorded of them.
  private func trace(ofOperationsNamed names: [String]) throws -> Trace {
    let queue = queue("names")
    let tracer = try OperationTracer.start(tracing: queue)
    for name in names {
      let operation = BlockOperation {}
      operation.name = name
      queue.addOperation(operation)
    }
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    return tracer.trace()
  }

  @Test
  func namesOfAnyKindArriveWhole() throws {
    let names = [
      "", "fifteen bytes!!", "sixteen bytes !!", "quote \" backslash \\ <&>", "line\nline\u{0}nul",
      "👩‍👩‍👧‍👦 שלום", String(repeating: "long ", count: 2_000),
    ]
    let trace = try trace(ofOperationsNamed: names)
    #expect(trace.operations.map(\.name) == names)
  }

  /// Zeros where a name begins or ends, or many of them, would look like a hole in the file: another character is there.
  @Test
  func aNameOfZerosLosesNothingElse() throws {
    let names = [
      "\u{0}", "\u{0}\u{0}", "\u{0}begins", "ends\u{0}", "with\u{0}\u{0}in",
      "many" + String(repeating: "\u{0}", count: 100) + "in",
    ]
    let trace = try trace(ofOperationsNamed: names)
    #expect(trace.problems.isEmpty)
    let recorded = trace.operations.map { $0.name ?? "" }
    #expect(
      Array(recorded.prefix(5)) == [
        "\u{1A}", "\u{1A}\u{1A}", "\u{1A}begins", "ends\u{1A}", "with\u{0}\u{0}in",
      ]
    )
    #expect(recorded.last?.utf8.count == names.last?.utf8.count)
    #expect(recorded.last?.hasPrefix("many\u{0}") == true)
  }

  @Test
  func aNameThatIsTooLongIsCutBetweenCharacters() throws {
    let queue = queue("long names")
    let tracer = try OperationTracer.start(tracing: queue)
    let operation = BlockOperation {}
    operation.name = String(repeating: "漢", count: 9_000)
    queue.addOperations([operation], waitUntilFinished: true)
    tracer.stop()
    let name = try #require(tracer.trace().operations.first?.name)
    #expect(name.utf8.count > 16_000)
    #expect(name.allSatisfy { $0 == "漢" })
  }

  @Test
  func aTracerThatIsReleasedStops() throws {
    let queue = queue("released")
    var tracer: OperationTracer? = try OperationTracer.start(tracing: queue)
    run(1, on: queue)
    #expect(tracer?.trace().operations.count == 1)
    tracer = nil
    run(1, on: queue)
    let other = try OperationTracer.start(tracing: queue)
    run(1, on: queue)
    other.stop()
    #expect(other.trace().operations.count == 1)
  }

  @Test
  func aLaterTracerOfEveryQueueKnowsWhereAnOperationIs() throws {
    let queue = queue("known")
    queue.isSuspended = true
    let earlier = try OperationTracer.start()
    let operation = BlockOperation {}
    operation.name = "met twice"
    queue.addOperation(operation)
    earlier.stop()
    let later = try OperationTracer.start()
    queue.isSuspended = false
    operation.waitUntilFinished()
    later.stop()
    let trace = later.trace()
    let traced = try #require(trace.operations.first { $0.name == "met twice" })
    #expect(traced.queue.flatMap { trace[$0]?.name } == "known")
    #expect(traced.milestones.enqueued != nil)
  }

  /// A queue whose operation is stuck in its own state is what one wants to trace: it must not be asked.
  @Test
  func aStuckOperationIsNotAskedWhenATracerStarts() throws {
    let queue = queue("stuck getter")
    let gate = Gate()
    let blocked = StuckState(gate)
    queue.isSuspended = true
    queue.addOperation(blocked)
    let tracer = try OperationTracer.start(tracing: queue)
    #expect(tracer.trace().operations.count == 1)
    tracer.stop()
    gate.open()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test
  func aNameThatIsTakenAwayIsGone() throws {
    let queue = queue("renamed")
    let tracer = try OperationTracer.start(tracing: queue)
    queue.isSuspended = true
    let operation = BlockOperation {}
    operation.name = "first"
    queue.addOperation(operation)
    operation.name = nil
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    #expect(tracer.trace().operations.first?.displayName.hasPrefix("BlockOperation") == true)
  }

  @Test
  func anOperationThatFinishesSilentlyIsAsked() throws {
    let queue = queue("silent", limit: 4)
    let tracer = try OperationTracer.start(tracing: queue)
    let fetch = SilentFetch("silent")
    queue.addOperation(fetch)
    fetch.finish()
    let deadline = Date().addingTimeInterval(60)
    while !tracer.trace().operations.contains(where: \.finishedUnnotified), Date() < deadline {
      usleep(20_000)
    }
    let trace = tracer.trace()
    let told = trace.log.events.map { "\($0.kind) \($0.instant.nanoseconds)" }
    #expect(
      trace.operations.contains { $0.finishedUnnotified },
      "\(told) \(trace.end.nanoseconds) \(trace.problems)"
    )
    fetch.didChangeValue(forKey: "isFinished")
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
  }

  @Test
  func anOperationWhoseAnswerDoesNotComeKeepsNoOtherFromBeingAsked() throws {
    let queue = queue("silent", limit: 4)
    let tracer = try OperationTracer.start(tracing: queue)
    let gate = Gate()
    let stuck = StuckAnswer(gate)
    let fetch = SilentFetch("silent")
    queue.addOperation(stuck)
    stuck.asked.wait()
    queue.addOperation(fetch)
    fetch.finish()
    let deadline = Date().addingTimeInterval(60)
    while !tracer.trace().operations.contains(where: \.finishedUnnotified), Date() < deadline {
      usleep(20_000)
    }
    let found = tracer.trace().operations.filter(\.finishedUnnotified)
    #expect(found.map(\.displayName) == ["silent"])
    gate.open()
    for operation in [stuck, fetch] { operation.didChangeValue(forKey: "isFinished") }
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
  }
}

/// An operation that finishes without telling anyone, when its queue has looked at it for the last time.
///
/// Foundation's queue reads `isFinished` once after `start()` has returned, and tells itself of a finish that it sees there: that one
/// is not silent.
private final class SilentFetch: Operation, @unchecked Sendable {
  private let looked = DispatchSemaphore(value: 0)
  private let isDone = Mutex(false)
  // Set on the thread that looks afterwards.
  private var hasReturned = false

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }

  override func start() {
    hasReturned = true
  }

  override var isFinished: Bool {
    let answer = isDone.withLock { $0 }
    if hasReturned { looked.signal() }
    return answer
  }

  func finish() {
    looked.wait()
    isDone.withLock { $0 = true }
  }
}

/// An operation that went silent, and whose state can't be read then until a gate opens.
private final class StuckAnswer: Operation, @unchecked Sendable {
  let asked = DispatchSemaphore(value: 0)
  private let gate: Gate
  // Set before anybody who looks at it can have met the operation in its queue.
  private var hasReturned = false

  init(_ gate: Gate) {
    self.gate = gate
  }

  override var isAsynchronous: Bool { true }

  override func start() {
    hasReturned = true
  }

  override var isFinished: Bool {
    guard hasReturned else { return false }
    asked.signal()
    gate.pass()
    return true
  }
}

/// An operation whose state can't be read until a gate opens.
private final class StuckState: Operation, @unchecked Sendable {
  private let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
  }

  override var isCancelled: Bool {
    gate.pass()
    return super.isCancelled
  }

  override var isExecuting: Bool {
    gate.pass()
    return super.isExecuting
  }
}
