import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// A queue's limits, suspensions, depth and concurrency.
@Suite struct QueueTests {
  let script = TraceScript()

  @Test func limitsOverTimeWithWhoSetThem() throws {
    let queue = script.queue(limit: 2)
    let actor = script.operation()
    script.run(actor, on: queue, enqueued: 0, started: 1)
    script.at(ms: 3).by(actor).limit(queue, to: 5)
    script.at(ms: 4).limit(queue, to: -1)
    let traced = try #require(script.trace()[queue])
    #expect(
      traced.limits == [
        .init(instant: .zero, limit: 2),
        .init(instant: TraceInstant(nanoseconds: 3_000_000), limit: 5, actor: actor),
        .init(instant: TraceInstant(nanoseconds: 4_000_000), limit: -1),
      ]
    )
    #expect(traced.limit == nil)
  }

  @Test func suspensionsWithWhoSuspended() throws {
    let queue = script.queue(isSuspended: true)
    let actor = script.operation()
    script.run(actor, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).resume(queue)
    script.at(ms: 3).resume(queue)
    script.at(ms: 4).by(actor).suspend(queue)
    script.at(ms: 5).suspend(queue)
    let traced = try #require(script.trace()[queue])
    #expect(
      traced.suspensions == [
        .init(
          start: .zero,
          end: TraceInstant(nanoseconds: 2_000_000),
          thread: nil,
          actor: nil
        ),
        .init(
          start: TraceInstant(nanoseconds: 4_000_000),
          end: nil,
          thread: ThreadID(rawValue: 1001),
          actor: actor
        ),
      ]
    )
    #expect(traced.isSuspendedAtEnd)
  }

  @Test func depthIsAStepAtEachChange() throws {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.at(ms: 1).depend(second, on: first)
    script.run(first, on: queue, enqueued: 1, started: 2, finished: 5)
    script.run(second, on: queue, enqueued: 3, started: 6)
    let traced = try #require(script.trace(endMs: 9)[queue])
    #expect(
      traced.depth == [
        QueueDepth(instant: .init(nanoseconds: 1_000_000), waiting: 0, queued: 1, executing: 0),
        QueueDepth(instant: .init(nanoseconds: 2_000_000), waiting: 0, queued: 0, executing: 1),
        QueueDepth(instant: .init(nanoseconds: 3_000_000), waiting: 1, queued: 0, executing: 1),
        QueueDepth(instant: .init(nanoseconds: 5_000_000), waiting: 0, queued: 1, executing: 0),
        QueueDepth(instant: .init(nanoseconds: 6_000_000), waiting: 0, queued: 0, executing: 1),
      ]
    )
  }

  @Test func concurrencyOverTheSpanFromFirstEnqueueToLastFinish() throws {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 10, started: 12, finished: 16)
    script.run(second, on: queue, enqueued: 10, started: 14, finished: 20)
    let traced = try #require(script.trace(endMs: 100)[queue])
    #expect(traced.peakConcurrency == 2)
    #expect(traced.meanConcurrency == 1.0)
    #expect(traced.busyShare == 0.8)
  }

  @Test func whileSomethingIsLeftTheSpanGoesToTheEnd() throws {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 0)
    let traced = try #require(script.trace(endMs: 20)[queue])
    #expect(traced.meanConcurrency == 0.25)
    #expect(traced.busyShare == 0.25)
  }

  @Test func oneAfterTheOtherInTheSameNanosecondIsNotAtOnce() throws {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 0, started: 5, finished: 6)
    #expect(script.trace()[queue]?.peakConcurrency == 1)
  }

  @Test func executionsOfNoLengthCount() throws {
    let queue = script.queue()
    let operation = script.operation()
    script.run(operation, on: queue, enqueued: 5, started: 5, finished: 5)
    let traced = try #require(script.trace()[queue])
    #expect(traced.peakConcurrency == 1)
    #expect(traced.meanConcurrency == 0)
    #expect(traced.busyShare == 0)
    #expect(traced.depth == [])
  }

  @Test func aQueueWithoutOperations() throws {
    let queue = script.queue("empty", limit: 3)
    script.at(ms: 2).cancelAll(queue)
    let traced = try #require(script.trace()[queue])
    #expect(traced.operations == [] && traced.depth == [])
    #expect(traced.peakConcurrency == 0 && traced.meanConcurrency == 0 && traced.busyShare == 0)
    #expect(traced.cancelledAll.map(\.nanoseconds) == [2_000_000])
    #expect(traced.limit == 3)
  }

  @Test func operationsStandInTheOrderOfEnqueue() {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.at(ms: 0).cancel(second)
    script.at(ms: 1).enqueue(second, on: queue)
    script.at(ms: 2).enqueue(first, on: queue)
    #expect(script.trace()[queue]?.operations == [second, first])
  }
}
