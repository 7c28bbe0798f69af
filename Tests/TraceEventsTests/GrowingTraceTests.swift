import Testing
import TraceEvents
import TraceTestSupport

/// A trace that is read while it is written.
struct GrowingTraceTests {
  private func log(end: UInt64) -> EventLog {
    let times: [UInt64] = [1_000, 2_000, 3_000]
    return EventLog(
      events: times.map {
        TraceEvent(
          .noted,
          at: TraceInstant(nanoseconds: $0),
          thread: ThreadID(rawValue: 1),
          operation: OperationID(rawValue: 1)
        )
      },
      end: TraceInstant(nanoseconds: end)
    )
  }

  @Test
  func whatIsYoungerThanTheLastSignOfLifeIsLeftForTheNextTime() throws {
    var bytes = log(end: 3_000).fileBytes()
    let whole = try EventLog(growing: bytes)
    #expect(whole.events.count == 3)
    // The head was read first, and says less than what stands behind it.
    let began = bytes.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: TraceFileFormat.HeaderOffset.startedAtMonotonic,
        as: UInt64.self
      )
    }
    withUnsafeBytes(of: (began + 2_500).littleEndian) { end in
      let offset = TraceFileFormat.HeaderOffset.end
      bytes.replaceSubrange(offset..<offset + end.count, with: end)
    }
    let part = try EventLog(growing: bytes)
    #expect(part.events.map(\.instant.nanoseconds) == [1_000, 2_000])
    #expect(part.end.nanoseconds == 2_500)
  }

  @Test
  func whatIsNoTraceIsAnError() {
    #expect(throws: TraceFileError.self) { try EventLog(growing: []) }
  }
}
