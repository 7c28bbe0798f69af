import Testing
import TraceEvents
import TraceTestSupport

/// What is left of a damaged file, and the copy that holds it.
struct TraceRepairTests {
  /// A log of several threads with many chunks and texts of all lengths.
  private static let log: EventLog = {
    var random = SeededGenerator(seed: 7)
    var events: [TraceEvent] = []
    var strings: [String] = []
    for number in 0..<600 {
      let kind = TraceEvent.Kind.allCases.filter { $0 != .stopped }.randomElement(using: &random)
      let event = TraceEvent(
        kind ?? .noted,
        at: TraceInstant(nanoseconds: UInt64(number) * 1_000),
        thread: ThreadID(rawValue: UInt32(1 + number / 9 % 5)),
        operation: OperationID(rawValue: UInt32(1 + number % 50)),
        queue: QueueID(rawValue: 1),
        argument: UInt64(strings.count)
      )
      events.append(event)
      if event.kind.hasText {
        let length = Int.random(in: 0...90, using: &random)
        strings.append(String(repeating: "x", count: length) + "\(number)")
      }
    }
    return EventLog(header: TraceHeader(program: "server"), events: events, strings: strings)
  }()

  private static let bytes = TraceFileWriter.bytes(of: log)
  private static let chunk = TraceFileFormat.chunkAlignment

  /// An event with its text instead of a place in a table.
  private struct Told: Hashable {
    var event: TraceEvent
    var text: String?

    init(_ event: TraceEvent, of log: EventLog) {
      self.event = event
      guard event.kind.hasText else { return }
      text = log.string(at: event.argument & 0xFFFF_FFFF)
      self.event.argument &= ~0xFFFF_FFFF
    }
  }

