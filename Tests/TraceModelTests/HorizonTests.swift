import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Recordings that keep their most recent part: what was over before is known to be over.
struct HorizonTests {
  private let thread = ThreadID(rawValue: 1)
  private let queue = QueueID(rawValue: 1)

  private func event(
    _ kind: TraceEvent.Kind,
    ms: UInt64,
    _ operation: UInt32? = nil,
    actor: UInt32? = nil,
    argument: UInt64 = 0
  ) -> TraceEvent {
    TraceEvent(
      kind,
      at: TraceInstant(nanoseconds: ms * 1_000_000),
      thread: thread,
      actor: actor.map { OperationID(rawValue: $0) },
      operation: operation.map { OperationID(rawValue: $0) },
      queue: queue,
      argument: argument
    )
  }

  /// Operation 7 waits for 3 and 5, of which nothing is known, and for 9, which came later.
  private var log: EventLog {
    var log = EventLog(
      events: [
        event(.queueSeen, ms: 1, argument: 1),
        event(.dependencyAdded, ms: 5, 7, argument: 3),
        event(.dependencyAdded, ms: 6, 7, argument: 9),
        event(.enqueued, ms: 10, 7, actor: 3),
        event(.completionBegan, ms: 120, 5),
        event(.operationSeen, ms: 130, 9),
        event(.enqueued, ms: 140, 9),
        event(.started, ms: 150, 9),
        event(.finished, ms: 160, 9),
        event(.started, ms: 170, 7),
        event(.finished, ms: 180, 7),
      ]
    )
    log.horizon = TraceHorizon(
      instant: TraceInstant(nanoseconds: 100_000_000),
      lastOperation: OperationID(rawValue: 8),
      droppedEvents: 40,
      droppedOperations: 6,
      bound: TraceBound(bytes: 1 << 20)
    )
    return log
  }

  @Test
  func whatWasOverIsNotThere() {
    let trace = Trace(log)
    #expect(trace.operations.map(\.id.rawValue) == [7, 9])
    #expect(trace.edges.filter { $0.kind == .dependency }.map(\.source.rawValue) == [9])
    #expect(trace[OperationID(rawValue: 7)]?.creator == nil)
  }

  @Test
  func withoutAHorizonItIs() {
    var log = log
    log.horizon = nil
    let trace = Trace(log)
    #expect(Set(trace.operations.map(\.id.rawValue)) == [3, 5, 7, 9])
    #expect(trace.problems.isEmpty)
  }

  @Test
  func whatIsMissingIsSaid() {
    let trace = Trace(log)
    #expect(trace.horizon == log.horizon)
    #expect(
      trace.problems.map(\.message) == [
        "it keeps the most recent 1 MiB: 40 events of 6 operations before 100 ms were dropped"
      ]
    )
  }

  @Test
  func oneIsNotMany() {
    var log = log
    log.horizon?.droppedEvents = 1
    log.horizon?.droppedOperations = 1
    #expect(
      Trace(log).problems.map(\.message) == [
        "it keeps the most recent 1 MiB: 1 event of 1 operation before 100 ms was dropped"
      ]
    )
  }

  /// There is nothing else before it.
  @Test
  func whatIsCutEndsAtTheHorizonAtTheEarliest() {
    var log = log
    log.cut(after: TraceInstant(nanoseconds: 50_000_000))
    #expect(log.end == log.horizon?.instant)
    #expect(log.events.count == 4)
  }

  @Test
  func aFileKeepsTheHorizon() throws {
    let copy = try EventLog(bytes: TraceFileWriter.bytes(of: log))
    #expect(copy.horizon == log.horizon)
    #expect(copy.events == log.events)
    let repair = try TraceRepair(of: TraceFileWriter.bytes(of: log))
    #expect(repair.isSound)
    #expect(try EventLog(bytes: repair.bytes).horizon == log.horizon)
  }
}
