import OperationObservation
import Testing
import TraceEvents
import TraceTestSupport

/// What is told apart by a look at bytes is what a reader would tell apart.
struct RecordSieveTests {
  /// The bytes of the records of one thread.
  private func records(_ events: [TraceEvent], strings: [String] = []) -> [UInt8] {
    let bytes = EventLog(events: events, strings: strings).fileBytes()
    let head = TraceFileFormat.headerSize
    let field = head + TraceFileFormat.ChunkOffset.committed
    let count = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: field, as: UInt32.self) }
    return Array(bytes[(head + TraceFileFormat.chunkHeadSize)...].prefix(Int(count)))
  }

  private func event(_ kind: TraceEvent.Kind, _ operation: UInt32, at time: Int) -> TraceEvent {
    TraceEvent(
      kind,
      at: TraceInstant(nanoseconds: UInt64(time)),
      thread: ThreadID(rawValue: 9),
      operation: operation == 0 ? nil : OperationID(rawValue: operation)
    )
  }

  /// Notes bytes and copies them; returns what is left, how many operations are over, and how many events were noted.
  private func sift(_ bytes: [UInt8]) throws -> (left: [UInt8], over: UInt64, events: UInt64) {
    var room = [UInt8](repeating: 0, count: bytes.count)
    guard let sieve = RecordSieve() else { throw TraceFileError.notATrace }
    let count = bytes.withUnsafeBytes { bytes in
      let isNoted = sieve.note(bytes)
      return room.withUnsafeMutableBytes { room in
        room.baseAddress.map { isNoted ? sieve.copy(bytes, to: $0) : 0 } ?? 0
      }
    }
    return (Array(room.prefix(count)), sieve.over, sieve.events)
  }

  @Test(arguments: 0..<60)
  func whatIsLeftIsNotOver(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Numbers that lie together, and some far apart; none of them twice in a row as in a sound trace.
    let near = UInt32.random(in: 1...(1 << 31), using: &random)
    let kinds: [TraceEvent.Kind] = [.enqueued, .started, .finished, .deallocated, .operationNamed]
    let count = Int.random(in: 1...4_000, using: &random)
    let events = (0..<count).map { time in
      let isFar = UInt8.random(in: 0..<20, using: &random) == 0
      let number =
        isFar
        ? UInt32.random(in: 1 ... .max, using: &random)
        : near + UInt32.random(in: 0..<UInt32(count), using: &random)
      return event(kinds.randomElement(using: &random) ?? .enqueued, number, at: time)
    }
    let enqueued = Set(events.filter { $0.kind == .enqueued }.map(\.operation))
    let gone = Set(events.filter { $0.kind == .deallocated }.map(\.operation))
    let over = enqueued.intersection(gone).subtracting([nil])
    let strings = (0..<1).map { _ in "a name that takes more than one record" }
    let found = try sift(records(events, strings: strings))
    #expect(found.over == UInt64(over.count))
    #expect(found.events == UInt64(count))
    #expect(found.left == records(events.filter { !over.contains($0.operation) }, strings: strings))
  }

  @Test func whatIsCutOffIsLeftOut() throws {
    let bytes = records(
      [event(.operationNamed, 1, at: 1)],
      strings: ["twenty-nine bytes of a name.."]
    )
    #expect(try sift(bytes).left == bytes)
    #expect(try sift(Array(bytes.dropLast(TraceFileFormat.recordSize))).left == [])
    #expect(try sift([]).left == [])
  }
}
