import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The chain of waits and executions that ends with the last finish.
@Suite struct CriticalPathTests {
  let script = TraceScript()

  /// A part of a path in milliseconds.
  private struct Part: Equatable, CustomStringConvertible {
    var operation: OperationID?
    var state: OperationState
    var start: Double
    var end: Double
    var edge: TraceEdge?

    init(
      _ operation: OperationID?,
      _ state: OperationState,
      _ start: Double,
      _ end: Double,
      by edge: TraceEdge? = nil
    ) {
      self.operation = operation
      self.state = state
      self.start = start
      self.end = end
      self.edge = edge
    }

    var description: String {
      let name = operation.map { "\($0.rawValue)" } ?? "-"
      let came = edge.map { " by \($0.source.rawValue) \($0.kind)" } ?? ""
      return "\(name) \(state) \(start)...\(end)\(came)"
    }
  }

  private func parts(_ trace: Trace) throws -> [Part] {
    let path = try #require(trace.criticalPath)
    return path.segments.map { segment in
      Part(
        segment.operation,
        segment.state,
        Double(segment.start.nanoseconds) / 1e6,
        Double(segment.end.nanoseconds) / 1e6,
        by: segment.edge
      )
    }
  }

  @Test func withoutAFinishThereIsNone() {
    let operation = script.operation()
    script.run(operation, on: script.queue(), enqueued: 0, started: 1)
    #expect(script.trace(endMs: 5).criticalPath == nil)
    #expect(CriticalPath(of: Trace(EventLog())) == nil)
  }

