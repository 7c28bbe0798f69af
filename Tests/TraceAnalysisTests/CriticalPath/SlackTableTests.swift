import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// How much later operations could have finished, and how much sooner the run would have ended without them.
@Suite struct SlackTableTests {
  let script = TraceScript()

  private func table() -> SlackTable {
    let trace = script.trace()
    return SlackTable(of: trace, criticalPath: trace.criticalPath)
  }

  private func expect(
    _ operation: OperationID,
    slackMs: UInt64?,
    potentialMs: UInt64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let table = table()
    let slack = table.slack(of: operation)
    #expect(slack == slackMs.map { $0 * 1_000_000 }, sourceLocation: sourceLocation)
    let potential = table.potential(of: operation)
    #expect(potential == potentialMs * 1_000_000, sourceLocation: sourceLocation)
  }

  @Test func besideAChainThereIsRoom() {
    let queue = script.queue()
    let (first, second, aside) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(second, on: first)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 10)
    script.run(second, on: queue, enqueued: 0, started: 10, finished: 30)
    script.run(aside, on: queue, enqueued: 0, started: 0, finished: 25)
    expect(first, slackMs: 0, potentialMs: 5)
    expect(second, slackMs: 0, potentialMs: 5)
    expect(aside, slackMs: 5)
  }

  @Test func whatFinishesAGroupHasTheGroupsRoom() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let (group, fast, slow, end) = (
      script.operation(), script.operation(), script.operation(), script.operation()
    )
    let (after, aside) = (script.operation(), script.operation())
    let thread = script.thread(number: 77)
    script.at(ms: 0).depend(after, on: group).enqueue(group, on: outer).start(group)
    script.at(ms: 0).by(group).depend(end, on: fast).depend(end, on: slow)
      .enqueue(fast, on: inner).enqueue(slow, on: inner).enqueue(end, on: inner)
    script.at(ms: 0).returnFromStart(group)
    script.run(fast, started: 0, finished: 4)
    script.run(slow, started: 0, finished: 6)
    script.run(end, started: 6, finished: 7)
    script.at(ms: 7).on(thread).beginCompletion(end)
    script.at(ms: 8).on(thread).finish(group)
    script.at(ms: 9).on(thread).endCompletion(end)
    script.run(after, on: outer, enqueued: 0, started: 8, finished: 10)
    script.run(aside, on: outer, enqueued: 0, started: 0, finished: 13)
    expect(after, slackMs: 3)
    expect(group, slackMs: 3)
    expect(end, slackMs: 3)
    expect(slow, slackMs: 3)
    expect(fast, slackMs: 5)
  }

  @Test func whatFinishesAGroupWhileItExecutesHasTheGroupsRoom() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let (group, part, before) = (script.operation(), script.operation(), script.operation())
    let (after, aside) = (script.operation(), script.operation())
    script.at(ms: 0).depend(after, on: group).enqueue(group, on: outer).start(group)
    script.at(ms: 0).by(group).depend(part, on: before).enqueue(before, on: inner)
      .enqueue(part, on: inner)
    script.at(ms: 0).returnFromStart(group)
    script.run(before, started: 0, finished: 3)
    script.at(ms: 3).start(part)
    script.at(ms: 8).by(part).finish(group)
    script.at(ms: 9).finish(part)
    script.run(after, on: outer, enqueued: 0, started: 8, finished: 10)
    script.run(aside, on: outer, enqueued: 0, started: 0, finished: 13)
    expect(group, slackMs: 3)
    // It goes on for 1 ms after, for which nobody waits.
    expect(part, slackMs: 4)
    expect(before, slackMs: 3)
  }

  @Test func whatIsAloneCouldGoAltogether() {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.at(ms: 0).depend(second, on: first)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 10)
    script.run(second, on: queue, enqueued: 0, started: 10, finished: 30)
    expect(first, slackMs: 0, potentialMs: 10)
    expect(second, slackMs: 0, potentialMs: 20)
  }

  @Test func ofTwoDependenciesTheSoonerHasRoom() {
    let queue = script.queue()
    let (fast, slow, last) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(last, on: fast).depend(last, on: slow)
    script.run(fast, on: queue, enqueued: 0, started: 0, finished: 7)
    script.run(slow, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(last, on: queue, enqueued: 0, started: 9, finished: 12)
    expect(fast, slackMs: 2)
    expect(slow, slackMs: 0, potentialMs: 2)
    expect(last, slackMs: 0, potentialMs: 3)
  }

  @Test func aSlotThatIsHandedOverHasNone() {
    let queue = script.queue(limit: 1)
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 5)
    script.run(second, on: queue, enqueued: 0, started: 5, finished: 8)
    expect(first, slackMs: 0, potentialMs: 5)
    expect(second, slackMs: 0, potentialMs: 3)
  }

  @Test func whoWaitsForASlotAnywayCouldBeReadyLater() {
    let queue = script.queue(limit: 1)
    let other = script.queue("other")
    let (holder, source, target) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(target, on: source)
    script.run(holder, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(source, on: other, enqueued: 0, started: 0, finished: 4)
    script.run(target, on: queue, enqueued: 0, started: 9, finished: 11)
    expect(source, slackMs: 5)
    expect(holder, slackMs: 0, potentialMs: 5)
  }

  @Test func whatTheProgramWaitedForHoldsUpWhatItEnqueuedThen() {
    let queue = script.queue()
    let (fast, slow, next) = (script.operation(), script.operation(), script.operation())
    script.run(fast, on: queue, enqueued: 0, started: 0, finished: 1)
    script.run(slow, on: queue, enqueued: 0, started: 0, finished: 4)
    script.at(ms: 1).waitForAll(of: queue)
    script.at(ms: 4).endWaitForAll(of: queue)
    script.run(next, on: queue, enqueued: 4, started: 4, finished: 6)
    expect(fast, slackMs: 3)
    expect(slow, slackMs: 0, potentialMs: 3)
    expect(next, slackMs: 0, potentialMs: 2)
  }

  @Test func whoWaitsInsideIsHeldUpByWhatItWaitsFor() {
    let queue = script.queue()
    let (waiter, other) = (script.operation(), script.operation())
    script.run(waiter, on: queue, enqueued: 0, started: 0, finished: 9)
    script.run(other, on: queue, enqueued: 0, started: 2, finished: 6)
    script.at(ms: 4).by(waiter).wait(for: other)
    script.at(ms: 6).by(waiter).endWait(for: other)
    expect(other, slackMs: 0, potentialMs: 2)
    expect(waiter, slackMs: 0, potentialMs: 3)
  }

  @Test func whoEnqueuesCouldFinishLaterButNotStartLater() {
    let queue = script.queue()
    let (before, parent, child) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(parent, on: before)
    script.run(before, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(parent, on: queue, enqueued: 0, started: 2, finished: 5)
    script.at(ms: 3).by(parent).enqueue(child, on: queue)
    script.run(child, started: 3, finished: 9)
    expect(before, slackMs: 0, potentialMs: 2)
    expect(parent, slackMs: 4, potentialMs: 1)
    expect(child, slackMs: 0, potentialMs: 4)
  }

  @Test func whatNeverFinishedHasNoSlackAndGivesAll() {
    let queue = script.queue()
    let (source, stuck, last) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(stuck, on: source)
    script.run(source, on: queue, enqueued: 0, started: 0, finished: 1)
    script.run(stuck, on: queue, enqueued: 0, started: 1)
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 8)
    expect(stuck, slackMs: nil)
    expect(source, slackMs: 7)
    expect(last, slackMs: 0, potentialMs: 7)
  }

  @Test func whatTookNoTimePassesOnWhatHoldsItUp() {
    let queue = script.queue()
    let (first, point, last) = (script.operation(), script.operation(), script.operation())
    script.at(ms: 0).depend(point, on: first).depend(last, on: point)
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 2)
    script.run(point, on: queue, enqueued: 0, started: 2, finished: 2)
    script.run(last, on: queue, enqueued: 0, started: 2, finished: 5)
    expect(first, slackMs: 0, potentialMs: 2)
    expect(point, slackMs: 0)
  }

  @Test func aTraceWithoutOperationsHasNone() {
    let table = SlackTable(of: Trace(EventLog()), criticalPath: nil)
    #expect(table.slack(of: OperationID(rawValue: 1)) == nil)
    #expect(table.potential(of: OperationID(rawValue: 1)) == 0)
  }

  @Test(arguments: Array(0..<300) as [UInt64])
  func garbageGivesNumbersWithinTheRun(seed: UInt64) {
    let trace = Trace(.garbage(seed: seed))
    let path = trace.criticalPath
    let table = SlackTable(of: trace, criticalPath: path)
    for operation in trace.operations {
      if let slack = table.slack(of: operation.id) {
        #expect(slack <= trace.durationNanoseconds)
      }
      #expect(table.potential(of: operation.id) <= path?.nanoseconds ?? 0)
    }
  }
}
