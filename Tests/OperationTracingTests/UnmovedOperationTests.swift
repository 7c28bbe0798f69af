import Foundation
import OperationObservation
import OperationTracing
import Testing
import TracingScenarios

/// What the watchdog can learn of operations that do not move.
struct UnmovedOperationTests {
  /// The operations of a trace that were found, by name; the other tests of the process have operations too.
  private func find(
    _ stages: Set<UnmovedOperation.Stage>,
    age: UInt64 = 0,
    in trace: Trace
  ) -> [String: UnmovedOperation] {
    var search = UnmovedSearch()
    var found: [String: UnmovedOperation] = [:]
    repeat {
      for operation in search.next(stages, ageNanoseconds: age, budget: 100) {
        guard let traced = trace[OperationID(rawValue: operation.operation)] else { continue }
        found[traced.name ?? ""] = operation
      }
    } while !search.isComplete
    return found
  }

  private func block(_ name: String, _ body: @escaping @Sendable () -> Void = {}) -> Operation {
    let operation = BlockOperation(block: body)
    operation.name = name
    return operation
  }

  @Test
  func eachStageIsFoundWithItsThread() throws {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    let gate = Gate()
    let entered = DispatchSemaphore(value: 0)
    let returned = Fetch("returned", finishes: false)
    let tracer = try OperationTracer.start(tracing: queue)
    queue.addOperations([block("finished")], waitUntilFinished: true)
    queue.addOperation(returned)
    queue.addOperation(
      block("inside") {
        entered.signal()
        gate.pass()
      }
    )
    queue.addOperation(block("waiting"))
    entered.wait()
    var found: [String: UnmovedOperation] = [:]
    while found["returned"]?.stage != .returned {
      found = find(Set(UnmovedOperation.Stage.allCases), in: tracer.trace())
    }
    #expect(Set(found.keys) == ["returned", "inside", "waiting"])
    #expect(found["inside"]?.stage == .started)
    #expect(found["waiting"]?.stage == .enqueued)
    #expect(found["waiting"]?.thread == nil)
    let trace = tracer.trace()
    for name in ["returned", "inside"] {
      let operation = try #require(found[name])
      let started = trace.log.events.first {
        $0.kind == .started && $0.operation?.rawValue == operation.operation
      }
      #expect(operation.thread == started?.thread.rawValue)
      #expect(operation.queue == started?.queue?.rawValue)
    }
    #expect(find([.returned], in: trace).keys.sorted() == ["returned"])
    let inside = try #require(found["inside"])
    #expect(inside.isStillThere)
    gate.open()
    returned.finish()
    queue.waitUntilAllOperationsAreFinished()
    #expect(!inside.isStillThere)
    #expect(find(Set(UnmovedOperation.Stage.allCases), in: tracer.trace()).isEmpty)
    tracer.stop()
  }

  @Test
  func onlyThoseAreFoundThatHaveBeenThereForSoLong() throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    queue.addOperation(block("old"))
    let age: UInt64 = 50_000_000
    while find([.enqueued], age: age, in: tracer.trace())["old"] == nil { usleep(1000) }
    let enqueued = try #require(tracer.trace().operations.first?.milestones.enqueued)
    // A tick is about a millisecond.
    #expect(tracer.trace().log.end.nanoseconds(since: enqueued) > age - 2_000_000)
    #expect(find([.enqueued], age: 3_600_000_000_000, in: tracer.trace()).isEmpty)
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
  }

  @Test
  func aRecordAboutItGoesToThoseThatTraceIt() throws {
    let queue = OperationQueue()
    let other = OperationQueue()
    queue.isSuspended = true
    let tracer = try OperationTracer.start(tracing: queue)
    let stopped = try OperationTracer.start(tracing: queue)
    let stranger = try OperationTracer.start(tracing: other)
    queue.addOperation(block("stuck"))
    let found = try #require(find([.enqueued], in: tracer.trace())["stuck"])
    stopped.stop()
    found.record(kind: TraceEvent.Kind.noted.rawValue, text: Array("looked at".utf8))
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()
    stranger.stop()
    let traced = try #require(tracer.trace().operations.first)
    #expect(traced.notes.map(\.text) == ["looked at"])
    #expect(stopped.trace().operations.first?.notes.isEmpty == true)
    #expect(stranger.trace().log.events.allSatisfy { $0.kind != .noted })
  }
}
