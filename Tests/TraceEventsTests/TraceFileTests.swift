import Testing
import TraceEvents
import TraceTestSupport

/// Reading what was written, and what was cut off, overwritten or never a trace.
struct TraceFileTests {
  /// A log with events of two threads, texts, and everything in its fields.
  private static let log: EventLog = {
    let first = ThreadID(rawValue: 11)
    let second = ThreadID(rawValue: 12)
    let operation = OperationID(rawValue: 1)
    let queue = QueueID(rawValue: 1)
    func at(_ nanoseconds: UInt64) -> TraceInstant { TraceInstant(nanoseconds: nanoseconds) }
    return EventLog(
      header: TraceHeader(
        program: "program",
        processID: 77,
        startedAtUnixNanoseconds: 1_700_000_000_000_000_000,
        omitsNames: true,
        stallAfterNanoseconds: 3_000_000_000
      ),
      events: [
        TraceEvent(.threadSeen, at: at(0), thread: first, argument: 0, flags: .mainThread),
        TraceEvent(.queueSeen, at: at(1), thread: first, queue: queue, argument: .max),
        TraceEvent(.classSeen, at: at(2), thread: first, argument: 3 << 32 | 1),
        TraceEvent(.operationSeen, at: at(2), thread: first, operation: operation, argument: 3),
        TraceEvent(.operationNamed, at: at(2), thread: first, operation: operation, argument: 2),
        TraceEvent(
          .enqueued,
          at: at(3),
          thread: first,
          actor: operation,
          operation: operation,
          queue: queue,
          flags: .adopted,
          detail: EnqueueDetail(priority: -8, qualityOfService: 25).packed
        ),
        TraceEvent(.started, at: at(9), thread: second, operation: operation, queue: queue),
        TraceEvent(.finished, at: at(10), thread: second, operation: operation, queue: queue),
        TraceEvent(.stopped, at: at(20), thread: first),
      ],
      strings: [
        "main", "Module.Class", String(repeating: "names of 32 bytes or more; ", count: 40),
      ],
      end: at(25)
    )
  }()

  private static let bytes = TraceFileWriter.bytes(of: log)

  /// Threads that take turns at each event would need a chunk, and so a page, for each.
  @Test
  func threadsThatTakeTurnsShareChunks() throws {
    let events = (0..<5_000).map { number in
      TraceEvent(
        .noted,
        at: TraceInstant(nanoseconds: UInt64(number)),
        thread: ThreadID(rawValue: UInt32(7 + number % 2)),
        argument: 0
      )
    }
    let log = EventLog(events: events, strings: ["note"])
    let bytes = TraceFileWriter.bytes(of: log)
    #expect(bytes.count < 1_000_000)
    let read = try EventLog(bytes: bytes)
    #expect(read.problems.isEmpty)
    #expect(read.events.map(\.instant) == events.map(\.instant))
    #expect(read.events.map(\.thread) == events.map(\.thread))
  }

  @Test
  func whatWasWrittenIsRead() throws {
    #expect(try EventLog(bytes: Self.bytes) == Self.log)
  }

  @Test
  func priorityAndQualityAreUnpacked() throws {
    let event = try #require(Self.log.events.first { $0.kind == .enqueued })
    #expect(
      EnqueueDetail(packed: event.detail) == EnqueueDetail(priority: -8, qualityOfService: 25)
    )
  }

  @Test
  func aFileCutAnywhereGivesWhatIsBeforeTheCut() throws {
    for length in stride(from: TraceFileFormat.headerSize, to: Self.bytes.count, by: 7) {
      let log = try EventLog(bytes: Array(Self.bytes.prefix(length)))
      #expect(log.events.count <= Self.log.events.count)
      for event in log.events { #expect(Self.log.events.contains { $0.instant == event.instant }) }
    }
  }

  @Test
  func aCutWithinAChunkIsReported() throws {
    let log = try EventLog(
      bytes: Array(Self.bytes.prefix(TraceFileFormat.headerSize + 64 + 32 * 3))
    )
    // One whole record, and the text that follows it; the next text is cut off.
    #expect(log.events.map(\.kind) == [.threadSeen, .queueSeen])
    #expect(log.problems.contains { $0.message.contains("cut off") })
  }

  @Test(arguments: [[], Array("no trace at all, but long enough".utf8), Array("OPTRACE".utf8)])
  func whatIsNoTraceIsRefused(bytes: [UInt8]) {
    #expect(throws: TraceFileError.notATrace) { try EventLog(bytes: bytes) }
  }

  @Test
  func aHeaderThatIsCutOffIsRefused() {
    #expect(throws: TraceFileError.damagedHeader("it is cut off after 1,100 bytes")) {
      try EventLog(bytes: Array(Self.bytes.prefix(1_100)))
    }
  }

  @Test
  func anotherMajorVersionIsRefused() {
    var bytes = Self.bytes
    bytes[TraceFileFormat.HeaderOffset.majorVersion] = 9
    #expect(throws: TraceFileError.unsupportedVersion(major: 9, minor: 2)) {
      try EventLog(bytes: bytes)
    }
  }

  @Test
  func anUnknownKindIsPassedOver() throws {
    var bytes = Self.bytes
    let first = TraceFileFormat.headerSize + TraceFileFormat.chunkHeadSize
    bytes[first + TraceFileFormat.RecordOffset.kind] = TraceFileFormat.hasText | 99
    let log = try EventLog(bytes: bytes)
    #expect(log.events.count == Self.log.events.count - 1)
    #expect(log.problems.isEmpty)
  }

  @Test
  func aChunkThatIsOverwrittenIsSkipped() throws {
    var bytes = Self.bytes
    for offset in 0..<TraceFileFormat.chunkHeadSize {
      bytes[TraceFileFormat.headerSize + offset] = 0xAA
    }
    let log = try EventLog(bytes: bytes)
    #expect(log.events.map(\.kind) == [.started, .finished, .stopped])
    #expect(log.problems.count == 1)
    #expect(log.problems.first?.offset == UInt64(TraceFileFormat.headerSize))
  }

  @Test
  func anImpossibleEndIsIgnored() throws {
    var bytes = Self.bytes
    for offset in 0..<8 { bytes[TraceFileFormat.HeaderOffset.end + offset] = 0xFF }
    let log = try EventLog(bytes: bytes)
    #expect(log.end == log.events.last?.instant)
    #expect(log.problems.count == 1)
  }

  @Test(arguments: 0..<200)
  func damageOfAnyKindNeverCrashes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Self.bytes
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let offset = Int.random(in: 32..<bytes.count, using: &random)
      bytes[offset] = UInt8.random(in: .min ... .max, using: &random)
    }
    // It is refused, or what is sound in it is read.
    if let log = try? EventLog(bytes: bytes) { #expect(log.events.count < 2_000) }
  }
}
