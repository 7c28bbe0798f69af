/// Reads the bytes of a recording, whole or cut off, sound or damaged, while it grows or after.
package struct TraceFileReader {
  var log = EventLog()
  /// Leaves out records: by kind, operation and time.
  var isLeftOut: ((TraceEvent.Kind, UInt32, UInt64) -> Bool)?
  private(set) var startedAt: UInt64 = 0
  var isSorted = true
  var lastTime: UInt64 = 0
  var firstTime = UInt64.max
  var latestTime: UInt64 = 0

  // What the header says of the recording, as far as there is a header.

  /// Up to which byte chunks were handed out that follow one another; 0 if that is not known.
  private(set) var used: UInt64 = 0
  /// Whether the recording was stopped, so that nobody writes any more.
  private(set) var isClosed = false

  // What could not be read.

  /// Where chunks that follow one another ended.
  var sequentialEnd: UInt64 = 0
  /// Whether the file ended before the last of them.
  var isCutWithinChunk = false
  /// A moment before all records of the chunk that is read, and of those behind it.
  var lastBegin: UInt64 = 0
  /// How many records could not be read, at most.
  var damaged: UInt64 = 0
  /// Whether records could not be read, or may not have been.
  var isDamaged = false
  /// A moment before all of those.
  var lostSince = UInt64.max

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - header: The first `TraceFileFormat.headerSize` bytes.
  ///   - bodies: What follows, in one piece or several; chunks do not cross from one to the next.
  ///   - isLeftOut: Which records not to read: by kind, operation, and time of the monotonic clock; nil to read all.
  /// - Returns: What is sound in it.
  /// - Throws: An error only when the bytes are no trace; what is unsound in one becomes a problem of the log.
  package static func read(
    header: UnsafeRawBufferPointer,
    bodies: [UnsafeRawBufferPointer],
    leavingOut isLeftOut: ((TraceEvent.Kind, UInt32, UInt64) -> Bool)? = nil
  ) throws(TraceFileError) -> EventLog {
    var reader = TraceFileReader()
    reader.isLeftOut = isLeftOut
    let end = try reader.readHeader(header)
    let headerSize = UInt64(TraceFileFormat.headerSize)
    if let first = bodies.first, BlockLayout.isNeeded(header: header, body: first) {
      reader.readBlocks(first, header: header)
      return reader.finish(end: end)
    }
    reader.readHorizon(header)
    var offset = headerSize
    if reader.isClosed, reader.used == 0 {
      reader.used = bodies.reduce(headerSize) { $0 + UInt64($1.count) }
    }
    // Room for what a file of some gigabytes may hold, which costs nothing until it is used; larger ones make more as they go.
    let most = bodies.reduce(0) { $0 + $1.count } / TraceFileFormat.recordSize
    reader.log.events.reserveCapacity(min(most, 1 << 24))
    for body in bodies {
      reader.readChunks(body, at: offset)
      offset += UInt64(body.count)
    }
    reader.checkEnd(fileSize: offset)
    return reader.finish(end: end)
  }

  /// Reads a recording whose header is lost or damaged by its chunks alone.
  ///
  /// The moment of its first record counts as its beginning, and what the program was is not known.
  ///
  /// - Returns: What is sound in it, with a problem that says why; nil when there is no chunk.
  package static func salvage(
    _ bytes: UnsafeRawBufferPointer,
    because error: TraceFileError
  ) -> EventLog? {
    var reader = TraceFileReader()
    let start = reader.nextChunk(in: bytes, after: 0)
    guard start < bytes.count else { return nil }
    reader.startedAt = .max
    reader.log.problems.append(
      TraceProblem(offset: 0, message: "the header is lost (\(error)); the program is not known")
    )
    let body = UnsafeRawBufferPointer(
      rebasing: bytes.dropFirst(min(start, TraceFileFormat.headerSize))
    )
    if BlockLayout.isNeeded(header: nil, body: body) {
      reader.readBlocks(body, header: nil)
    } else {
      reader.readChunks(
        UnsafeRawBufferPointer(rebasing: bytes[start...]),
        at: UInt64(start)
      )
      reader.checkEnd(fileSize: UInt64(bytes.count))
    }
    // The last sign of life may be there still.
    let end = bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.end)
    return reader.log.events.isEmpty ? nil : reader.finish(end: end)
  }

  // MARK: The header

  private mutating func readHeader(
    _ bytes: UnsafeRawBufferPointer
  ) throws(TraceFileError) -> UInt64 {
    typealias Offset = TraceFileFormat.HeaderOffset
    let magic = TraceFileFormat.magic
    guard bytes.count >= magic.count, bytes.prefix(magic.count).elementsEqual(magic) else {
      throw .notATrace
    }
    guard bytes.count >= TraceFileFormat.headerSize else {
      throw .damagedHeader("it is cut off after \(GroupedNumber.text(bytes.count, "byte"))")
    }
    let major = bytes.integer(UInt16.self, at: Offset.majorVersion)
    guard major == TraceFileFormat.majorVersion else {
      throw .unsupportedVersion(
        major: major,
        minor: bytes.integer(UInt16.self, at: Offset.minorVersion)
      )
    }
    guard bytes.integer(UInt32.self, at: Offset.headerSize) == TraceFileFormat.headerSize,
      bytes.integer(UInt32.self, at: Offset.recordSize) == TraceFileFormat.recordSize
    else {
      throw .damagedHeader("its sizes are not those of version \(major)")
    }
    startedAt = bytes.integer(UInt64.self, at: Offset.startedAtMonotonic)
    lastBegin = startedAt
    let nameLength = min(
      Int(bytes.integer(UInt16.self, at: Offset.programLength)),
      TraceFileFormat.maximumProgramName
    )
    let name = UnsafeRawBufferPointer(rebasing: bytes[Offset.program...].prefix(nameLength))
    log.header = TraceHeader(
      program: String(decoding: name, as: UTF8.self),
      processID: bytes.integer(UInt32.self, at: Offset.processID),
      startedAtUnixNanoseconds: bytes.integer(UInt64.self, at: Offset.startedAtUnix),
      omitsNames: bytes.integer(UInt32.self, at: Offset.flags)
        & TraceFileFormat.HeaderFlag.omitsNames != 0,
      stallAfterNanoseconds: bytes.integer(UInt64.self, at: Offset.stallAfter)
    )
    noteLosses(bytes)
    let minor = bytes.integer(UInt16.self, at: Offset.minorVersion)
    if minor >= TraceFileFormat.firstMinorThatCounts {
      used = bytes.integer(UInt64.self, at: Offset.used)
      if used > 1 << 48 || !used.isMultiple(of: UInt64(TraceFileFormat.chunkAlignment)) {
        report("how long the trace is was damaged in the header", at: UInt64(Offset.used))
        used = 0
      }
    }
    return bytes.integer(UInt64.self, at: Offset.end)
  }

  private mutating func noteLosses(_ bytes: UnsafeRawBufferPointer) {
    typealias Offset = TraceFileFormat.HeaderOffset
    let lost = bytes.integer(UInt64.self, at: Offset.lost)
    let state = TraceFileFormat.RecordingState(
      rawValue: bytes.integer(UInt32.self, at: Offset.state)
    )
    let isFull = state == .noSpace
    isClosed = state == .stopped
    guard isFull || lost > 0 else { return }
    log.losses.append(EventLog.Loss(reason: isFull ? .noSpace : .limit, count: lost))
    let flags = bytes.integer(UInt32.self, at: Offset.flags)
    let words = GroupedNumber.text(lost, "event was", "events were")
    let message =
      if isFull {
        "the recording ended early because the disk was full, or the file as large as it may be; "
          + "\(words) lost"
      } else if flags & TraceFileFormat.HeaderFlag.isBounded != 0 {
        "\(words) lost since the recording began: they came faster than older ones could "
          + "be dropped; keep more to lose none"
      } else {
        "the recording ended early because there was no room; \(words) lost"
      }
    log.problems.append(TraceProblem(message: message))
  }

  // MARK: The end

  /// Longer than any process goes without an event: ten years, in nanoseconds.
  private static let longestSilence: UInt64 = 315_360_000_000_000_000

  /// The latest time that a record of a recording can have.
  static func latest(after startedAt: UInt64) -> UInt64 {
    let (latest, isOverflow) = startedAt.addingReportingOverflow(longestSilence)
    return isOverflow ? .max : latest
  }

  mutating func report(_ message: String, at offset: UInt64) {
    log.problems.append(TraceProblem(offset: offset, message: message))
  }

  mutating func finish(end: UInt64) -> EventLog {
    typealias Offset = TraceFileFormat.HeaderOffset
    if !log.events.isEmpty, startedAt > latestTime {
      if startedAt != .max {
        report(
          "the recording began after its last event; its first one counts as its beginning",
          at: UInt64(Offset.startedAtMonotonic)
        )
      }
      startedAt = firstTime
    }
    if let horizon = log.horizon {
      log.horizon?.instant = TraceInstant(nanoseconds: horizon.instant.nanoseconds &- startedAt)
    }
    for place in log.events.indices {
      let time = log.events[place].instant.nanoseconds
      log.events[place].instant = TraceInstant(nanoseconds: time > startedAt ? time - startedAt : 0)
    }
    if !isSorted {
      // Stable, as the standard library's sort is: what one thread wrote at one instant stays in its order.
      log.events.sort { a, b in
        if a.instant != b.instant { return a.instant < b.instant }
        return a.kind.isDescription && !b.kind.isDescription
      }
    }
    concludeLosses(startedAt: startedAt)
    var end = TraceInstant(nanoseconds: end > startedAt ? end - startedAt : 0)
    let last = log.events.last?.instant ?? .zero
    if end.nanoseconds(since: last) > Self.longestSilence {
      report("the last sign of life is impossibly late; it is ignored", at: UInt64(Offset.end))
      end = last
    }
    log.end = max(end, last)
    return log
  }
}

extension TraceEvent.Kind {
  /// Whether the event says who somebody is, and not that something happened.
  package var isDescription: Bool {
    rawValue < TraceEvent.Kind.enqueued.rawValue
  }
}
