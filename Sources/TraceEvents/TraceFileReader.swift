/// Reads the bytes of a recording, whole or cut off, sound or damaged, while it grows or after.
package struct TraceFileReader {
  var log = EventLog()
  /// How the blocks lie of a recording that uses them again; nil where chunks follow one another.
  private var layout: BlockLayout?
  /// Leaves out records: by kind, operation and time.
  var isLeftOut: ((TraceEvent.Kind, UInt32, UInt64) -> Bool)?
  private(set) var startedAt: UInt64 = 0
  private var isSorted = true
  private var lastTime: UInt64 = 0
  private var firstTime = UInt64.max
  private var latestTime: UInt64 = 0
  /// How many records could not be read, at most.
  private var damaged: UInt64 = 0

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
    var offset = UInt64(TraceFileFormat.headerSize)
    for body in bodies {
      if let layout = reader.layout {
        reader.readBlocks(body, layout, at: offset)
      } else {
        reader.readChunks(body, at: offset)
      }
      offset += UInt64(body.count)
    }
    return reader.finish(end: end)
  }

  /// Reads records alone, at the times that stand in them.
  package static func read(
    records: [(bytes: UnsafeRawBufferPointer, thread: ThreadID)],
    leavingOut isLeftOut: @escaping (UInt32, UInt64) -> Bool
  ) -> EventLog {
    var reader = TraceFileReader()
    reader.isLeftOut = { _, operation, time in isLeftOut(operation, time) }
    for (bytes, thread) in records { reader.readRecords(bytes, thread: thread, at: 0) }
    return reader.finish(end: 0)
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
    reader.readChunks(UnsafeRawBufferPointer(rebasing: bytes[start...]), at: UInt64(start))
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
      throw .damagedHeader("it is cut off after \(bytes.count) bytes")
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
        & TraceFileFormat.HeaderFlag.omitsNames != 0
    )
    noteLosses(bytes)
    layout = readBound(bytes)
    return bytes.integer(UInt64.self, at: Offset.end)
  }

  private mutating func noteLosses(_ bytes: UnsafeRawBufferPointer) {
    let lost = bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.lost)
    let state = bytes.integer(UInt32.self, at: TraceFileFormat.HeaderOffset.state)
    let reason: String
    switch TraceFileFormat.RecordingState(rawValue: state) {
    case .noSpace:
      reason = "the disk was full, or the file as large as it may be"
      log.losses.append(EventLog.Loss(reason: .noSpace, count: lost))
    case .recording, .stopped, nil:
      guard lost > 0 else { return }
      reason = "there was no room"
      log.losses.append(EventLog.Loss(reason: .limit, count: lost))
    }
    log.problems.append(
      TraceProblem(message: "the recording ended early because \(reason); \(lost) events were lost")
    )
  }

  // MARK: Chunks

  private mutating func readChunks(_ body: UnsafeRawBufferPointer, at offset: UInt64) {
    typealias Offset = TraceFileFormat.ChunkOffset
    var position = 0
    while body.count - position >= TraceFileFormat.chunkHeadSize {
      let head = UnsafeRawBufferPointer(rebasing: body[position...])
      let magic = head.integer(UInt32.self, at: Offset.magic)
      let size = Int(head.integer(UInt32.self, at: Offset.size))
      if magic == 0 {
        // Space that was reserved and has not been used yet, unless a chunk comes behind it.
        let next = nextChunk(in: body, after: position)
        if next < body.count, head.acquireUInt32(at: Offset.magic) == 0 {
          skip(next - position, "zeros are where a chunk should begin", at: offset, position)
        }
        position = next
        continue
      }
      guard magic == TraceFileFormat.chunkMagic, size >= TraceFileFormat.chunkHeadSize,
        size.isMultiple(of: TraceFileFormat.chunkAlignment)
      else {
        let next = nextChunk(in: body, after: position)
        skip(next - position, "no chunk begins here; skipped to the next one", at: offset, position)
        position = next
        continue
      }
      position += readChunk(head, size: size, at: offset + UInt64(position))
    }
  }

  /// Reads a chunk; returns how many bytes it takes.
  private mutating func readChunk(
    _ head: UnsafeRawBufferPointer,
    size: Int,
    at offset: UInt64
  ) -> Int {
    typealias Offset = TraceFileFormat.ChunkOffset
    let headSize = TraceFileFormat.chunkHeadSize
    // Acquire: the records that the count covers were written before it.
    let committed = Int(head.acquireUInt32(at: Offset.committed))
    let present = min(size, head.count) - headSize
    let isTooMuch =
      committed > size - headSize || !committed.isMultiple(of: TraceFileFormat.recordSize)
    let usable = min(committed, present) / TraceFileFormat.recordSize * TraceFileFormat.recordSize
    if isTooMuch {
      report("a chunk claims more than it can hold", at: offset)
    } else if committed > present {
      report("the trace is cut off within a chunk", at: offset)
      damaged += UInt64((committed - usable) / TraceFileFormat.recordSize)
    }
    readRecords(
      UnsafeRawBufferPointer(rebasing: head[headSize...].prefix(usable)),
      thread: ThreadID(rawValue: head.integer(UInt32.self, at: Offset.thread)),
      at: offset + UInt64(headSize)
    )
    // What a chunk has not used yet is zero; where another one begins in it, its size is wrong.
    let rest = UnsafeRawBufferPointer(rebasing: head.prefix(size))
    let used = (headSize + usable - 1) / TraceFileFormat.chunkAlignment
    let next = nextChunk(in: rest, after: used * TraceFileFormat.chunkAlignment)
    guard next < rest.count else { return size }
    report("a chunk claims more room than it has", at: offset)
    return next
  }

  /// Where the next chunk begins; the end where none does.
  private func nextChunk(in body: UnsafeRawBufferPointer, after position: Int) -> Int {
    var next = position + TraceFileFormat.chunkAlignment
    while body.count - next >= TraceFileFormat.chunkHeadSize {
      if body.integer(UInt32.self, at: next) == TraceFileFormat.chunkMagic { return next }
      next += TraceFileFormat.chunkAlignment
    }
    return body.count
  }

  mutating func readRecords(
    _ bytes: UnsafeRawBufferPointer,
    thread: ThreadID,
    at offset: UInt64
  ) {
    typealias Offset = TraceFileFormat.RecordOffset
    var thread = thread
    let size = TraceFileFormat.recordSize
    var position = 0
    var isEmptyReported = false
    var isTimeReported = false
    while position < bytes.count {
      let record = UnsafeRawBufferPointer(rebasing: bytes[position...])
      let rawKind = record[Offset.kind]
      var argument = record.integer(UInt64.self, at: Offset.argument)
      var textSlots = 0
      var text: UnsafeRawBufferPointer?
      if rawKind & TraceFileFormat.hasText != 0 {
        let length = Int(UInt32(truncatingIfNeeded: argument))
        textSlots = (length + size - 1) / size
        guard (1 + textSlots) * size <= record.count else {
          report("a text runs out of its chunk", at: offset + UInt64(position))
          damaged += UInt64(record.count / size)
          return
        }
        text = UnsafeRawBufferPointer(rebasing: record[size...].prefix(length))
      }
      defer { position += (1 + textSlots) * size }
      if rawKind == TraceFileFormat.threadMark {
        thread = ThreadID(rawValue: UInt32(truncatingIfNeeded: argument))
        continue
      }
      guard let kind = TraceEvent.Kind(rawValue: rawKind & ~TraceFileFormat.hasText) else {
        // Of a later minor version, or damaged: a zero kind is never written.
        if rawKind == 0 {
          if !isEmptyReported {
            report("records of a chunk are empty, from this one", at: offset + UInt64(position))
          }
          isEmptyReported = true
          damaged += 1
        }
        continue
      }
      let time = record.integer(UInt64.self, at: Offset.time)
      guard time <= Self.latest(after: startedAt) else {
        if !isTimeReported {
          report(
            "records of a chunk are impossibly late, from this one",
            at: offset + UInt64(position)
          )
        }
        isTimeReported = true
        damaged += 1
        continue
      }
      if let isLeftOut, isLeftOut(kind, record.integer(UInt32.self, at: Offset.operation), time) {
        continue
      }
      if kind.hasText {
        argument = argument & ~0xFFFF_FFFF | UInt64(log.strings.count)
        log.strings.append(text.map { String(decoding: $0, as: UTF8.self) } ?? "")
      }
      append(record, kind: kind, argument: argument, thread: thread)
    }
  }

  private mutating func append(
    _ record: UnsafeRawBufferPointer,
    kind: TraceEvent.Kind,
    argument: UInt64,
    thread: ThreadID
  ) {
    typealias Offset = TraceFileFormat.RecordOffset
    let time = record.integer(UInt64.self, at: Offset.time)
    if time < lastTime { isSorted = false }
    lastTime = time
    firstTime = min(firstTime, time)
    latestTime = max(latestTime, time)
    let operation = record.integer(UInt32.self, at: Offset.operation)
    let queue = record.integer(UInt32.self, at: Offset.queue)
    let actor = record.integer(UInt32.self, at: Offset.actor)
    log.events.append(
      TraceEvent(
        kind,
        at: TraceInstant(nanoseconds: time),
        thread: thread,
        actor: actor == 0 ? nil : OperationID(rawValue: actor),
        operation: operation == 0 ? nil : OperationID(rawValue: operation),
        queue: queue == 0 ? nil : QueueID(rawValue: queue),
        argument: argument,
        flags: TraceEvent.Flags(rawValue: record[Offset.flags]),
        detail: record.integer(UInt16.self, at: Offset.detail)
      )
    )
  }

  // MARK: The end

  /// Longer than any process goes without an event: ten years, in nanoseconds.
  private static let longestSilence: UInt64 = 315_360_000_000_000_000

  /// The latest time that a record of a recording can have.
  private static func latest(after startedAt: UInt64) -> UInt64 {
    let (latest, isOverflow) = startedAt.addingReportingOverflow(longestSilence)
    return isOverflow ? .max : latest
  }

  mutating func report(_ message: String, at offset: UInt64) {
    log.problems.append(TraceProblem(offset: offset, message: message))
  }

  private mutating func skip(_ count: Int, _ message: String, at offset: UInt64, _ position: Int) {
    report(message, at: offset + UInt64(position))
    damaged += UInt64(count / TraceFileFormat.recordSize)
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
    if damaged > 0 { log.losses.append(EventLog.Loss(reason: .damaged, count: damaged)) }
    if !isSorted {
      // Stable, as the standard library's sort is: what one thread wrote at one instant stays in its order.
      log.events.sort { a, b in
        if a.instant != b.instant { return a.instant < b.instant }
        return a.kind.isDescription && !b.kind.isDescription
      }
    }
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
