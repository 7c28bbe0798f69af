package import TraceEvents

extension EventLog {
  /// The log as a recorder would have left it in a file: the header, then a chunk for each stretch of events of one thread.
  ///
  /// The order of events is kept. What the log says about problems is left out, except that the recording may be marked as
  /// one that has lost events.
  ///
  /// - Parameter lost: How many events the header says were lost.
  /// - Returns: The bytes of the file.
  package func fileBytes(lost: UInt64 = 0) -> [UInt8] {
    var writer = FileBytes(startedAt: 5_000_000_000)
    writer.writeHeader(of: self, lost: lost)
    var rest = events[...]
    while let thread = rest.first?.thread {
      let stretch = rest.prefix { $0.thread == thread }
      writer.writeChunk(stretch, thread: thread, strings: strings)
      rest = rest[stretch.endIndex...]
    }
    return writer.bytes
  }
}

private struct FileBytes {
  private(set) var bytes: [UInt8] = []
  private let startedAt: UInt64

  init(startedAt: UInt64) {
    self.startedAt = startedAt
  }

  mutating func writeHeader(of log: EventLog, lost: UInt64) {
    typealias Offset = TraceFileFormat.HeaderOffset
    var page = [UInt8](repeating: 0, count: TraceFileFormat.headerSize)
    page.replaceSubrange(0..<TraceFileFormat.magic.count, with: TraceFileFormat.magic)
    page.store(TraceFileFormat.majorVersion, at: Offset.majorVersion)
    page.store(TraceFileFormat.minorVersion, at: Offset.minorVersion)
    page.store(UInt32(TraceFileFormat.headerSize), at: Offset.headerSize)
    page.store(UInt32(TraceFileFormat.recordSize), at: Offset.recordSize)
    page.store(log.header.processID, at: Offset.processID)
    page.store(startedAt, at: Offset.startedAtMonotonic)
    page.store(log.header.startedAtUnixNanoseconds, at: Offset.startedAtUnix)
    page.store(log.header.omitsNames ? TraceFileFormat.HeaderFlag.omitsNames : 0, at: Offset.flags)
    page.store(startedAt + log.end.nanoseconds, at: Offset.end)
    page.store(lost, at: Offset.lost)
    let program = Array(log.header.program.utf8.prefix(TraceFileFormat.maximumProgramName))
    page.store(UInt16(program.count), at: Offset.programLength)
    page.replaceSubrange(Offset.program..<Offset.program + program.count, with: program)
    bytes += page
  }

  mutating func writeChunk(
    _ events: ArraySlice<TraceEvent>,
    thread: ThreadID,
    strings: [String]
  ) {
    typealias Offset = TraceFileFormat.ChunkOffset
    let records = events.flatMap { record($0, strings: strings) }
    let alignment = TraceFileFormat.chunkAlignment
    let used = TraceFileFormat.chunkHeadSize + records.count
    let size = (used + alignment - 1) / alignment * alignment
    var chunk = [UInt8](repeating: 0, count: size)
    chunk.store(TraceFileFormat.chunkMagic, at: Offset.magic)
    chunk.store(UInt32(size), at: Offset.size)
    chunk.store(thread.rawValue, at: Offset.thread)
    chunk.store(UInt32(records.count), at: Offset.committed)
    chunk.replaceSubrange(TraceFileFormat.chunkHeadSize..<used, with: records)
    bytes += chunk
  }

  private func record(_ event: TraceEvent, strings: [String]) -> [UInt8] {
    typealias Offset = TraceFileFormat.RecordOffset
    let size = TraceFileFormat.recordSize
    var record = [UInt8](repeating: 0, count: size)
    record.store(startedAt + event.instant.nanoseconds, at: Offset.time)
    record.store(event.operation?.rawValue ?? 0, at: Offset.operation)
    record.store(event.queue?.rawValue ?? 0, at: Offset.queue)
    record.store(event.actor?.rawValue ?? 0, at: Offset.actor)
    record.store(event.argument, at: Offset.argument)
    record.store(event.kind.rawValue, at: Offset.kind)
    record.store(event.flags.rawValue, at: Offset.flags)
    record.store(event.detail, at: Offset.detail)
    guard event.kind.hasText else { return record }
    let text = Array(strings[Int(UInt32(truncatingIfNeeded: event.argument))].utf8)
    record.store(event.kind.rawValue | TraceFileFormat.hasText, at: Offset.kind)
    record.store(event.argument & ~0xFFFF_FFFF | UInt64(text.count), at: Offset.argument)
    let padding = (text.count + size - 1) / size * size - text.count
    return record + text + [UInt8](repeating: 0, count: padding)
  }
}

extension TraceEvent.Kind {
  fileprivate var hasText: Bool {
    switch self {
    case .operationNamed, .queueNamed, .classSeen, .threadSeen, .failed, .noted: true
    default: false
    }
  }
}

extension [UInt8] {
  fileprivate mutating func store(_ value: some FixedWidthInteger, at offset: Int) {
    Swift.withUnsafeBytes(of: value.littleEndian) {
      replaceSubrange(offset..<offset + $0.count, with: $0)
    }
  }
}
