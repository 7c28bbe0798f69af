import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// When an operation could have started.
@Suite struct ReadinessTests {
  let script = TraceScript()

  private func ready(_ operation: OperationID, in trace: Trace) -> Double? {
    trace[operation]?.milestones.ready.map { Double($0.nanoseconds) / 1e6 }
  }

  @Test func withNothingToWaitForItIsReadyAtTheEnqueue() {
    let operation = script.operation()
    script.run(operation, on: script.queue(), enqueued: 2, started: 3, finished: 4)
    let trace = script.trace()
    #expect(ready(operation, in: trace) == 2)
    #expect(trace.spans(of: operation) == [Span(.dispatch, 2, 3), Span(.executing, 3, 4)])
  }

  @Test func theLastDependencyCounts() {
    let queue = script.queue()
    let (first, last, target) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: first).depend(target, on: last).enqueue(target, on: queue)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 3)
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 7)
    script.run(target, started: 8, finished: 9)
    let trace = script.trace()
    #expect(
      trace.spans(of: target) == [
        Span(.waitingForDependencies, 0, 7), Span(.dispatch, 7, 8), Span(.executing, 8, 9),
      ]
    )
    #expect(trace[target]?.dependencies == [first, last])
  }

  @Test func aDependencyThatIsAddedAfterTheStartHoldsNothingUp() {
    let queue = script.queue()
    let (late, target) = (script.operation(), script.operation())
    script.run(target, on: queue, enqueued: 1, started: 3, finished: 9)
    script.at(ms: 4).depend(target, on: late)
    script.run(late, on: queue, enqueued: 5, started: 6, finished: 7)
    let trace = script.trace()
    #expect(ready(target, in: trace) == 1)
    #expect(trace.spans(of: target) == [Span(.dispatch, 1, 3), Span(.executing, 3, 9)])
  }

  @Test func aDependencyThatFinishedBeforeTheEnqueueHoldsNothingUp() {
    let (first, target) = (script.operation(), script.operation())
    script.run(first, started: 0, finished: 1)
    script.at(ms: 2).depend(target, on: first)
    script.at(ms: 5).enqueue(target, on: script.queue())
    #expect(ready(target, in: script.trace(endMs: 6)) == 5)
  }

  @Test func aDependencyThatNeverFinishesHoldsForEver() {
    let (first, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: first).enqueue(target, on: script.queue())
    let trace = script.trace(endMs: 10)
    #expect(ready(target, in: trace) == nil)
    #expect(trace.spans(of: target) == [Span(.waitingForDependencies, 1, 10)])
    #expect(trace[first]?.intervals.isEmpty == true)
  }

  @Test func aCancelledOperationWaitsForDependenciesNoLonger() {
    let queue = script.queue(limit: 1)
    let (first, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: first).enqueue(target, on: queue)
    script.at(ms: 4).cancel(target)
    script.run(target, started: 6, finished: 6.5)
    let trace = script.trace()
    #expect(
      trace.spans(of: target) == [
        Span(.waitingForDependencies, 1, 4), Span(.dispatch, 4, 6), Span(.executing, 6, 6.5),
      ]
    )
  }

  @Test func cancelledBeforeTheEnqueueItIsReadyAtTheEnqueue() {
    let (first, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: first).cancel(target)
    script.at(ms: 4).enqueue(target, on: script.queue())
    #expect(ready(target, in: script.trace(endMs: 5)) == 4)
  }

  @Test func cancelledWhileExecutingChangesNothing() {
    let (first, target) = (script.operation(), script.operation())
    let queue = script.queue()
    script.at(ms: 0).depend(target, on: first).enqueue(target, on: queue)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(target, started: 3, finished: 9)
    script.at(ms: 5).cancel(target)
    #expect(ready(target, in: script.trace()) == 2)
  }

  @Test func anOverrideOfIsReadyHoldsUntilItSaysSo() {
    let queue = script.queue()
    let gated = script.operation(class: "Gated", overrides: .overridesIsReady)
    let closed = script.operation(class: "Gated")
    let cancelled = script.operation(class: "Gated")
    let dependency = script.operation()
    script.at(ms: 0).depend(gated, on: dependency)
    script.at(ms: 1).enqueue(gated, on: queue).enqueue(closed, on: queue)
    script.at(ms: 1).enqueue(cancelled, on: queue)
    script.run(dependency, started: 0, finished: 3)
    script.at(ms: 5).becomeReady(gated)
    script.at(ms: 6).cancel(cancelled)
    let trace = script.trace(endMs: 9)
    #expect(ready(gated, in: trace) == 5)
    #expect(ready(closed, in: trace) == nil)
    #expect(ready(cancelled, in: trace) == nil)
  }

  @Test func anOverrideThatSaysSoEarlyStillWaitsForDependencies() {
    let gated = script.operation(class: "Gated", overrides: .overridesIsReady)
    let dependency = script.operation()
    script.at(ms: 0).depend(gated, on: dependency).becomeReady(gated)
    script.at(ms: 1).enqueue(gated, on: script.queue())
    script.run(dependency, started: 0, finished: 3)
    #expect(ready(gated, in: script.trace(endMs: 9)) == 3)
  }

  @Test func whateverStartedWasReady() {
    let queue = script.queue()
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: dependency).enqueue(target, on: queue)
    script.run(target, started: 2, finished: 8)
    script.run(dependency, on: queue, enqueued: 1, started: 3, finished: 6)
    let trace = script.trace()
    #expect(ready(target, in: trace) == 2)
    #expect(
      trace.spans(of: target) == [Span(.waitingForDependencies, 1, 2), Span(.executing, 2, 8)]
    )
    #expect(trace.edges.contains(TraceEdge(from: dependency, to: target, .dependency)))
  }

  @Test func startedByHandItExecutesAndNeverWaited() {
    let operation = script.operation()
    script.run(operation, started: 2, finished: 5)
    let trace = script.trace()
    #expect(trace.spans(of: operation) == [Span(.executing, 2, 5)])
    #expect(ready(operation, in: trace) == 2)
    #expect(trace[operation]?.queue == nil)
    #expect(trace[operation]?.accounting.total == 3_000_000)
  }

  @Test func finishedWithoutAStartItWaitedToTheEnd() {
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 1).depend(target, on: dependency).enqueue(target, on: script.queue())
    script.at(ms: 4).finish(target)
    let trace = script.trace(endMs: 9)
    #expect(trace.spans(of: target) == [Span(.waitingForDependencies, 1, 4)])
    #expect(ready(target, in: trace) == nil)
  }

  @Test func aRemovedDependencyThatWasUnfinishedNeverLetsGo() {
    let queue = script.queue()
    let (dependency, stuck, started) = (script.operation(), script.operation(), script.operation())
    for target in [stuck, started] {
      script.at(ms: 0).depend(target, on: dependency).enqueue(target, on: queue)
      script.at(ms: 2).undepend(target, from: dependency)
    }
    script.run(dependency, started: 1, finished: 5)
    script.run(started, started: 3, finished: 4)
    let trace = script.trace(endMs: 9)
    #expect(ready(stuck, in: trace) == nil)
    #expect(trace[stuck]?.dependencies == [])
    #expect(ready(started, in: trace) == 2)
    #expect(trace.edges.filter { $0.kind == .dependency } == [])
  }

  @Test func aRemovalAfterTheWaitWasOverIsNoRemoval() {
    let queue = script.queue()
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: dependency).enqueue(target, on: queue)
    script.run(dependency, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 2.5).undepend(target, from: dependency)
    script.run(target, started: 3, finished: 4)
    let trace = script.trace()
    #expect(trace[target]?.dependencies == [dependency])
    #expect(ready(target, in: trace) == 2)
  }

  /// Foundation on Linux counts such a dependency twice, and takes it off once.
  @Test func aDependencyAddedAgainAfterItsRemovalHoldsForEver() {
    let queue = script.queue()
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: dependency).undepend(target, from: dependency)
    script.at(ms: 0).depend(target, on: dependency).enqueue(target, on: queue)
    script.run(dependency, on: queue, enqueued: 0, started: 1, finished: 2)
    let trace = script.trace(endMs: 3)
    #expect(trace[target]?.dependencies == [dependency])
    #expect(ready(target, in: trace) == nil)
  }

  @Test func whatWasNoDependencyCanBeRemovedWithoutHarm() {
    let queue = script.queue()
    let (other, target) = (script.operation(), script.operation())
    script.at(ms: 0).undepend(target, from: other).enqueue(target, on: queue)
    #expect(ready(target, in: script.trace(endMs: 3)) == 0)
  }

  @Test func whoFinishedUnnoticedLetsNobodyGo() {
    let queue = script.queue()
    let (dependency, target) = (script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: dependency).enqueue(dependency, on: queue)
    script.at(ms: 0).enqueue(target, on: queue)
    script.at(ms: 1).start(dependency).returnFromStart(dependency)
    script.at(ms: 2).finish(dependency)
    script.at(ms: 3).findUnnotified(dependency)
    #expect(ready(target, in: script.trace(endMs: 9)) == nil)
  }

  @Test func aCycleWaitsForEver() {
    let queue = script.queue()
    let (first, second, own) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(first, on: second).depend(second, on: first)
    script.at(ms: 0).depend(own, on: own, returns: false)
    script.at(ms: 1).enqueue(first, on: queue).enqueue(second, on: queue).enqueue(own, on: queue)
    let trace = script.trace(endMs: 5)
    for operation in [first, second, own] {
      #expect(trace.spans(of: operation) == [Span(.waitingForDependencies, 1, 5)])
    }
    #expect(trace.edges.contains(TraceEdge(from: own, to: own, .dependency)))
    #expect(trace[own]?.dependencies == [own])
  }
}
