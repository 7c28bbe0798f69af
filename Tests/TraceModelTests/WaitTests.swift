import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Threads that block until operations have finished, and who created whom.
@Suite struct WaitTests {
  let script = TraceScript()

  private func waitEdges(_ trace: Trace) -> [[OperationID]] {
    trace.edges.filter { $0.kind == .wait }.map { [$0.source, $0.target] }
  }

  @Test func aWaitOfAnOperationForAnother() {
    let queue = script.queue(limit: 2)
    let (waiter, other) = (script.operation(), script.operation())
    script.run(waiter, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(other, on: queue, enqueued: 1, started: 2, finished: 5)
    script.at(ms: 3).by(waiter).wait(for: other)
    script.at(ms: 6).by(waiter).endWait(for: other)
    let trace = script.trace()
    #expect(
      trace.waits == [
        TracedWait(
          thread: ThreadID(rawValue: 1001),
          waiter: waiter,
          operation: other,
          queue: nil,
          start: TraceInstant(nanoseconds: 3_000_000),
          end: TraceInstant(nanoseconds: 6_000_000)
        )
      ]
    )
    #expect(waitEdges(trace) == [[other, waiter]])
  }

  @Test func aWaitOfAThreadThatIsNoOperationHasNoEdge() {
    let other = script.operation()
    script.at(ms: 1).wait(for: other)
    let trace = script.trace(endMs: 5)
    #expect(trace.waits.map(\.end) == [nil])
    #expect(trace.waits.map(\.waiter) == [nil])
    #expect(waitEdges(trace) == [])
  }

  @Test func aWaitForWhatHasFinishedBlocksOnNobody() {
    let (waiter, other) = (script.operation(), script.operation())
    script.run(other, started: 0, finished: 1)
    script.run(waiter, started: 0)
    script.at(ms: 2).by(waiter).wait(for: other).endWait(for: other)
    let trace = script.trace()
    #expect(waitEdges(trace) == [])
    #expect(trace.waits.count == 1)
  }

  @Test func aWaitForAQueueIsForAllThatIsInItAndComesMeanwhile() {
    let (queue, outer) = (script.queue(), script.queue())
    let waiter = script.operation()
    let (done, open, later, after) = (
      script.operation(), script.operation(), script.operation(), script.operation()
    )
    script.run(waiter, on: outer, enqueued: 0, started: 0)
    script.run(done, on: queue, enqueued: 0, started: 0, finished: 1)
    script.run(open, on: queue, enqueued: 0, started: 0, finished: 5)
    script.at(ms: 2).by(waiter).waitForAll(of: queue)
    script.run(later, on: queue, enqueued: 3, started: 3, finished: 7)
    script.at(ms: 8).by(waiter).endWaitForAll(of: queue)
    script.at(ms: 9).enqueue(after, on: queue)
    let trace = script.trace()
    #expect(waitEdges(trace) == [[open, waiter], [later, waiter]])
    #expect(trace.waits.map(\.queue) == [queue])
    #expect(trace.waits.map(\.operation) == [nil])
  }

  @Test func aWaitForItsOwnQueueIsAWaitForItself() {
    let queue = script.queue(limit: 1)
    let waiter = script.operation()
    script.run(waiter, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(waiter).waitForAll(of: queue)
    let trace = script.trace(endMs: 5)
    #expect(waitEdges(trace) == [[waiter, waiter]])
  }

  @Test func waitsEndInsideOut() {
    let (outer, inner) = (script.operation(), script.operation())
    let queue = script.queue()
    script.at(ms: 1).waitForAll(of: queue)
    script.at(ms: 2).wait(for: inner)
    script.at(ms: 3).endWait(for: outer)
    script.at(ms: 4).endWaitForAll(of: queue)
    script.at(ms: 5).endWait(for: inner)
    let ends = script.trace().waits.map { $0.end?.nanoseconds }
    #expect(ends == [4_000_000, 4_000_000])
  }

  @Test func theOuterWaitGoesOnWhenTheInnerHasEnded() {
    let (first, second) = (script.operation(), script.operation())
    let queue = script.queue()
    script.at(ms: 1).waitForAll(of: queue)
    script.at(ms: 2).wait(for: first)
    script.at(ms: 3).endWait(for: first)
    script.at(ms: 4).wait(for: second)
    script.at(ms: 5).endWait(for: second)
    script.at(ms: 6).endWaitForAll(of: queue)
    let ends = script.trace().waits.map { $0.end?.nanoseconds }
    #expect(ends == [6_000_000, 3_000_000, 5_000_000])
  }

  @Test func waitsOfThreadsDoNotMix() {
    let other = script.operation()
    let worker = script.thread(number: 9)
    script.at(ms: 1).wait(for: other)
    script.at(ms: 2).on(worker).wait(for: other)
    script.at(ms: 3).endWait(for: other)
    let trace = script.trace(endMs: 8)
    #expect(trace.waits.map { $0.end?.nanoseconds } == [3_000_000, nil])
    #expect(trace.waits.map(\.thread) == [script.mainThread, worker])
  }

  @Test func theOperationOnWhoseThreadItWasAddedIsTheCreator() {
    let queue = script.queue()
    let (parent, child) = (script.operation(), script.operation())
    script.run(parent, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(parent).enqueue(child, on: queue)
    let trace = script.trace()
    #expect(trace[child]?.creator == parent)
    #expect(trace[parent]?.creator == nil)
    #expect(trace.edges == [TraceEdge(from: parent, to: child, .createdBy)])
  }

  @Test func edgesAreSortedAndSaidOnce() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.at(ms: 0).depend(second, on: first)
    script.at(ms: 0).depend(second, on: first, seenLate: true)
    script.run(first, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(first).enqueue(second, on: queue)
    for _ in 0..<3 {
      script.at(ms: 2).by(first).wait(for: second)
      script.at(ms: 3).by(first).endWait(for: second)
    }
    #expect(
      script.trace().edges == [
        TraceEdge(from: first, to: second, .dependency),
        TraceEdge(from: first, to: second, .createdBy),
        TraceEdge(from: second, to: first, .wait),
      ]
    )
  }

  @Test func aThousandWaitsForALargeQueueStayWithinReason() {
    let queue = script.queue(limit: 1)
    let operations = (0..<2_000).map { _ in script.operation() }
    for operation in operations { script.at(ms: 0).enqueue(operation, on: queue) }
    let waiters = (0..<1_000).map { _ in script.operation() }
    for waiter in waiters {
      script.at(ms: 1).start(waiter)
      script.at(ms: 1).by(waiter).waitForAll(of: queue)
    }
    let trace = script.trace()
    #expect(trace.waits.count == 1_000)
    #expect(trace.edges.count < 4 * trace.log.events.count)
  }
}