  @Test func oneOperationIsThePath() throws {
    let operation = script.operation()
    script.run(operation, on: script.queue(), enqueued: 2, started: 3, finished: 7)
    let trace = script.trace(endMs: 20)
    #expect(
      try parts(trace) == [
        Part(operation, .dispatch, 2, 3), Part(operation, .executing, 3, 7),
      ]
    )
    #expect(trace.criticalPath?.nanoseconds == 5_000_000)
    #expect(trace.criticalPath?.operations == [operation])
    #expect(trace.criticalPath?.edges == [])
  }

  @Test func itGoesThroughTheDependencyThatFinishedLast() throws {
    let queue = script.queue()
    let (fast, slow, target) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: fast).depend(target, on: slow)
    script.run(fast, on: queue, enqueued: 0, started: 0, finished: 3)
    script.run(slow, on: queue, enqueued: 0, started: 1, finished: 6)
    script.run(target, on: queue, enqueued: 0, started: 7, finished: 9)
    let trace = script.trace()
    let edge = TraceEdge(from: slow, to: target, .dependency)
    #expect(
      try parts(trace) == [
        Part(slow, .dispatch, 0, 1), Part(slow, .executing, 1, 6),
        Part(target, .dispatch, 6, 7, by: edge), Part(target, .executing, 7, 9),
      ]
    )
    #expect(trace.criticalPath?.operations == [slow, target])
    #expect(trace.criticalPath?.edges == [edge])
    #expect(trace.criticalPath?.nanoseconds == 9_000_000)
  }

  @Test func itGoesThroughTheOneThatLeftTheSlot() throws {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 0, started: 5, finished: 8)
    let edge = TraceEdge(from: first, to: second, .slotHandOver)
    #expect(
      try parts(script.trace()) == [
        Part(first, .executing, 0, 5), Part(second, .executing, 5, 8, by: edge),
      ]
    )
  }

  @Test func itGoesThroughABarrier() throws {
    let queue = script.queue()
    let (before, after) = (script.operation(), script.operation())
    let barrier = script.barrier()
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 3)
    script.at(ms: 1).addBarrier(barrier, on: queue).enqueue(after, on: queue)
    script.run(barrier, started: 3, finished: 5)
    script.run(after, started: 6, finished: 7)
    #expect(
      try parts(script.trace()) == [
        Part(before, .executing, 0, 3),
        Part(barrier, .executing, 3, 5, by: TraceEdge(from: before, to: barrier, .barrier)),
        Part(after, .dispatch, 5, 6, by: TraceEdge(from: barrier, to: after, .barrier)),
        Part(after, .executing, 6, 7),
      ]
    )
  }

  @Test func aSuspensionAndARaisedLimitAreNamedWaits() throws {
    let queue = script.queue(limit: 0)
    let operation = script.operation()
    script.run(operation, on: queue, enqueued: 0, started: 9, finished: 10)
    script.at(ms: 3).suspend(queue)
    script.at(ms: 4).limit(queue, to: 1)
    script.at(ms: 7).resume(queue)
    #expect(
      try parts(script.trace()) == [
        Part(operation, .waitingForSlot, 0, 3), Part(operation, .queueSuspended, 3, 7),
        Part(operation, .dispatch, 7, 9), Part(operation, .executing, 9, 10),
      ]
    )
  }

  @Test func aGateAfterTheDependencyIsTheOperationsOwnWait() throws {
    let queue = script.queue()
    let dependency = script.operation()
    let gated = script.operation(class: "Gated", overrides: .overridesIsReady)
    script.at(ms: 0).depend(gated, on: dependency)
    script.run(dependency, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(gated, on: queue, enqueued: 0, started: 5, finished: 6)
    script.at(ms: 5).becomeReady(gated)
    #expect(
      try parts(script.trace()) == [
        Part(dependency, .executing, 0, 2),
        Part(
          gated,
          .waitingForDependencies,
          2,
          5,
          by: TraceEdge(from: dependency, to: gated, .dependency)
        ),
        Part(gated, .executing, 5, 6),
      ]
    )
  }

  @Test func aCancelledDependentDidNotWaitToTheEnd() throws {
    let queue = script.queue()
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: dependency)
    script.run(dependency, on: queue, enqueued: 0, started: 0)
    script.run(target, on: queue, enqueued: 1, started: 4, finished: 5)
    script.at(ms: 3).cancel(target)
    #expect(
      try parts(script.trace(endMs: 9)) == [
        Part(nil, .waitingForDependencies, 0, 1),
        Part(target, .waitingForDependencies, 1, 3), Part(target, .dispatch, 3, 4),
        Part(target, .executing, 4, 5),
      ]
    )
  }

  @Test func theTimeBeforeTheFirstOfThePathIsNobodys() throws {
    let queue = script.queue()
    let (early, late) = (script.operation(), script.operation())
    script.run(early, on: queue, enqueued: 1, started: 1, finished: 2)
    script.run(late, on: queue, enqueued: 6, started: 6, finished: 9)
    #expect(
      try parts(script.trace()) == [
        Part(nil, .waitingForDependencies, 1, 6), Part(late, .executing, 6, 9),
      ]
    )
  }

  @Test func ofABoundedRecordingItBeginsWithWhatWasKept() throws {
    let queue = script.queue("work", limit: 1)
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.run(first, on: queue, enqueued: 0, started: 1, finished: 12)
    script.at(ms: 0).depend(second, on: first)
    script.run(second, on: queue, enqueued: 0, started: 13, finished: 20)
    var log = script.log(endMs: 20)
    func path(from horizonMs: Double) -> Trace {
      log.horizon = TraceHorizon(
        instant: TraceInstant(nanoseconds: UInt64(horizonMs * 1e6)),
        lastOperation: second,
        droppedEvents: 9,
        droppedOperations: 3,
        bound: TraceBound(bytes: 1 << 20)
      )
      return Trace(log)
    }
    let kept = try parts(path(from: 10))
    #expect(kept.first == Part(first, .executing, 10, 12))
    #expect(kept.last == Part(second, .executing, 13, 20))
    let length = try #require(path(from: 10).criticalPath).nanoseconds
    #expect(length == WallTime(of: path(from: 10))?.nanoseconds)
    let late = try parts(path(from: 15))
    #expect(late == [Part(second, .executing, 15, 20)])
  }

  @Test func itGoesOnInTheOneThatEnqueued() throws {
    let queue = script.queue()
    let (parent, child) = (script.operation(), script.operation())
    script.run(parent, on: queue, enqueued: 0, started: 1, finished: 5)
    script.at(ms: 3).by(parent).enqueue(child, on: queue)
    script.run(child, started: 4, finished: 9)
    #expect(
      try parts(script.trace()) == [
        Part(parent, .dispatch, 0, 1), Part(parent, .executing, 1, 3),
        Part(child, .dispatch, 3, 4, by: TraceEdge(from: parent, to: child, .createdBy)),
        Part(child, .executing, 4, 9),
      ]
    )
  }

  @Test func itGoesOnInTheOneThatCancelled() throws {
    let queue = script.queue()
    let (check, never, fetch) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(fetch, on: never).enqueue(fetch, on: queue)
    script.run(check, on: queue, enqueued: 0, started: 1, finished: 6)
    script.at(ms: 4).by(check).cancel(fetch)
    script.run(fetch, started: 5, finished: 9)
    let edge = TraceEdge(from: check, to: fetch, .cancelled)
    #expect(
      try parts(script.trace()) == [
        Part(check, .dispatch, 0, 1), Part(check, .executing, 1, 4),
        Part(fetch, .dispatch, 4, 5, by: edge), Part(fetch, .executing, 5, 9),
      ]
    )
  }

  @Test func itGoesIntoAGroupThatItsLastPartFinished() throws {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let (group, part, last) = (script.operation(), script.operation(), script.operation())
    let thread = script.thread(number: 77)
    script.at(ms: 0).enqueue(group, on: outer)
    script.at(ms: 1).start(group)
    script.at(ms: 2).by(group).depend(last, on: part).enqueue(part, on: inner)
      .enqueue(last, on: inner)
    script.at(ms: 3).returnFromStart(group)
    script.run(part, started: 4, finished: 7)
    script.run(last, started: 8, finished: 9)
    script.at(ms: 10).on(thread).beginCompletion(last)
    script.at(ms: 11).on(thread).finish(group)
    script.at(ms: 12).on(thread).endCompletion(last)
    let trace = script.trace()
    #expect(
      try parts(trace) == [
        Part(group, .dispatch, 0, 1), Part(group, .executing, 1, 2),
        Part(part, .dispatch, 2, 4, by: TraceEdge(from: group, to: part, .createdBy)),
        Part(part, .executing, 4, 7),
        Part(last, .dispatch, 7, 8, by: TraceEdge(from: part, to: last, .dependency)),
        Part(last, .executing, 8, 9),
        Part(group, .executing, 9, 11, by: TraceEdge(from: last, to: group, .finished)),
      ]
    )
    #expect(trace.criticalPath?.operations == [group, part, last])
  }

  @Test func itGoesIntoAGroupThatWasFinishedWithinAPart() throws {
    let queue = script.queue()
    let (group, part) = (script.operation(), script.operation())
    script.at(ms: 0).enqueue(group, on: queue).start(group)
    script.at(ms: 1).by(group).enqueue(part, on: queue)
    script.at(ms: 2).returnFromStart(group)
    script.at(ms: 3).start(part)
    script.at(ms: 5).by(part).finish(group)
    script.at(ms: 6).finish(part)
    let after = script.operation()
    script.at(ms: 0).depend(after, on: group)
    script.run(after, on: queue, enqueued: 0, started: 5, finished: 8)
    #expect(
      try parts(script.trace()) == [
        Part(group, .executing, 0, 1),
        Part(part, .dispatch, 1, 3, by: TraceEdge(from: group, to: part, .createdBy)),
        Part(part, .executing, 3, 5),
        Part(group, .executing, 5, 5, by: TraceEdge(from: part, to: group, .finished)),
        Part(after, .executing, 5, 8, by: TraceEdge(from: group, to: after, .dependency)),
      ]
    )
  }

  /// A group whose parts are there before it starts, in a queue that it resumes.
  @Test func itGoesThroughTheQueueThatAGroupResumed() throws {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let (before, group, part) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).suspend(inner)
    script.at(ms: 0).enqueue(part, on: inner)
    script.at(ms: 0).depend(group, on: before).enqueue(group, on: outer)
    script.run(before, on: outer, enqueued: 0, started: 0, finished: 5)
    script.at(ms: 6).start(group)
    script.at(ms: 7).by(group).resume(inner)
    script.at(ms: 8).returnFromStart(group)
    script.at(ms: 9).start(part)
    script.at(ms: 12).by(part).finish(group).finish(part)
    let after = script.operation()
    script.at(ms: 0).depend(after, on: group)
    script.run(after, on: outer, enqueued: 0, started: 12, finished: 14)
    let trace = script.trace()
    #expect(trace.queues.flatMap(\.suspensions).map(\.resumer) == [group])
    #expect(
      try parts(trace) == [
        Part(before, .executing, 0, 5),
        Part(group, .dispatch, 5, 6, by: TraceEdge(from: before, to: group, .dependency)),
        Part(group, .executing, 6, 7),
        Part(part, .dispatch, 7, 9, by: TraceEdge(from: group, to: part, .resumed)),
        Part(part, .executing, 9, 12),
        Part(group, .executing, 12, 12, by: TraceEdge(from: part, to: group, .finished)),
        Part(after, .executing, 12, 14, by: TraceEdge(from: group, to: after, .dependency)),
      ]
    )
    // Nothing but the path happens: whatever comes later moves the end, but for what the part does after it finished the group.
    let slack = SlackTable(of: trace, criticalPath: nil)
    for operation in [before, group, after] { #expect(slack.slack(of: operation) == 0) }
    #expect(slack.slack(of: part) == 2_000_000)
  }

  /// Its queue may be an OperationQueue: what the callback waited for outside of the program is the execution of the fetch.
  @Test func aCallbackThatFinishesAnOperationIsNotItsCause() throws {
    let queue = script.queue()
    let (fetch, callback) = (script.operation(), script.operation())
    script.at(ms: 0).enqueue(fetch, on: queue).start(fetch)
    script.at(ms: 1).returnFromStart(fetch)
    script.run(callback, on: script.queue("callbacks"), enqueued: 7, started: 8)
    script.at(ms: 9).by(callback).finish(fetch)
    let trace = script.trace()
    #expect(trace[fetch]?.finisher == callback)
    #expect(try parts(trace) == [Part(fetch, .executing, 0, 9)])
  }

  @Test func whoHadFinishedBeforeItEnqueuedIsNotOnThePath() throws {
    let queue = script.queue()
    let (parent, child) = (script.operation(), script.operation())
    script.at(ms: 0).enqueue(parent, on: queue).start(parent)
    script.at(ms: 2).finish(parent, returnsFromStart: false)
    script.at(ms: 4).by(parent).enqueue(child, on: queue)
    script.run(child, started: 4, finished: 6)
    #expect(
      try parts(script.trace()) == [
        Part(nil, .waitingForDependencies, 0, 4), Part(child, .executing, 4, 6),
      ]
    )
  }

  @Test func aGroupsPathGoesThroughWhatItWaitsFor() throws {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let (group, fast, slow) = (script.operation(), script.operation(), script.operation())
    script.run(group, on: outer, enqueued: 0, started: 0)
    script.at(ms: 1).by(group).enqueue(fast, on: inner).enqueue(slow, on: inner)
    script.at(ms: 2).by(group).waitForAll(of: inner)
    script.run(fast, started: 1, finished: 3)
    script.run(slow, started: 1, finished: 6)
    script.at(ms: 7).by(group).endWaitForAll(of: inner)
    script.at(ms: 8).finish(group)
    #expect(
      try parts(script.trace()) == [
        Part(group, .executing, 0, 1),
        Part(slow, .executing, 1, 6, by: TraceEdge(from: group, to: slow, .createdBy)),
        Part(group, .executing, 6, 8, by: TraceEdge(from: slow, to: group, .wait)),
      ]
    )
  }

  @Test func aWaitForOneOperationIsFollowedToo() throws {
    let queue = script.queue()
    let (waiter, other) = (script.operation(), script.operation())
    script.run(waiter, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(other, on: queue, enqueued: 0, started: 2, finished: 6)
    script.at(ms: 4).by(waiter).wait(for: other)
    script.at(ms: 6).by(waiter).endWait(for: other)
    #expect(
      try parts(script.trace()) == [
        Part(other, .dispatch, 0, 2), Part(other, .executing, 2, 6),
        Part(waiter, .executing, 6, 9, by: TraceEdge(from: other, to: waiter, .wait)),
      ]
    )
  }

  @Test func whatTheProgramWaitedForBeforeItEnqueuedIsOnThePath() throws {
    let queue = script.queue()
    let (first, second, aside) = (script.operation(), script.operation(), script.operation())
    let other = script.thread(number: 9)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 3)
    script.at(ms: 1).wait(for: first)
    script.at(ms: 4).endWait(for: first)
    script.at(ms: 5).enqueue(second, on: queue)
    script.at(ms: 5).on(other).enqueue(aside, on: queue)
    script.run(second, started: 6, finished: 9)
    let trace = script.trace()
    #expect(
      try parts(trace) == [
        Part(first, .executing, 0, 3), Part(nil, .waitingForDependencies, 3, 5),
        Part(second, .dispatch, 5, 6), Part(second, .executing, 6, 9),
      ]
    )
    #expect(trace.criticalPath?.operations == [first, second])
    #expect(trace.criticalPath?.edges == [])
    #expect(trace[aside]?.enqueueThread == other)

    // The other thread had waited for nobody.
    script.run(aside, started: 9, finished: 10)
    let start = try #require(try parts(script.trace()).first)
    #expect(start == Part(nil, .waitingForDependencies, 0, 5))
  }

  @Test func aProgramThatWaitsForAQueueGoesOnWithItsLastFinish() throws {
    let queue = script.queue()
    let (fast, slow, next) = (script.operation(), script.operation(), script.operation())
    script.run(fast, on: queue, enqueued: 0, started: 0, finished: 1)
    script.run(slow, on: queue, enqueued: 0, started: 0, finished: 4)
    script.at(ms: 1).waitForAll(of: queue)
    script.at(ms: 4).endWaitForAll(of: queue)
    script.run(next, on: queue, enqueued: 4, started: 4, finished: 6)
    #expect(
      try parts(script.trace()) == [Part(slow, .executing, 0, 4), Part(next, .executing, 4, 6)]
    )
  }

  @Test func whatNeverFinishedIsOnlyAWayToTheLastFinish() throws {
    let queue = script.queue()
    let (stuck, child) = (script.operation(), script.operation())
    script.run(stuck, on: queue, enqueued: 0, started: 0)
    script.at(ms: 2).by(stuck).enqueue(child, on: queue)
    script.run(child, started: 2, finished: 4)
    #expect(
      try parts(script.trace(endMs: 50)) == [
        Part(stuck, .executing, 0, 2),
        Part(child, .executing, 2, 4, by: TraceEdge(from: stuck, to: child, .createdBy)),
      ]
    )
  }

  @Test func ofTwoThatFinishLastTheFirstSeenCounts() throws {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 0, started: 0, finished: 5)
    #expect(try parts(script.trace()) == [Part(first, .executing, 0, 5)])
  }

  @Test func whatTookNoTimeIsOnThePath() throws {
    let queue = script.queue()
    let (first, point, last) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(point, on: first).depend(last, on: point)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(point, on: queue, enqueued: 0, started: 2, finished: 2)
    script.run(last, on: queue, enqueued: 0, started: 2, finished: 5)
    #expect(
      try parts(script.trace()) == [
        Part(first, .executing, 0, 2),
        Part(point, .executing, 2, 2, by: TraceEdge(from: first, to: point, .dependency)),
        Part(last, .executing, 2, 5, by: TraceEdge(from: point, to: last, .dependency)),
      ]
    )
  }

  @Test func aLongChainIsFollowedToItsBegin() throws {
    let queue = script.queue()
    var last = script.operation()
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 1)
    for number in 1..<20_000 {
      let next = script.operation()
      script.at(ms: 0).depend(next, on: last, seenLate: true)
      let start = Double(number)
      script.run(next, on: queue, enqueued: 0, started: start, finished: start + 1)
      last = next
    }
    let path = try #require(script.trace().criticalPath)
    #expect(path.segments.count == 20_000)
    #expect(path.operations.count == 20_000)
  }
}
