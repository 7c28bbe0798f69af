import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct TraceStateTests {
  private func ms(_ milliseconds: Double) -> TraceInstant {
    TraceInstant(nanoseconds: UInt64((milliseconds * 1_000_000).rounded()))
  }

  @Test func anOperationGoesThroughItsStates() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 0).depend(b, on: a)
    script.run(a, on: queue, enqueued: 1, started: 2, finished: 5)
    script.run(b, on: queue, enqueued: 1, started: 6, finished: 9)
    let trace = script.trace(endMs: 10)
    #expect(trace.state(at: ms(0.5))[b]?.state == nil)
    #expect(trace.state(at: ms(0.5)).cause(of: b) == .neverEnqueued)
    #expect(trace.state(at: ms(0.5)).begunCount == 0)

    let early = trace.state(at: ms(3))
    #expect(early[a]?.state == .executing)
    #expect(early[a]?.since == ms(2))
    #expect(early[a]?.thread == trace[a]?.startThread)
    #expect(early[b]?.state == .waitingForDependencies)
    #expect(early.cause(of: b) == .dependencies([a]))
    #expect(early[queue]?.executing == [a])
    #expect(early[queue]?.waiting == [b])
    #expect(early.begunCount == 2 && early.finishedCount == 0)

    // What happens at the moment has happened.
    let turn = trace.state(at: ms(5))
    #expect(turn[a] == nil)
    #expect(turn.lastFinished == [a])
    #expect(turn[b]?.state == .dispatch)
    #expect(turn[queue]?.queued == [b])
    #expect(trace.state(at: ms(6)).operations.map(\.id) == [b])
    #expect(trace.state(at: ms(9)).operations.isEmpty)
    #expect(trace.state(at: ms(9)).lastFinished == [b, a])
    #expect(trace.state(at: ms(9), lastFinished: 1).lastFinished == [b])
    #expect(trace.state(at: ms(500)).instant == ms(10))
  }

  @Test func limitsAndSuspensionsAreThoseOfTheMoment() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.run(a, on: queue, enqueued: 1, started: 1, finished: 4)
    script.run(b, on: queue, enqueued: 2, started: 8, finished: 9)
    script.at(ms: 3).limit(queue, to: 2)
    script.at(ms: 5).suspend(queue)
    script.at(ms: 7).resume(queue)
    let trace = script.trace(endMs: 10)
    #expect(trace.state(at: ms(2))[queue]?.limit == 1)
    #expect(trace.state(at: ms(2.5)).cause(of: b) == .slot(holders: [a], queue))
    #expect(trace.state(at: ms(3))[queue]?.limit == 2)
    #expect(trace.state(at: ms(6))[queue]?.suspendedSince == ms(5))
    #expect(trace.state(at: ms(6))[b]?.state == .queueSuspended)
    #expect(trace.state(at: ms(6))[b]?.since == ms(5))
    #expect(trace.state(at: ms(6)).cause(of: b) == .queueSuspended(queue))
    #expect(trace.state(at: ms(7))[queue]?.suspendedSince == nil)
    #expect(trace.state(at: .zero).queues.isEmpty)
  }

  @Test func dependenciesCountFromWhenTheyWereAddedToWhenTheyWereRemoved() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 0).depend(c, on: a)
    script.run(a, on: queue, enqueued: 1, started: 1)
    script.at(ms: 1).enqueue(c, on: queue)
    script.at(ms: 3).depend(c, on: b)
    script.at(ms: 5).undepend(c, from: a)
    let trace = script.trace(endMs: 10)
    #expect(trace.state(at: ms(2)).unfinishedDependencies(of: c) == [a])
    #expect(trace.state(at: ms(4)).unfinishedDependencies(of: c) == [a, b])
    #expect(trace.state(at: ms(6)).unfinishedDependencies(of: c) == [b])
  }

  @Test func waitsBlockFromTheirBeginToTheirEnd() {
    let script = TraceScript()
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.run(a, on: queue, enqueued: 0, started: 1, finished: 9)
    script.run(b, on: queue, enqueued: 0, started: 1, finished: 6)
    let thread = ThreadID(rawValue: 900)
    script.at(ms: 2).by(a).on(thread).wait(for: b)
    script.at(ms: 6).by(a).on(thread).endWait(for: b)
    script.at(ms: 7).waitForAll(of: queue)
    let trace = script.trace(endMs: 10)
    #expect(trace.state(at: ms(1)).waits.isEmpty)
    #expect(trace.state(at: ms(3)).waits.map(\.operation) == [b])
    #expect(trace.state(at: ms(3)).cause(of: a) == .waitsInside(for: b))
    #expect(trace.state(at: ms(6.5)).cause(of: a) == .executing)
    #expect(trace.state(at: ms(8)).waits.map(\.queue) == [queue])
  }

  @Test func barriersAreToldWhileTheyHoldOthersUp() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 4)
    let (a, b) = (script.operation("a"), script.operation("b"))
    let barrier = script.barrier()
    script.run(a, on: queue, enqueued: 0, started: 1, finished: 5)
    script.at(ms: 2).addBarrier(barrier, on: queue)
    script.run(b, on: queue, enqueued: 3, started: 9, finished: 10)
    script.run(barrier, started: 6, finished: 8)
    let trace = script.trace(endMs: 12)
    let state = trace.state(at: ms(4))
    #expect(state.cause(of: barrier) == .barrier([a]))
    #expect(state.cause(of: b) == .barrier([barrier]))
    #expect(state[queue]?.barriers.map(\.operation) == [barrier])
    #expect(trace.state(at: ms(8))[queue]?.barriers.isEmpty == true)

    let bare = TraceScript()
    let other = bare.queue("q", limit: 4)
    let c = bare.operation("c")
    bare.at(ms: 1).addBareBarrier(1, on: other)
    bare.at(ms: 2).beginBareBarrier(1, on: other)
    bare.run(c, on: other, enqueued: 3, started: 9, finished: 10)
    bare.at(ms: 8).endBareBarrier(1, on: other)
    #expect(bare.trace(endMs: 12).state(at: ms(4)).cause(of: c) == .barrier([]))
  }

  @Test func whatIsSaidToBeFinishedOnlyLaterIsNotKnownBefore() {
    let script = TraceScript()
    let queue = script.queue("q", limit: 1)
    let a = script.operation("a", class: "Fetch", overrides: [.overridesStart])
    script.run(a, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).returnFromStart(a)
    script.at(ms: 6).findUnnotified(a)
    script.at(ms: 7).cancel(a)
    let trace = script.trace(endMs: 10)
    #expect(trace.state(at: ms(1)).cause(of: a) == .executing)
    #expect(trace.state(at: ms(3)).cause(of: a) == .startReturned)
    #expect(trace.state(at: ms(6)).cause(of: a) == .finishedUnnotified)
    #expect(trace.state(at: ms(6))[a]?.isCancelled == false)
    #expect(trace.state(at: ms(7))[a]?.isCancelled == true)
  }
}

