import TraceEvents

/// A record that may be carried along, and where its bytes are.
struct CarriedRecord {
  /// What it says; its argument is the one in the file.
  var event: TraceEvent
  /// Its bytes, with its text, in what was sifted.
  var bytes: Range<Int>
}

/// Goes over the records of a chunk.
struct ChunkRecords: Sequence, IteratorProtocol {
  private let memory: UnsafeRawBufferPointer
  private let range: Range<Int>
  private var position: Int
  private var thread: ThreadID

  /// The records of a thread that lie there in memory.
  init(_ memory: UnsafeRawBufferPointer, in range: Range<Int>, of thread: UInt32) {
    self.memory = memory
    self.range = range
    position = range.lowerBound
    self.thread = ThreadID(rawValue: thread)
  }

  mutating func next() -> CarriedRecord? {
    typealias Offset = TraceFileFormat.RecordOffset
    let size = TraceFileFormat.recordSize
    while range.upperBound - position >= size {
      let start = position
      let record = UnsafeRawBufferPointer(rebasing: memory[start..<start + size])
      let kind = record.load(fromByteOffset: Offset.kind, as: UInt8.self)
      let argument = record.load(fromByteOffset: Offset.argument, as: UInt64.self)
      position += size
      if kind & TraceFileFormat.hasText != 0 {
        position += (Int(UInt32(truncatingIfNeeded: argument)) + size - 1) / size * size
      }
      if kind == TraceFileFormat.threadMark {
        thread = ThreadID(rawValue: UInt32(truncatingIfNeeded: argument))
      } else if let event = TraceEvent(record: record, argument: argument, thread: thread) {
        return CarriedRecord(event: event, bytes: start..<position)
      }
    }
    return nil
  }
}
