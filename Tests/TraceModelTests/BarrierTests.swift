import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Barriers: those with an operation, and those on an empty queue, which have none.
@Suite struct BarrierTests {
  let script = TraceScript()

  private func barrierEdges(_ trace: Trace) -> [[OperationID]] {
    trace.edges.filter { $0.kind == .barrier }.map { [$0.source, $0.target] }
  }

  @Test func aBarrierWaitsForWhatIsBeforeItAndWhatIsAfterWaitsForIt() {
    let queue = script.queue()
    let (first, second, after) = (script.operation(), script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 3)
    script.run(second, on: queue, enqueued: 0, started: 0, finished: 5)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.at(ms: 2).enqueue(after, on: queue)
    script.run(barrier, started: 6, finished: 8)
    script.run(after, started: 9, finished: 10)
    let trace = script.trace()
    #expect(
      trace.spans(of: barrier) == [
        Span(.waitingForDependencies, 1, 5), Span(.dispatch, 5, 6), Span(.executing, 6, 8),
      ]
    )
    #expect(
      trace.spans(of: after) == [
        Span(.waitingForDependencies, 2, 8), Span(.dispatch, 8, 9), Span(.executing, 9, 10),
      ]
    )
    #expect(barrierEdges(trace) == [[first, barrier], [second, barrier], [barrier, after]])
    #expect(trace[queue]?.barriers.map(\.operation) == [barrier])
    #expect(trace[queue]?.barriers.map(\.began?.nanoseconds) == [6_000_000])
    #expect(trace[queue]?.barriers.map(\.ended?.nanoseconds) == [8_000_000])
    #expect(trace[queue]?.bareBarriers == [])
  }

  @Test func whatHasFinishedIsNotWaitedFor() {
    let queue = script.queue()
    let (before, open, after) = (script.operation(), script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 1)
    script.run(open, on: queue, enqueued: 0, started: 0, finished: 4)
    script.at(ms: 2).addBarrier(barrier, on: queue)
    script.run(barrier, started: 5, finished: 6)
    script.run(after, on: queue, enqueued: 7, started: 8, finished: 9)
    let trace = script.trace()
    #expect(barrierEdges(trace) == [[open, barrier]])
    #expect(trace.spans(of: after).first == Span(.dispatch, 7, 8))
  }

  @Test func whatIsAddedWhileABarrierExecutesWaitsForIt() {
    let queue = script.queue()
    let (before, during) = (script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 2)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.run(barrier, started: 3, finished: 6)
    script.run(during, on: queue, enqueued: 4, started: 7, finished: 8)
    let trace = script.trace()
    #expect(trace.spans(of: during).first == Span(.waitingForDependencies, 4, 6))
  }

  @Test func whoRanDuringTheBarrierDidNotWaitForIt() {
    let queue = script.queue()
    let (before, during) = (script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 2)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.run(barrier, started: 3, finished: 6)
    script.run(during, on: queue, enqueued: 4, started: 5, finished: 8)
    let trace = script.trace()
    #expect(barrierEdges(trace) == [[before, barrier]])
    #expect(trace[during]?.milestones.ready?.nanoseconds == 5_000_000)
  }

  @Test func aBarrierBehindWhatNeverFinishesHoldsEverythingUp() {
    let queue = script.queue()
    let (never, after) = (script.operation("never"), script.operation())
    let barrier = script.barrier()
    script.run(never, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.at(ms: 2).enqueue(after, on: queue)
    let trace = script.trace(endMs: 9)
    #expect(trace.spans(of: barrier) == [Span(.waitingForDependencies, 1, 9)])
    #expect(trace.spans(of: after) == [Span(.waitingForDependencies, 2, 9)])
    #expect(barrierEdges(trace) == [[never, barrier], [barrier, after]])
  }

  @Test func aBarrierWaitsForTheBarrierBeforeIt() {
    let queue = script.queue()
    let (before, between) = (script.operation(), script.operation())
    let (first, second) = (script.barrier(), script.barrier())
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 5)
    script.at(ms: 1).addBarrier(first, on: queue).enqueue(between, on: queue)
    script.at(ms: 2).addBarrier(second, on: queue)
    script.run(first, started: 5, finished: 6)
    script.run(between, started: 6, finished: 7)
    script.run(second, started: 7, finished: 8)
    let trace = script.trace()
    #expect(
      barrierEdges(trace) == [
        [before, first], [between, second], [first, between], [first, second],
      ]
    )
    #expect(trace.spans(of: second).first == Span(.waitingForDependencies, 2, 7))
  }

  @Test func behindACancelledBarrierTheOneBeforeStillHolds() {
    let queue = script.queue()
    let (before, after) = (script.operation(), script.operation())
    let (first, cancelled) = (script.barrier(), script.barrier())
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 8)
    script.at(ms: 1).addBarrier(first, on: queue).addBarrier(cancelled, on: queue)
    script.at(ms: 2).cancel(cancelled)
    script.at(ms: 3).enqueue(after, on: queue)
    script.run(cancelled, started: 4, finished: 4)
    script.run(first, started: 9, finished: 10)
    let trace = script.trace(endMs: 12)
    #expect(trace.spans(of: after).first == Span(.waitingForDependencies, 3, 10))
    #expect(barrierEdges(trace).contains([first, after]))
    #expect(trace[cancelled]?.milestones.ready?.nanoseconds == 2_000_000)
  }

  @Test func aDependencyOfABarrierIsABarrierEdge() {
    let queue = script.queue()
    let before = script.operation()
    let barrier = script.barrier()
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 2)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.at(ms: 3).depend(barrier, on: before, seenLate: true)
    let trace = script.trace()
    #expect(trace.edges == [TraceEdge(from: before, to: barrier, .barrier)])
  }

  @Test func onAnEmptyQueueABarrierHasNoOperationAndStillHolds() {
    let queue = script.queue(isSuspended: false)
    let after = script.operation()
    script.at(ms: 1).addBareBarrier(7, on: queue)
    script.at(ms: 2).beginBareBarrier(7, on: queue)
    script.run(after, on: queue, enqueued: 3, started: 6, finished: 7)
    script.at(ms: 5).endBareBarrier(7, on: queue)
    let trace = script.trace()
    let bare = trace[queue]?.bareBarriers ?? []
    #expect(bare.map(\.number) == [7])
    #expect(bare.map(\.added.nanoseconds) == [1_000_000])
    #expect(bare.map(\.began?.nanoseconds) == [2_000_000])
    #expect(bare.map(\.ended?.nanoseconds) == [5_000_000])
    #expect(bare.map(\.thread) == [script.mainThread])
    #expect(trace.spans(of: after).first == Span(.waitingForDependencies, 3, 5))
    #expect(trace.edges.isEmpty)
  }

  @Test func aBareBarrierThatNeverEndsHoldsForEverButNotOnTheMainQueue() {
    let (queue, main) = (script.queue(), script.queue(isMain: true))
    let (held, free) = (script.operation(), script.operation())
    script.at(ms: 1).addBareBarrier(1, on: queue).addBareBarrier(2, on: main)
    script.at(ms: 2).enqueue(held, on: queue).enqueue(free, on: main)
    let trace = script.trace(endMs: 4)
    #expect(trace.spans(of: held) == [Span(.waitingForDependencies, 2, 4)])
    #expect(trace.spans(of: free) == [Span(.dispatch, 2, 4)])
  }

  @Test func aBarrierWhoseEnqueueWasNotSeenWasAddedByItsCall() {
    let queue = script.queue()
    let (before, after, actor) = (script.operation(), script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(actor, started: 0)
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 3)
    script.at(ms: 1).by(actor).addBareBarrier(4, on: queue)
    script.at(ms: 2).enqueue(after, on: queue)
    script.at(ms: 4).start(barrier)
    script.at(ms: 4).record(.barrierBegan, operation: barrier, queue: queue, argument: 4)
    script.at(ms: 5).finish(barrier)
    let trace = script.trace(endMs: 6)
    #expect(trace[barrier]?.milestones.enqueued?.nanoseconds == 1_000_000)
    #expect(trace[barrier]?.creator == actor)
    #expect(trace[queue]?.operations == [before, barrier, after])
    #expect(trace.spans(of: barrier).first == Span(.waitingForDependencies, 1, 3))
    #expect(trace.spans(of: after).first == Span(.waitingForDependencies, 2, 5))
  }

  @Test func anEnqueueNamesTheCallThatMadeTheBarrier() {
    let queue = script.queue()
    let other = script.thread(number: 9)
    let before = script.operation()
    let (first, second) = (script.barrier(), script.barrier())
    script.at(ms: 0).enqueue(before, on: queue)
    script.at(ms: 1).addBareBarrier(1, on: queue)
    script.at(ms: 1).on(other).addBareBarrier(2, on: queue)
    script.at(ms: 2).record(
      .enqueued,
      operation: second,
      queue: queue,
      argument: 2,
      flags: .barrier
    )
    script.at(ms: 3).record(
      .enqueued,
      operation: first,
      queue: queue,
      argument: 1,
      flags: .barrier
    )
    let barriers = script.trace()[queue]?.barriers ?? []
    #expect(barriers.map(\.operation) == [first, second])
  }

  @Test func aThousandCancelledBarriersBehindAThousandOperationsStayWithinReason() {
    let queue = script.queue()
    let operations = (0..<1_000).map { _ in script.operation() }
    for operation in operations { script.at(ms: 0).enqueue(operation, on: queue) }
    var last = script.barrier()
    for _ in 0..<1_000 {
      last = script.barrier()
      script.at(ms: 1).addBarrier(last, on: queue).cancel(last)
    }
    let trace = script.trace(endMs: 2)
    #expect(trace.edges.count < 5 * trace.log.events.count)
    #expect(barrierEdges(trace).contains([operations[0], last]))
  }
}
