import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

/// Long recordings of which only what matters for their end is read.
struct ExcerptTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("run.optrace")
  }

  private func excerpt(_ log: EventLog, recent: Int) throws -> EventLog {
    let path = try folder.write(log.fileBytes(), to: "run.optrace")
    let image = try #require(try TraceFileImage.read(path: path))
    return try EventLog(excerptOf: image, recent: recent, isGrowing: true)
  }

  @Test
  func whatHadNotFinishedIsThereWithAllThatBelongsToIt() throws {
    let log = TraceScript.longRun(operations: 2_000).log(endMs: 3_000)
    let (whole, part) = (Trace(log), Trace(try excerpt(log, recent: 1_000)))
    #expect(part.operations.count < 500)
    #expect(part.problems.isEmpty)
    #expect(part.end == whole.end)
    let (before, after) = (whole.state(at: whole.end), part.state(at: part.end))
    #expect(after.operations == before.operations)
    #expect(after.operations.count == 3)
    #expect(after.lastFinished == before.lastFinished)
    for operation in after.operations {
      #expect(after.cause(of: operation.id) == before.cause(of: operation.id))
      #expect(part[operation.id] == whole[operation.id])
    }
    let horizon = try #require(part.horizon)
    #expect(Int(horizon.droppedOperations) + part.operations.count == whole.operations.count)
    #expect(Int(horizon.droppedEvents) + part.log.events.count <= whole.log.events.count)
    // What is left waits for nothing that was left out.
    #expect(part.edges.allSatisfy { part[$0.source] != nil && part[$0.target] != nil })
  }

  @Test
  func aShortOneIsReadWhole() throws {
    let log = TraceScript.longRun(operations: 50).log(endMs: 100)
    let part = try excerpt(log, recent: 1_000)
    #expect(part == (try EventLog(bytes: log.fileBytes())))
    #expect(part.horizon == nil)
  }

  /// A completion block that does not end keeps its thread, although its operation has finished.
  @Test
  func whatIsBusyAfterItsFinishStays() throws {
    let script = TraceScript.longRun(operations: 2_000)
    let queue = script.queue("early")
    let early = script.operation("early")
    script.run(early, on: queue, enqueued: 0, started: 0.1, finished: 0.2)
    script.at(ms: 0.3).beginCompletion(early)
    let part = Trace(try excerpt(script.log(endMs: 3_000), recent: 1_000))
    #expect(part[early]?.milestones.completionBegan != nil)
  }

  /// What the file itself has dropped is still said, what a reader has left out is not.
  @Test
  func theFilesOwnHorizonIsStillTold() throws {
    var log = TraceScript.longRun(operations: 2_000).log(endMs: 3_000)
    log.horizon = TraceHorizon(
      instant: TraceInstant(nanoseconds: 1_000),
      lastOperation: OperationID(rawValue: 0),
      droppedEvents: 1,
      bound: TraceBound(bytes: 1 << 20)
    )
    let part = Trace(try excerpt(log, recent: 1_000))
    #expect(
      part.problems.map(\.message) == [
        "it keeps the most recent 1 MiB: 1 event of 0 operations before 0 ms was dropped"
      ]
    )
    #expect(part.horizon?.droppedOperations ?? 0 > 1_000)
  }
}