  /// The copy's events are those that can be read, its problems are none, and it is sound itself.
  private func expectSoundCopy(of bytes: [UInt8]) throws -> TraceRepair {
    let repair = try TraceRepair(of: bytes)
    let copy = try EventLog(bytes: repair.bytes)
    #expect(copy.problems.isEmpty)
    #expect(
      copy.events.filter { $0.thread.rawValue != 0 }.map { Told($0, of: copy) }
        == repair.log.events.filter { $0.thread.rawValue != 0 }.map { Told($0, of: repair.log) }
    )
    #expect(copy.end == repair.log.end)
    #expect(copy.header == repair.log.header)
    let losses = copy.events.filter { $0.kind == .lost && $0.thread.rawValue == 0 }
    #expect(losses.map(\.argument) == repair.log.losses.map(\.count))
    // A copy of the copy adds nothing and takes nothing away.
    let again = try TraceRepair(of: repair.bytes)
    #expect(again.isSound)
    #expect(again.bytes == repair.bytes)
    return repair
  }

  /// Where threads share a chunk, a mark between their records says whose they are.
  @Test
  func whatFollowsALostMarkIsNotTakenForAnotherThreads() throws {
    let events = (0..<6_000).map { (number: UInt32) -> TraceEvent in
      TraceEvent(
        .enqueued,
        at: TraceInstant(nanoseconds: UInt64(number)),
        thread: ThreadID(rawValue: 1 + number / 3 % 7),
        operation: OperationID(rawValue: 1 + number)
      )
    }
    let log = EventLog(header: TraceHeader(program: "server"), events: events, strings: [])
    var bytes = TraceFileWriter.bytes(of: log)
    let (size, kind) = (TraceFileFormat.recordSize, TraceFileFormat.RecordOffset.kind)
    let first = TraceFileFormat.headerSize + TraceFileFormat.chunkHeadSize
    let marks = stride(from: first, to: first + 2_000 * size, by: size)
      .filter { bytes[$0 + kind] == TraceFileFormat.threadMark }
    #expect(marks.count > 100)
    for mark in [marks[20], marks[50], marks[51]] {
      bytes.replaceSubrange(mark..<mark + size, with: repeatElement(0, count: size))
    }
    let repair = try expectSoundCopy(of: bytes)
    var threads: [OperationID?: ThreadID] = [:]
    for event in repair.log.events { threads[event.operation] = event.thread }
    let wrong = events.filter { threads[$0.operation, default: $0.thread] != $0.thread }
    #expect(wrong.isEmpty)
    #expect(repair.log.events.count == events.count - 9)
    #expect(repair.log.losses.first?.count == 12)
  }

  @Test
  func aSoundFileStaysAsItIs() throws {
    let repair = try expectSoundCopy(of: Self.bytes)
    #expect(repair.isSound)
    #expect(repair.bytes == Self.bytes)
  }

  @Test
  func aFileCutAnywhereKeepsWhatIsBeforeTheCut() throws {
    for length in stride(from: 4_096 + 64 + 32 * 9, through: Self.bytes.count, by: 1_000) {
      let repair = try expectSoundCopy(of: Array(Self.bytes.prefix(length)))
      let known = Set(Self.log.events.map { Told($0, of: Self.log) })
      for event in repair.log.events { #expect(known.contains(Told(event, of: repair.log))) }
    }
  }

  @Test
  func theEventsThatACutTookAreCounted() throws {
    // Two of the nine records of the first chunk, whatever their texts.
    let cut = Array(Self.bytes.prefix(4_096 + 64 + 64))
    let committed = Self.bytes.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: 4_096 + TraceFileFormat.ChunkOffset.committed,
        as: UInt32.self
      )
    }
    let repair = try TraceRepair(of: cut)
    #expect(repair.log.losses.map(\.reason) == [.damaged])
    #expect(repair.log.losses.first.map { $0.count >= UInt64(committed / 32 - 2) } == true)
  }

  @Test(arguments: 0..<150)
  func flippedBytesLeaveASoundCopy(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Self.bytes
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let offset = Int.random(in: 8..<bytes.count, using: &random)
      bytes[offset] = UInt8.random(in: .min ... .max, using: &random)
    }
    _ = try expectSoundCopy(of: bytes)
  }

  @Test(arguments: 0..<60)
  func zeroedRangesLeaveASoundCopyOfAllBehindThem(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Self.bytes
    let first = Int.random(in: 1..<20, using: &random)
    let count = Int.random(in: 1...8, using: &random)
    for offset in first * Self.chunk..<(first + count) * Self.chunk { bytes[offset] = 0 }
    let repair = try expectSoundCopy(of: bytes)
    #expect(!repair.isSound)
    // One chunk of nine events went with each 4,096 bytes, and no other.
    #expect(repair.log.events.count == Self.log.events.count - 9 * count)
    #expect(repair.log.losses.first.map { $0.count >= UInt64(9 * count) } == true)
  }

  @Test(arguments: [0..<8, 0..<4_096, 12..<20])
  func aLostHeaderIsMadeAnew(range: Range<Int>) throws {
    var bytes = Self.bytes
    for offset in range { bytes[offset] = 0 }
    let repair = try expectSoundCopy(of: bytes)
    #expect(!repair.isSound)
    #expect(repair.log.events.map(\.kind) == Self.log.events.map(\.kind))
    #expect(repair.log.events.map(\.instant) == Self.log.events.map(\.instant))
    #expect(repair.log.problems.first?.message.contains("the header is lost") == true)
  }

  @Test
  func aChunkThatClaimsTheNextOneLosesNothing() throws {
    var bytes = Self.bytes
    // Sixteen times as large as it is.
    bytes[Self.chunk + TraceFileFormat.ChunkOffset.size + 1] = 0
    bytes[Self.chunk + TraceFileFormat.ChunkOffset.size + 2] = 1
    let repair = try expectSoundCopy(of: bytes)
    #expect(repair.log.events.count == Self.log.events.count)
    #expect(repair.log.problems.map(\.message) == ["a chunk claims more room than it has"])
  }

  @Test
  func aBeginningBehindTheEndIsCorrected() throws {
    var bytes = Self.bytes
    bytes[TraceFileFormat.HeaderOffset.startedAtMonotonic + 6] = 1
    let repair = try expectSoundCopy(of: bytes)
    #expect(repair.log.events.map(\.instant) == Self.log.events.map(\.instant))
    #expect(repair.log.problems.count == 1)
  }

  @Test
  func anImpossiblyLateRecordIsLeftOut() throws {
    var bytes = Self.bytes
    bytes[Self.chunk + TraceFileFormat.chunkHeadSize + 7] = 0x7F
    let repair = try expectSoundCopy(of: bytes)
    #expect(repair.log.events.count == Self.log.events.count - 1)
    #expect(repair.log.losses == [EventLog.Loss(reason: .damaged, count: 1)])
  }

  @Test
  func whatTheRecorderLostIsKnownToTheCopy() throws {
    let repair = try expectSoundCopy(of: Self.log.fileBytes(lost: 17))
    #expect(repair.isSound)
    #expect(repair.log.losses == [EventLog.Loss(reason: .limit, count: 17, since: Self.log.end)])
  }

  @Test(arguments: [[], Array("no trace at all".utf8), [UInt8](repeating: 0, count: 20_000)])
  func whatHoldsNoChunkIsRefused(bytes: [UInt8]) {
    #expect(throws: TraceFileError.notATrace) { try TraceRepair(of: bytes) }
  }
}