/// Properties of states, on recordings of a simulated scheduler and on garbage.
@Suite struct SimulatedStateTests {
  /// Moments at, before and after the events of a trace.
  private func moments(of trace: Trace, _ count: Int) -> [TraceInstant] {
    let events = trace.log.events
    guard !events.isEmpty else { return [.zero] }
    return stride(from: 0, to: events.count, by: max(1, events.count / count)).flatMap { index in
      let instant = events[index].instant
      let before = instant.nanoseconds > 0 ? instant.nanoseconds - 1 : 0
      return [instant, TraceInstant(nanoseconds: before)]
    } + [trace.end]
  }

  private func expectDepths(_ trace: Trace) {
    let history = TraceHistory(trace)
    for instant in moments(of: trace, 60) {
      let state = history.state(at: min(instant, trace.end))
      for queue in trace.queues {
        guard let current = state[queue.id] else { continue }
        let depth = queue.depth.last { $0.instant <= state.instant }
        #expect(current.waiting.count == depth?.waiting ?? 0)
        #expect(current.queued.count == depth?.queued ?? 0)
        #expect(current.executing.count == depth?.executing ?? 0)
      }
      for operation in state.operations {
        #expect(operation.since <= state.instant)
        #expect(state[operation.id] == operation)
        #expect(state.cause(of: operation.id) != nil)
      }
      #expect(state.finishedCount == history.finishedCount(at: state.instant))
      let open = state.operations.count { $0.state != nil }
      #expect(state.begunCount - state.finishedCount == open)
    }
  }

  @Test(arguments: SimulatedTraceTests.seeds)
  func countsAreTheDepthsOfQueues(seed: UInt64) {
    expectDepths(Trace(SchedulerSimulation(seed: seed).log))
  }

  @Test(arguments: GarbageTests.seeds.prefix(100))
  func garbageHasStatesWithoutAContradiction(seed: UInt64) {
    expectDepths(Trace(.garbage(seed: seed)))
  }

  /// Which of several barriers imply others is known only when they have ended.
  private func expectAlike(_ cause: PendingCause?, _ other: PendingCause?) {
    if case .barrier(let inFront) = cause, case .barrier(let others) = other {
      #expect(inFront.isEmpty == others.isEmpty)
    } else {
      #expect(cause == other)
    }
  }

  /// What a trace says of a moment in its middle is what it says of its end when it is cut off there.
  @Test(arguments: SimulatedTraceTests.seeds)
  func aStateIsTheEndOfATraceThatEndsThere(seed: UInt64) {
    let log = SchedulerSimulation(seed: seed, operationCount: 40).log
    let history = TraceHistory(Trace(log))
    for instant in moments(of: history.trace, 12) where instant <= history.trace.end {
      var cut = log
      cut.cut(after: instant)
      let whole = history.state(at: instant)
      let last = Trace(cut).state(at: instant)
      #expect(whole.operations.map(\.id) == last.operations.map(\.id))
      for (operation, other) in zip(whole.operations, last.operations) {
        #expect(operation.isCancelled == other.isCancelled)
        #expect(operation.thread == other.thread)
        guard operation.state?.isQueued == true else {
          #expect(operation.state == other.state, "\(operation.id) at \(instant.nanoseconds)")
          expectAlike(whole.cause(of: operation.id), last.cause(of: operation.id))
          continue
        }
        // For whom a slot was free is known only when it has started.
        #expect(other.state?.isQueued == true)
      }
      #expect(whole.lastFinished == last.lastFinished)
    }
  }
}

extension OperationState {
  fileprivate var isQueued: Bool {
    [.queueSuspended, .waitingForSlot, .dispatch].contains(self)
  }
}
