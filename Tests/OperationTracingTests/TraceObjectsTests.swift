import Foundation
import OperationTracing
import Testing
import TraceTestSupport

/// Objects of the program, found again in its traces.
struct TraceObjectsTests {
  @Test
  func anObjectIsFoundInTheTracesThatSawIt() throws {
    let (queue, other) = (OperationQueue(), OperationQueue())
    let operation = BlockOperation {}
    let tracer = try OperationTracer.start(tracing: queue)
    let second = try OperationTracer.start(tracing: other)
    for _ in 0..<3 { queue.addOperation {} }
    queue.addOperations([operation], waitUntilFinished: true)
    other.addOperations([BlockOperation {}], waitUntilFinished: true)
    tracer.stop()
    second.stop()

    let trace = tracer.trace()
    let found = try #require(trace[operation])
    #expect(found.milestones.enqueued == trace.operations.compactMap(\.milestones.enqueued).max())
    #expect(trace[queue]?.operations.count == 4)
    #expect(trace[queue]?.operations.last == found.id)
    #expect(trace[other] == nil)
    #expect(second.trace()[operation] == nil)
    #expect(second.trace()[other]?.operations.count == 1)
  }

  @Test
  func anObjectThatNobodyTracedIsNotFound() throws {
    let queue = OperationQueue()
    let trace = try OperationTracer.start(tracing: queue).trace()
    #expect(trace[BlockOperation {}] == nil)
    #expect(trace[OperationQueue()] == nil)
  }

  /// Numbers say nothing in the trace of another process.
  @Test
  func noObjectIsFoundInTheTraceOfAnotherProcess() throws {
    let queue = OperationQueue()
    let operation = BlockOperation {}
    let tracer = try OperationTracer.start(tracing: queue)
    queue.addOperations([operation], waitUntilFinished: true)
    tracer.stop()
    var log = tracer.trace().log
    #expect(Trace(log)[operation] != nil)
    log.header.processID += 1
    #expect(Trace(log)[operation] == nil)
    #expect(Trace(log)[queue] == nil)
  }
}
