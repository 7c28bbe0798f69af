import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// What a ready operation waits for: a suspended queue, a slot, or a thread; and who left the slot.
@Suite struct QueuedStateTests {
  let script = TraceScript()

  @Test func aFullQueueMakesItWaitForASlotAndHandsItOver() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 1, started: 6, finished: 7)
    let trace = script.trace()
    #expect(
      trace.spans(of: second) == [
        Span(.waitingForSlot, 1, 5), Span(.dispatch, 5, 6), Span(.executing, 6, 7),
      ]
    )
    #expect(trace.edges == [TraceEdge(from: first, to: second, .slotHandOver)])
  }

  @Test func aFreeSlotGoesToTheOneThatStartsNext() {
    let queue = script.queue(limit: 1)
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.run(third, on: queue, enqueued: 1, started: 8, finished: 9)
    script.run(second, on: queue, enqueued: 2, started: 5, finished: 7)
    let trace = script.trace()
    #expect(
      trace.spans(of: third).prefix(2) == [Span(.waitingForSlot, 1, 7), Span(.dispatch, 7, 8)]
    )
    #expect(
      trace.edges == [
        TraceEdge(from: first, to: second, .slotHandOver),
        TraceEdge(from: second, to: third, .slotHandOver),
      ]
    )
  }

  @Test(arguments: [-1, 2])
  func withASlotFreeItWaitsForAThreadOnly(limit: Int) {
    let queue = script.queue(limit: limit)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 1, started: 6, finished: 7)
    let trace = script.trace()
    #expect(trace.spans(of: second) == [Span(.dispatch, 1, 6), Span(.executing, 6, 7)])
    #expect(trace.edges.isEmpty)
  }

  @Test func aSuspensionGoesBeforeEverythingElse() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 1, started: 9, finished: 10)
    script.at(ms: 2).suspend(queue)
    script.at(ms: 3).resume(queue)
    script.at(ms: 4).suspend(queue)
    script.at(ms: 8).resume(queue)
    let trace = script.trace()
    #expect(
      trace.spans(of: second) == [
        Span(.waitingForSlot, 1, 2), Span(.queueSuspended, 2, 3), Span(.waitingForSlot, 3, 4),
        Span(.queueSuspended, 4, 8), Span(.dispatch, 8, 9), Span(.executing, 9, 10),
      ]
    )
    // It was the resume that let it go on.
    #expect(trace.edges.isEmpty)
  }

  @Test func whileItWaitsForDependenciesASuspensionIsNotItsConcern() {
    let queue = script.queue(isSuspended: true)
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: dependency).enqueue(target, on: queue)
    script.run(dependency, started: 0, finished: 4)
    let trace = script.trace(endMs: 9)
    #expect(
      trace.spans(of: target) == [
        Span(.waitingForDependencies, 1, 4), Span(.queueSuspended, 4, 9),
      ]
    )
  }

  @Test func prioritiesDecideAtTheResume() {
    let queue = script.queue(limit: 1, isSuspended: true)
    let (low, high) = (script.operation("low"), script.operation("high"))
    script.at(ms: 1).enqueue(low, on: queue, priority: -8)
    script.at(ms: 2).enqueue(high, on: queue, priority: 8)
    script.at(ms: 3).resume(queue)
    script.run(high, started: 4, finished: 6)
    script.run(low, started: 7, finished: 8)
    let trace = script.trace()
    #expect(
      trace.spans(of: low) == [
        Span(.queueSuspended, 1, 3), Span(.waitingForSlot, 3, 6), Span(.dispatch, 6, 7),
        Span(.executing, 7, 8),
      ]
    )
    #expect(trace.edges == [TraceEdge(from: high, to: low, .slotHandOver)])
  }

  @Test func aRaisedLimitGivesASlotThatNobodyLeft() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(second, on: queue, enqueued: 1, started: 4, finished: 5)
    script.at(ms: 3).limit(queue, to: 2)
    let trace = script.trace()
    #expect(
      trace.spans(of: second).prefix(2) == [Span(.waitingForSlot, 1, 3), Span(.dispatch, 3, 4)]
    )
    #expect(trace.edges.isEmpty)
  }

  @Test func aLoweredLimitIsReachedBeforeASlotIsFreeAgain() {
    let queue = script.queue(limit: 2)
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.run(second, on: queue, enqueued: 0, started: 0, finished: 6)
    script.at(ms: 1).limit(queue, to: 1)
    script.run(third, on: queue, enqueued: 2, started: 7, finished: 8)
    let trace = script.trace()
    #expect(trace.spans(of: third).first == Span(.waitingForSlot, 2, 6))
    #expect(trace.edges == [TraceEdge(from: second, to: third, .slotHandOver)])
  }

  @Test func aLoweredLimitTakesFreeSlotsAway() {
    let queue = script.queue(limit: 3)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.at(ms: 1).limit(queue, to: 1)
    script.run(second, on: queue, enqueued: 2, started: 5, finished: 6)
    let trace = script.trace()
    #expect(trace.spans(of: second).first == Span(.waitingForSlot, 2, 4))
    #expect(trace.edges == [TraceEdge(from: first, to: second, .slotHandOver)])
  }

  @Test func aLimitOfZeroGivesNoSlot() {
    let queue = script.queue(limit: 0)
    let operation = script.operation()
    script.at(ms: 1).enqueue(operation, on: queue)
    #expect(script.trace(endMs: 5).spans(of: operation) == [Span(.waitingForSlot, 1, 5)])
  }

  @Test func theMainQueueHasOneSlotWhateverItSays() {
    let queue = script.queue(limit: -1, isMain: true)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.run(second, on: queue, enqueued: 1, started: 5, finished: 6)
    script.at(ms: 1).limit(queue, to: 8).suspend(queue)
    let trace = script.trace()
    #expect(trace.spans(of: second).first == Span(.waitingForSlot, 1, 4))
    #expect(trace[queue]?.limits.map(\.limit) == [1])
    #expect(trace[queue]?.suspensions == [])
  }

  @Test func whatNeverStartedWaitsForAThreadWhileASlotIsFreeToTheEnd() {
    let queue = script.queue(limit: 1)
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.run(second, on: queue, enqueued: 1)
    script.run(third, on: queue, enqueued: 5)
    let trace = script.trace(endMs: 9)
    #expect(trace.spans(of: second) == [Span(.waitingForSlot, 1, 4), Span(.dispatch, 4, 9)])
    #expect(trace.spans(of: third) == [Span(.dispatch, 5, 9)])
  }

  @Test func whatNeverStartedWaitsForTheSlotOfWhatNeverFinishes() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0)
    script.run(second, on: queue, enqueued: 1)
    let trace = script.trace(endMs: 9)
    #expect(trace.spans(of: second) == [Span(.waitingForSlot, 1, 9)])
  }

  @Test func whoFinishedUnnoticedKeepsItsSlot() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 3)
    script.at(ms: 5).findUnnotified(first)
    script.run(second, on: queue, enqueued: 1)
    let trace = script.trace(endMs: 9)
    #expect(trace.spans(of: second) == [Span(.waitingForSlot, 1, 9)])
  }

  @Test func whoStartsInAFullQueueWaitedForASlotUntilThen() {
    let queue = script.queue(limit: 1)
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 8)
    script.run(second, on: queue, enqueued: 1, started: 3, finished: 5)
    script.run(third, on: queue, enqueued: 1, started: 9, finished: 10)
    let trace = script.trace()
    #expect(trace.spans(of: second).first == Span(.waitingForSlot, 1, 3))
    #expect(trace.spans(of: third).first == Span(.waitingForSlot, 1, 8))
    #expect(trace[queue]?.peakConcurrency == 2)
  }

  @Test func aSlotThatIsLeftInTheNanosecondOfTheStartIsHandedOver() {
    let queue = script.queue(limit: 1)
    let (first, short, last) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(short, on: queue, enqueued: 1, started: 3, finished: 3)
    script.run(last, on: queue, enqueued: 1, started: 4, finished: 5)
    let trace = script.trace()
    #expect(trace.spans(of: last).first == Span(.waitingForSlot, 1, 3))
    #expect(
      trace.edges == [
        TraceEdge(from: first, to: short, .slotHandOver),
        TraceEdge(from: short, to: last, .slotHandOver),
      ]
    )
  }

  @Test func manySuspensionsOfManyOperationsKeepTheirSums() {
    let queue = script.queue(limit: 1)
    let operations = (0..<3_000).map { _ in script.operation() }
    // In the middle of the first suspension.
    for operation in operations { script.at(ns: 6).enqueue(operation, on: queue) }
    for number in 0..<1_000 {
      script.at(ns: UInt64(number * 10 + 5)).suspend(queue)
      script.at(ns: UInt64(number * 10 + 8)).resume(queue)
    }
    let trace = script.trace(endMs: 1)
    let sums = Set(operations.compactMap { trace[$0]?.accounting })
    #expect(sums.map(\.queueSuspended) == [2_999])
    #expect(sums.map(\.total) == [999_994])
    #expect(trace.problems.map(\.message).contains { $0.contains("suspended too often") })
  }
}
