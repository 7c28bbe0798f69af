import Testing
import TraceEvents
import TraceTestSupport

@testable import TraceRecording

/// What is kept of records that are dropped: all of operations that are not over, and what says who is who.
struct CarriedRecordsTests {
  /// Chunks of one generation, or of what was carried, in memory that lasts as long as this does.
  private final class Chunks {
    let heads: [BlockHead]
    private let memories: [UnsafeMutableRawBufferPointer]

    /// A chunk for each stretch of events of one thread.
    init(_ events: [TraceEvent], strings: [String] = []) {
      let bytes = EventLog(events: events, strings: strings).fileBytes()
      var memories: [UnsafeMutableRawBufferPointer] = []
      var start = TraceFileFormat.headerSize
      while start < bytes.count {
        let field = start + TraceFileFormat.ChunkOffset.size
        let size = bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: field, as: UInt32.self)
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 64)
        memory.copyBytes(from: bytes[start..<start + Int(size)])
        memories.append(memory)
        start += Int(size)
      }
      self.memories = memories
      heads = memories.map { BlockHead($0) }
    }

    deinit { for memory in memories { memory.deallocate() } }
  }

  private func event(
    _ kind: TraceEvent.Kind,
    _ time: UInt64,
    _ operation: UInt32 = 0,
    queue: UInt32 = 0,
    argument: UInt64 = 0,
    thread: UInt32 = 1
  ) -> TraceEvent {
    TraceEvent(
      kind,
      at: TraceInstant(nanoseconds: time),
      thread: ThreadID(rawValue: thread),
      operation: operation == 0 ? nil : OperationID(rawValue: operation),
      queue: queue == 0 ? nil : QueueID(rawValue: queue),
      argument: argument
    )
  }

  /// An operation from its enqueue to its deallocation.
  private func life(_ operation: UInt32, from time: UInt64) -> [TraceEvent] {
    [.enqueued, .started, .finished, .deallocated].enumerated().map { place, kind in
      event(kind, time + UInt64(place), operation)
    }
  }

  private func carried(
    _ chunks: Chunks,
    and before: Chunks? = nil,
    pending: [UInt32: UInt64] = [:],
    endingAt end: UInt64 = 1_000_001_000
  ) throws -> CarriedRecords {
    let records = CarriedRecords(
      of: chunks.heads,
      and: before?.heads ?? [],
      generation: 5,
      // Later than what stands in here, which begins at a second, by less than a thread may take.
      end: BlockTable.End(instant: end, current: 7),
      pending: pending,
      dropped: BoundedStore.Dropped()
    )
    return try withExtendedLifetime((chunks, before)) { try #require(records) }
  }

  private func kinds(_ records: [CarriedRecord], of operation: UInt32) -> [TraceEvent.Kind] {
    let own = records.filter { $0.event.operation?.rawValue == operation }
    return own.sorted { $0.event.instant < $1.event.instant }.map(\.event.kind)
  }

  // MARK: What is kept

  @Test func anOperationThatIsOverIsDropped() throws {
    var records = try carried(Chunks(life(1, from: 10) + [event(.enqueued, 20, 2)]))
    let kept = records.reduced(to: 10_000)
    #expect(kinds(kept, of: 1) == [])
    #expect(kinds(kept, of: 2) == [.enqueued])
    #expect(records.dropped.events == 4)
    #expect(records.dropped.operations == 1)
    #expect(records.dropped.lastOperation == 2)
    #expect(records.dropped.shortened == 0)
  }

  @Test func whatWasCarriedEndsWithItsOperation() throws {
    let before = Chunks([event(.enqueued, 1, 1), event(.started, 2, 1), event(.enqueued, 3, 2)])
    let now = Chunks([event(.finished, 10, 1), event(.deallocated, 11, 1)])
    var records = try carried(now, and: before)
    let kept = records.reduced(to: 10_000)
    #expect(kept.map(\.event.operation?.rawValue) == [2])
    #expect(records.dropped.events == 4)
  }

  /// Of what is said again and again the last; of dependencies those that still hold.
  @Test func whatHoldsIsKept() throws {
    let events = [
      event(.enqueued, 1, 2), event(.operationNamed, 2, 2, argument: 0),
      event(.dependencyAdded, 3, 2, argument: 1), event(.dependencyAdded, 4, 2, argument: 3),
      event(.operationNamed, 5, 2, argument: 1), event(.dependencyRemoved, 6, 2, argument: 3),
      event(.enqueued, 7, 1), event(.enqueued, 8, 3), event(.priorityChanged, 9, 2),
    ]
    var records = try carried(Chunks(events, strings: ["first", "second"]))
    let kept = records.reduced(to: 10_000)
    #expect(kinds(kept, of: 2) == [.enqueued, .dependencyAdded, .operationNamed, .priorityChanged])
    let name = try #require(kept.first { $0.event.kind == .operationNamed })
    let text = records.bytes[name.bytes].dropFirst(TraceFileFormat.recordSize).prefix(6)
    #expect(String(decoding: text, as: UTF8.self) == "second")
    #expect(kept.first { $0.event.kind == .dependencyAdded }?.event.argument == 1)
  }

  /// Nobody looks for an operation of which nothing is there any more.
  @Test func aDependencyOnWhatIsLeftOutGoesToo() throws {
    let events =
      [event(.enqueued, 1, 2), event(.dependencyAdded, 2, 2, argument: 1)]
      + [event(.enqueued, 3, 1), event(.started, 4, 1), event(.finished, 5, 1)]
    var roomy = try carried(Chunks(events))
    #expect(kinds(roomy.reduced(to: 10_000), of: 2) == [.enqueued, .dependencyAdded])
    // What has finished gets a quarter of the room: too little for three records.
    var narrow = try carried(Chunks(events))
    let kept = narrow.reduced(to: 200)
    #expect(kinds(kept, of: 1) == [])
    #expect(kinds(kept, of: 2) == [.enqueued])
    #expect(narrow.dropped.operations == 1)
  }

  @Test func whatExecutesComesBeforeWhatWaits() throws {
    let events = (1...10).map { event(.enqueued, UInt64($0), $0) } + [event(.started, 20, 9)]
    var records = try carried(Chunks(events))
    let kept = records.reduced(to: 5 * TraceFileFormat.recordSize)
    #expect(kinds(kept, of: 9) == [.enqueued, .started])
    #expect((1...3).allSatisfy { kinds(kept, of: $0) == [.enqueued] })
    #expect(kinds(kept, of: 4) == [])
    #expect(records.dropped.shortened == 6)
    #expect(records.dropped.operations == 6)
  }

  /// Of what has finished and is still there, the last ones.
  @Test func theLastFinishedAreKept() throws {
    let events = (1...8).flatMap { number in
      [event(.enqueued, UInt64(number), number), event(.finished, UInt64(100 - number), number)]
    }
    var records = try carried(Chunks(events))
    let kept = records.reduced(to: 4 * 4 * TraceFileFormat.recordSize)
    #expect(Set(kept.compactMap(\.event.operation?.rawValue)) == [1, 2])
  }

  @Test func anEndWhoseBeginningIsStillToComeWaitsForIt() throws {
    let late = [event(.finished, 1_000_000_000, 3), event(.deallocated, 1_000_000_001, 3)]
    var records = try carried(Chunks(late))
    #expect(kinds(records.reduced(to: 10_000), of: 3) == [.finished, .deallocated])
    #expect(records.pending == [3: 7])
    // It did not come.
    let before = Chunks([event(.finished, 1, 3)])
    var over = try carried(Chunks([]), and: before, pending: [3: 5], endingAt: 2_500_000_000)
    #expect(over.reduced(to: 10_000).isEmpty)
    #expect(over.pending == [:])
  }

  @Test func whoseEndWasLostIsForgotten() throws {
    let events = [event(.enqueued, 1, 1), event(.enqueued, 2, 2), event(.started, 3, 1)]
    var whole = try carried(Chunks(events))
    #expect(!whole.hasLosses)
    #expect(whole.reduced(to: 10_000).count == 3)
    var records = try carried(Chunks(events + [event(.lost, 4, argument: 7)]))
    #expect(records.hasLosses)
    records.forgetGone([2])
    let kept = records.reduced(to: 10_000)
    #expect(kept.map(\.event.operation?.rawValue) == [2])
    #expect(records.dropped.operations == 1)
  }

  @Test func queuesClassesAndWaitsStay() throws {
    let events = [
      event(.classSeen, 1, argument: 4 << 32), event(.queueSeen, 2, queue: 1),
      event(.queueSuspended, 3, queue: 1), event(.queueLimitChanged, 4, queue: 1, argument: 2),
      event(.queueLimitChanged, 5, queue: 1, argument: 3), event(.queueSeen, 6, queue: 2),
      event(.queueDeallocated, 7, queue: 2), event(.waitAllBegan, 8, queue: 1),
      event(.waitAllBegan, 9, queue: 1, thread: 2), event(.waitAllEnded, 10, queue: 1, thread: 2),
    ]
    var records = try carried(Chunks(events, strings: ["Class"]))
    let kept = records.reduced(to: 10_000).map(\.event)
    let kinds: [TraceEvent.Kind] = [
      .classSeen, .queueSeen, .queueSuspended, .queueLimitChanged, .waitAllBegan,
    ]
    #expect(kept.map(\.kind) == kinds)
    #expect(kept.first { $0.kind == .queueLimitChanged }?.argument == 3)
    #expect(kept.last?.thread.rawValue == 1)
  }

  // MARK: How it is written

  @Test func theRecordsOfEachThreadComeBackAsTheyWere() throws {
    let events = (1...300).map { number in
      event(.enqueued, UInt64(number), number, thread: 1 + number % 3)
    }
    var records = try carried(Chunks(events))
    let kept = records.reduced(to: 1 << 20)
    let pieces = CarriedWriter(blockSize: 4_096).pieces(of: kept, in: records.bytes)
    #expect(pieces.count > 2)
    #expect(pieces.allSatisfy { $0.bytes.count <= 4_096 - TraceFileFormat.chunkHeadSize })
    let found = pieces.flatMap { piece in
      piece.bytes.withUnsafeBytes { bytes in
        Array(ChunkRecords(bytes, in: 0..<bytes.count, of: piece.thread).map(\.event))
      }
    }
    let told = found.sorted { $0.instant < $1.instant }
    #expect(told.map(\.thread) == events.map(\.thread))
    #expect(told.map(\.operation) == events.map(\.operation))
  }
}
