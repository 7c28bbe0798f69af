/// Lays a log out as the bytes of a `.optrace` file.
///
/// This is how a sound file is made from a log that is already there; a running program is recorded by chunks that it writes
/// into itself.
package struct TraceFileWriter {
  private var bytes: [UInt8]
  private let log: EventLog

  /// The bytes of a file that holds the log.
  package static func bytes(of log: EventLog) -> [UInt8] {
    var writer = TraceFileWriter(log)
    writer.writeChunks()
    writer.store(UInt64(writer.bytes.count), at: TraceFileFormat.HeaderOffset.used)
    return writer.bytes
  }

  /// Any moment will do: a reader counts from it.
  private static let anyMoment: UInt64 = 1_000_000_000

  private let startedAt: UInt64

  /// The bytes of a record that says of which thread the records behind it are.
  package static func threadMark(_ thread: ThreadID) -> [UInt8] {
    var writer = TraceFileWriter(records: EventLog())
    writer.bytes = [UInt8](repeating: 0, count: TraceFileFormat.recordSize)
    writer.store(UInt64(thread.rawValue), at: TraceFileFormat.RecordOffset.argument)
    writer.store(TraceFileFormat.threadMark, at: TraceFileFormat.RecordOffset.kind)
    return writer.bytes
  }

  /// Writes records alone.
  private init(records log: EventLog) {
    self.log = log
    startedAt = 0
    bytes = []
  }

  private init(_ log: EventLog) {
    typealias Offset = TraceFileFormat.HeaderOffset
    self.log = log
    startedAt = Self.anyMoment
    bytes = [UInt8](repeating: 0, count: TraceFileFormat.headerSize)
    bytes.replaceSubrange(0..<TraceFileFormat.magic.count, with: TraceFileFormat.magic)
    store(TraceFileFormat.majorVersion, at: Offset.majorVersion)
    store(TraceFileFormat.minorVersion, at: Offset.minorVersion)
    store(UInt32(TraceFileFormat.headerSize), at: Offset.headerSize)
    store(UInt32(TraceFileFormat.recordSize), at: Offset.recordSize)
    store(log.header.processID, at: Offset.processID)
    store(startedAt, at: Offset.startedAtMonotonic)
    store(log.header.startedAtUnixNanoseconds, at: Offset.startedAtUnix)
    store(log.header.stallAfterNanoseconds, at: Offset.stallAfter)
    storeFlags()
    let isStopped = log.events.last?.kind == .stopped
    let state: TraceFileFormat.RecordingState = isStopped ? .stopped : .recording
    store(state.rawValue, at: Offset.state)
    store(startedAt &+ log.end.nanoseconds, at: Offset.end)
    let program = Array(log.header.program.utf8.prefix(TraceFileFormat.maximumProgramName))
    store(UInt16(program.count), at: Offset.programLength)
    bytes.replaceSubrange(Offset.program..<Offset.program + program.count, with: program)
  }

  private mutating func storeFlags() {
    typealias Offset = TraceFileFormat.HeaderOffset
    typealias Horizon = TraceFileFormat.HorizonOffset
    var flags = log.header.omitsNames ? TraceFileFormat.HeaderFlag.omitsNames : 0
    if let horizon = log.horizon {
      flags |= TraceFileFormat.HeaderFlag.isBounded
      store(horizon.bound.bytes, at: Offset.boundBytes)
      store(horizon.bound.nanoseconds ?? 0, at: Offset.boundNanoseconds)
      store(UInt64(2), at: Offset.turns)
      let start = Offset.horizons
      store(startedAt &+ horizon.instant.nanoseconds, at: start + Horizon.instant)
      store(horizon.lastOperation.rawValue, at: start + Horizon.lastOperation)
      store(horizon.droppedEvents, at: start + Horizon.droppedEvents)
      store(horizon.droppedOperations, at: start + Horizon.droppedOperations)
      store(horizon.shortenedOperations, at: start + Horizon.shortenedOperations)
      let check = bytes.withUnsafeBytes { TraceFileFormat.check(ofHorizon: $0, at: start) }
      store(check, at: start + Horizon.check)
    }
    store(flags, at: Offset.flags)
  }

  // MARK: Chunks

  /// Writes a chunk for each run of events of one thread; where threads take turns very often, for many runs, as each chunk
  /// takes some kilobytes however little it holds.
  private mutating func writeChunks() {
    let turns = zip(log.events, log.events.dropFirst()).count { $0.thread != $1.thread }
    let most = turns > Self.mostSmallChunks ? Self.eventsOfChunk : 0
    var index: UInt32 = 0
    var position = log.events.startIndex
    while position < log.events.endIndex {
      let thread = log.events[position].thread
      var run = log.events[position...].prefix { $0.thread == thread }
      if run.count < most { run = log.events[position...].prefix(most) }
      writeChunk(of: run, thread: thread, index: index)
      index += 1
      position = run.endIndex
    }
  }

  private static let mostSmallChunks = 1024
  private static let eventsOfChunk = 4096

  private mutating func writeChunk(
    of events: ArraySlice<TraceEvent>,
    thread: ThreadID,
    index: UInt32
  ) {
    typealias Offset = TraceFileFormat.ChunkOffset
    let start = bytes.count
    bytes.append(contentsOf: [UInt8](repeating: 0, count: TraceFileFormat.chunkHeadSize))
    var current = thread
    for event in events {
      if event.thread != current {
        current = event.thread
        bytes.append(contentsOf: Self.threadMark(current))
      }
      writeRecord(event)
    }
    let committed = bytes.count - start - TraceFileFormat.chunkHeadSize
    let alignment = TraceFileFormat.chunkAlignment
    let size = (bytes.count - start + alignment - 1) / alignment * alignment
    bytes.append(contentsOf: [UInt8](repeating: 0, count: start + size - bytes.count))
    store(TraceFileFormat.chunkMagic, at: start + Offset.magic)
    store(UInt32(size), at: start + Offset.size)
    store(thread.rawValue, at: start + Offset.thread)
    store(index, at: start + Offset.index)
    store(UInt32(committed), at: start + Offset.committed)
  }

  private mutating func writeRecord(_ event: TraceEvent) {
    typealias Offset = TraceFileFormat.RecordOffset
    let size = TraceFileFormat.recordSize
    let start = bytes.count
    var kind = event.kind.rawValue
    var argument = event.argument
    var text: [UInt8] = []
    if event.kind.hasText {
      text = Array((log.string(at: argument & 0xFFFF_FFFF) ?? "").utf8)
      kind |= TraceFileFormat.hasText
      argument = argument & ~0xFFFF_FFFF | UInt64(text.count)
    }
    let slots = (text.count + size - 1) / size
    bytes.append(contentsOf: [UInt8](repeating: 0, count: size * (1 + slots)))
    store(startedAt &+ event.instant.nanoseconds, at: start + Offset.time)
    store(event.operation?.rawValue ?? 0, at: start + Offset.operation)
    store(event.queue?.rawValue ?? 0, at: start + Offset.queue)
    store(argument, at: start + Offset.argument)
    store(event.actor?.rawValue ?? 0, at: start + Offset.actor)
    store(kind, at: start + Offset.kind)
    store(event.flags.rawValue, at: start + Offset.flags)
    store(event.detail, at: start + Offset.detail)
    bytes.replaceSubrange(start + size..<start + size + text.count, with: text)
  }

  private mutating func store<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { raw in
      bytes.replaceSubrange(offset..<offset + raw.count, with: raw)
    }
  }
}

extension TraceEvent.Kind {
  /// Whether a text goes with it.
  package var hasText: Bool {
    switch self {
    case .operationNamed, .queueNamed, .classSeen, .threadSeen, .unknownKeyNotified, .failed,
      .noted,
      .stackRecorded:
      true
    default: false
    }
  }
}
