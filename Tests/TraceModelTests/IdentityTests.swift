import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Who is who: names, classes, threads, and what has no name.
@Suite struct IdentityTests {
  @Test func namesClassesAndTraits() throws {
    let script = TraceScript()
    let named = script.operation("load", class: "Photos.Load", overrides: [.overridesIsReady])
    let unnamed = script.operation()
    let empty = script.operation("")
    let barrier = script.barrier()
    let trace = script.trace()

    #expect(trace[named]?.displayName == "load")
    #expect(trace[named]?.className == "Load")
    #expect(trace[named]?.classTraits == .overridesIsReady)
    #expect(trace[unnamed]?.displayName == "BlockOperation 2")
    #expect(trace[empty]?.displayName == "BlockOperation 3")
    #expect(trace[barrier]?.displayName == "barrier 4")
    #expect(trace[barrier]?.isBarrier == true)
  }

  @Test(arguments: [
    ("Photos.Load", "Load"),
    ("Photos.Import.Load", "Import.Load"),
    ("Photos.Load<Swift.Int>", "Load<Swift.Int>"),
    ("Photos.(Load in _8F2A)", "Load"),
    ("Photos.(unknown context at $7f00).Load", "Load"),
    ("Photos.(unknown context at $7f00).(Load #1)", "Load"),
    ("Load", "Load"),
    ("", "Operation"),
    ("Photos.", "Operation"),
    (".", "Operation"),
    ("Photos.(", "("),
    ("a)b.c", "a)b.c"),
  ])
  func classNamesLoseTheirModule(fullName: String, name: String) {
    let log = EventLog(
      events: [
        TraceEvent(.classSeen, at: .zero, thread: ThreadID(rawValue: 1), argument: 1 << 32),
        TraceEvent(
          .operationSeen,
          at: .zero,
          thread: ThreadID(rawValue: 1),
          operation: OperationID(rawValue: 1),
          argument: 1
        ),
      ],
      strings: [fullName]
    )
    #expect(Trace(log).operations.map(\.className) == [name])
  }

  @Test func theLastNameHolds() {
    let script = TraceScript()
    let operation = script.operation("first")
    let queue = script.queue("one")
    script.at(ms: 1).enqueue(operation, on: queue)
    script.at(ms: 2).record(.operationNamed, operation: operation, argument: script.text("second"))
    script.at(ms: 2).record(.queueNamed, queue: queue, argument: script.text("two"))
    let trace = script.trace()
    #expect(trace[operation]?.name == "second")
    #expect(trace[queue]?.displayName == "two")
  }

  @Test func queuesWithoutANameAreToldByNumber() {
    let script = TraceScript()
    let main = script.queue(isMain: true)
    let other = script.queue()
    let trace = script.trace()
    #expect(trace[main]?.displayName == "main queue")
    #expect(trace[other]?.displayName == "queue 2")
  }

  @Test func theMainQueueHasFoundationsNameOnlyUntilItGetsAnother() {
    let script = TraceScript()
    let main = script.queue("NSOperationQueue Main Queue", isMain: true)
    let other = script.queue("NSOperationQueue Main Queue")
    #expect(script.trace()[main]?.displayName == "main queue")
    #expect(script.trace()[other]?.displayName == "NSOperationQueue Main Queue")
    script.at(ms: 1).record(.queueNamed, queue: main, argument: script.text("screen"))
    #expect(script.trace()[main]?.displayName == "screen")
  }

  @Test func whatNobodyIntroducedIsMadeAtItsFirstMention() throws {
    let thread = ThreadID(rawValue: 9)
    let operation = OperationID(rawValue: 4_000_000_000)
    let creator = OperationID(rawValue: 77)
    let dependency = OperationID(rawValue: .max)
    let queue = QueueID(rawValue: 3_000_000_000)
    let trace = Trace(
      EventLog(events: [
        TraceEvent(
          .enqueued,
          at: TraceInstant(nanoseconds: 5),
          thread: thread,
          actor: creator,
          operation: operation,
          queue: queue
        ),
        TraceEvent(
          .dependencyAdded,
          at: TraceInstant(nanoseconds: 6),
          thread: thread,
          operation: operation,
          argument: UInt64(dependency.rawValue)
        ),
      ])
    )
    #expect(trace.operations.map(\.id) == [operation, creator, dependency])
    #expect(trace[operation]?.milestones.seen.nanoseconds == 5)
    #expect(trace[operation]?.displayName == "Operation 4000000000")
    #expect(trace[queue]?.operations == [operation])
    #expect(trace[queue]?.limits.map(\.limit) == [-1])
    #expect(trace.threads.map(\.id) == [thread])
    #expect(
      trace.edges == [
        TraceEdge(from: creator, to: operation, .createdBy),
        TraceEdge(from: dependency, to: operation, .dependency),
      ]
    )
    #expect(trace[OperationID(rawValue: 1)] == nil)
    #expect(trace[QueueID(rawValue: 1)] == nil)
  }

  @Test func zeroNamesNobody() {
    let nobody = OperationID(rawValue: 0)
    let thread = ThreadID(rawValue: 1)
    let trace = Trace(
      EventLog(events: [
        TraceEvent(.started, at: .zero, thread: thread, operation: nobody),
        TraceEvent(.waitBegan, at: .zero, thread: thread, actor: nobody, operation: nobody),
        TraceEvent(.queueSuspended, at: .zero, thread: thread, queue: QueueID(rawValue: 0)),
      ])
    )
    #expect(trace.operations.isEmpty && trace.queues.isEmpty && trace.waits.isEmpty)
  }

  @Test func threadsHaveNamesAndOneIsMain() {
    let script = TraceScript()
    let worker = script.thread("worker", number: 7)
    let operation = script.operation()
    script.at(ms: 1).on(worker).start(operation)
    script.at(ms: 2).cancel(operation)
    let trace = script.trace()
    #expect(
      trace.threads == [
        TracedThread(id: worker, name: "worker", isMain: false),
        TracedThread(id: script.mainThread, name: "main", isMain: true),
      ]
    )
    #expect(trace[operation]?.startThread == worker)
  }

  @Test func notesGoToTheirOperationOrToTheTrace() {
    let script = TraceScript()
    let operation = script.operation()
    script.at(ms: 1).note("cache miss", on: operation)
    script.at(ms: 2).note("low memory")
    let trace = script.trace()
    #expect(trace[operation]?.notes.map(\.text) == ["cache miss"])
    #expect(trace.notes.map(\.text) == ["low memory"])
    #expect(trace.notes.map(\.instant.nanoseconds) == [2_000_000])
  }

  @Test func lossesAreProblemsInWords() {
    let script = TraceScript()
    script.at(ms: 1).record(.lost, argument: 12, detail: TraceEvent.LossReason.noSpace.rawValue)
    script.at(ms: 2).record(.lost, argument: 1, detail: 99)
    let damaged = TraceEvent.LossReason.damaged.rawValue
    script.at(ms: 2).record(.lost, argument: 342_536, detail: damaged)
    script.at(ms: 3).stop()
    var log = script.log()
    log.problems = [TraceProblem(offset: 64, message: "a chunk is damaged")]
    let trace = Trace(log)
    #expect(
      trace.problems.map(\.message) == [
        "a chunk is damaged",
        "12 events were lost on thread 42: the disk was full or the file could not grow",
        "1 event was lost on thread 42: the recorder gave no reason that this version knows",
        "up to 342,536 events were lost on thread 42: a part of the file could not be read",
      ]
    )
    #expect(trace.wasStopped)
  }
}
