import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Milestones, what became of an operation, and what it already was when it was first seen.
@Suite struct OutcomeTests {
  let script = TraceScript()

  @Test func milestonesAreFirstOccurrences() throws {
    let queue = script.queue("q")
    let operation = script.operation("a")
    for offset in [0.0, 100.0] {
      script.at(ms: offset + 1).record(.enqueued, operation: operation, queue: queue)
      script.at(ms: offset + 3).start(operation)
      script.at(ms: offset + 4).cancel(operation)
      script.at(ms: offset + 5).returnFromStart(operation)
      script.at(ms: offset + 6).finish(operation)
      script.at(ms: offset + 7).beginCompletion(operation)
      script.at(ms: offset + 8).endCompletion(operation)
      script.at(ms: offset + 9).deallocate(operation)
    }
    let milestones = try #require(script.trace()[operation]).milestones
    let instants = [
      milestones.seen, milestones.enqueued, milestones.started,
      milestones.cancelled, milestones.startReturned, milestones.finished,
      milestones.completionBegan, milestones.completionEnded, milestones.deallocated,
    ]
    #expect(instants.map { ($0?.nanoseconds ?? 0) / 1_000_000 } == [1, 1, 3, 4, 5, 6, 7, 8, 9])
    #expect(milestones.ready?.nanoseconds == 1_000_000)
  }

  @Test func anOperationThatFinishedSucceeded() {
    let queue = script.queue()
    let done = script.operation()
    let open = script.operation()
    script.run(done, on: queue, enqueued: 0, started: 1, finished: 2)
    script.run(open, on: queue, enqueued: 0, started: 1)
    let trace = script.trace()
    #expect(trace[done]?.outcome == .succeeded)
    #expect(trace[done]?.isExecuting == false)
    #expect(trace[open]?.outcome == .unfinished)
    #expect(trace[open]?.isExecuting == true)
  }

  @Test func cancelledBeforeItsStart() {
    let operation = script.operation()
    script.at(ms: 1).cancel(operation)
    script.at(ms: 1).start(operation).finish(operation)
    #expect(script.trace()[operation]?.outcome == .cancelledBeforeStart)
  }

  @Test(arguments: [TraceEvent.Flags.overridesStart, .overridesCancel])
  func cancelledBeforeItsStartAndRanAllTheSame(overrides: TraceEvent.Flags) {
    let (long, short) = (
      script.operation(class: "Index", overrides: overrides), script.operation(class: "Index")
    )
    script.at(ms: 1).cancel(long).cancel(short)
    script.run(long, started: 2, finished: 100)
    script.run(short, started: 2, finished: 12)
    #expect(script.trace()[long]?.outcome == .cancelledWhileExecuting)
    #expect(script.trace()[short]?.outcome == .cancelledBeforeStart)
  }

  @Test func cancelledBeforeItsStartInAClassOfFoundations() {
    let operation = script.operation()
    script.at(ms: 1).cancel(operation)
    script.run(operation, started: 2, finished: 100)
    #expect(script.trace()[operation]?.outcome == .cancelledBeforeStart)
  }

  @Test func cancelledBeforeItsStartAndNeverFinished() {
    let operation = script.operation()
    script.at(ms: 1).enqueue(operation, on: script.queue()).cancel(operation)
    script.at(ms: 2).start(operation).returnFromStart(operation)
    #expect(script.trace()[operation]?.outcome == .unfinished)
  }

  @Test func cancelledWhileExecutingByAnother() {
    let operation = script.operation()
    let other = script.operation()
    script.at(ms: 1).start(operation).start(other)
    script.at(ms: 1).by(other).cancel(operation)
    script.at(ms: 2).finish(operation)
    let trace = script.trace()
    #expect(trace[operation]?.outcome == .cancelledWhileExecuting)
    #expect(trace[operation]?.canceller == other)
  }

  @Test func finishedByItself() {
    let operation = script.operation()
    script.run(operation, started: 1, finished: 2)
    let trace = script.trace()
    #expect(trace[operation]?.finisher == nil)
    #expect(trace.edges == [])
  }

  @Test func finishedWithinTheExecutionOfAnother() {
    let (group, part) = (script.operation(), script.operation())
    script.at(ms: 1).start(group).returnFromStart(group)
    script.at(ms: 2).start(part)
    script.at(ms: 3).by(part).finish(group)
    script.at(ms: 4).finish(part)
    let trace = script.trace()
    #expect(trace[group]?.finisher == part)
    #expect(trace[part]?.finisher == nil)
    #expect(trace.edges == [TraceEdge(from: part, to: group, .finished)])
  }

  @Test func finishedWithinTheCompletionBlockOfAnother() {
    let (group, part, other) = (script.operation(), script.operation(), script.operation())
    let thread = script.thread(number: 77)
    script.at(ms: 1).start(group).returnFromStart(group).start(other).returnFromStart(other)
    script.run(part, started: 2, finished: 3)
    script.at(ms: 4).on(thread).beginCompletion(part)
    script.at(ms: 5).on(thread).finish(group)
    script.at(ms: 6).on(thread).endCompletion(part)
    // What comes later on that thread has nothing to do with it.
    script.at(ms: 7).on(thread).finish(other)
    let trace = script.trace()
    #expect(trace[group]?.finisher == part)
    #expect(trace[other]?.finisher == nil)
    #expect(trace.edges == [TraceEdge(from: part, to: group, .finished)])
  }

  @Test func cancelledAfterItsFinishIsNotCancelled() {
    let operation = script.operation()
    script.run(operation, started: 1, finished: 2)
    script.at(ms: 3).cancel(operation)
    let trace = script.trace()
    #expect(trace[operation]?.outcome == .succeeded)
    #expect(trace[operation]?.milestones.cancelled?.nanoseconds == 3_000_000)
  }

  @Test func failedAsTheProgramReports() {
    let operation = script.operation()
    script.at(ms: 1).start(operation)
    script.at(ms: 2).fail(operation, "404")
    script.at(ms: 3).fail(operation, "and again")
    script.at(ms: 4).finish(operation)
    let trace = script.trace()
    #expect(trace[operation]?.outcome == .failed)
    #expect(trace[operation]?.failure == "404")
  }

  @Test func failedAndNeverFinishedIsUnfinished() {
    let operation = script.operation()
    script.at(ms: 1).start(operation)
    script.at(ms: 2).fail(operation, "404")
    let trace = script.trace()
    #expect(trace[operation]?.outcome == .unfinished)
    #expect(trace[operation]?.failure == "404")
  }

  @Test func whatCameFirstCountsOfFailureAndCancel() {
    let failedFirst = script.operation()
    let cancelledFirst = script.operation()
    script.at(ms: 1).start(failedFirst).start(cancelledFirst)
    script.at(ms: 2).fail(failedFirst, "404").cancel(cancelledFirst)
    script.at(ms: 3).cancel(failedFirst).fail(cancelledFirst, "cancelled")
    script.at(ms: 4).finish(failedFirst).finish(cancelledFirst)
    let trace = script.trace()
    #expect(trace[failedFirst]?.outcome == .failed)
    #expect(trace[cancelledFirst]?.outcome == .cancelledWhileExecuting)
    #expect(trace[cancelledFirst]?.failure == "cancelled")
  }

  @Test func whatItAlreadyWasCountsFromFirstSight() {
    let queue = script.queue()
    let executing = script.operation(already: .executing)
    let cancelled = script.operation(already: [.executing, .cancelled])
    let finished = script.operation(already: .finished)
    script.at(ms: 1).enqueue(executing, on: queue, adopted: true)
    script.at(ms: 1).enqueue(cancelled, on: queue, adopted: true)
    script.at(ms: 2).depend(executing, on: finished, seenLate: true)
    script.at(ms: 3).finish(executing).finish(cancelled)
    let trace = script.trace()
    #expect(trace.spans(of: executing) == [Span(.executing, 1, 3)])
    #expect(trace[executing]?.startThread == nil)
    #expect(trace[cancelled]?.outcome == .cancelledWhileExecuting)
    #expect(trace[cancelled]?.canceller == nil)
    #expect(trace[finished]?.outcome == .succeeded)
    #expect(trace[finished]?.intervals.isEmpty == true)
    #expect(trace[queue]?.peakConcurrency == 2)
  }

  @Test func theWatchdogsFindIsKept() {
    let operation = script.operation()
    script.at(ms: 1).start(operation).returnFromStart(operation)
    script.at(ms: 9).findUnnotified(operation)
    let trace = script.trace()
    #expect(trace[operation]?.finishedUnnotified == true)
    #expect(trace[operation]?.outcome == .unfinished)
  }

  @Test func priorityAndQualityAreThoseOfTheEnqueue() {
    let operation = script.operation()
    script.at(ms: 1).enqueue(operation, on: script.queue(), priority: -8, qualityOfService: 33)
    let detail = script.trace()[operation]?.enqueueDetail
    #expect(detail == EnqueueDetail(priority: -8, qualityOfService: 33))
  }

  @Test func anEnqueueTellsTheClassAndWhetherItWasCancelled() {
    let queue = script.queue()
    let known = script.operation(class: "Script.Known")
    script.at(ms: 1).start(known)
    let unseen = OperationID(rawValue: 99)
    script.at(ms: 2).record(
      .enqueued,
      operation: unseen,
      queue: queue,
      argument: 1,
      flags: .cancelled
    )
    script.at(ms: 3).start(unseen).finish(unseen)
    let trace = script.trace()
    #expect(trace[unseen]?.className == "Known")
    #expect(trace[unseen]?.milestones.cancelled?.nanoseconds == 2_000_000)
    #expect(trace[unseen]?.outcome == .cancelledBeforeStart)
  }

  @Test func foundationsOwnStartReturnsWithTheFinish() {
    let own = script.operation()
    let overriding = script.operation(class: "Asynchronous", overrides: .overridesStart)
    let finishedFirst = script.operation()
    for operation in [own, overriding] {
      script.at(ms: 1).start(operation)
      script.at(ms: 2).finish(operation, returnsFromStart: false)
    }
    script.at(ms: 3).finish(finishedFirst)
    script.at(ms: 4).start(finishedFirst)
    let trace = script.trace()
    #expect(trace[own]?.milestones.startReturned?.nanoseconds == 2_000_000)
    #expect(trace[overriding]?.milestones.startReturned == nil)
    #expect(trace[finishedFirst]?.milestones.startReturned == nil)
  }
}
