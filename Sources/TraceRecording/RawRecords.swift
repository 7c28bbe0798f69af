import TraceEvents

/// Goes over records as they lie in a chunk, without reading them whole.
struct RawRecords: Sequence, IteratorProtocol {
  private typealias Offset = TraceFileFormat.RecordOffset
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// One record.
  struct Record {
    var time: UInt64
    var operation: UInt32
    var argument: UInt64
    /// Its kind without the mark of a text.
    var kind: UInt8
  }

  /// The records of a chunk.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func next() -> Record? {
    let size = TraceFileFormat.recordSize
    guard bytes.count - position >= size, let base = bytes.baseAddress else { return nil }
    let record = base + position
    let kind = record.load(fromByteOffset: Offset.kind, as: UInt8.self)
    let argument = record.load(fromByteOffset: Offset.argument, as: UInt64.self)
    position += size
    if kind & TraceFileFormat.hasText != 0 {
      position += (Int(UInt32(truncatingIfNeeded: argument)) + size - 1) / size * size
    }
    return Record(
      time: record.load(fromByteOffset: Offset.time, as: UInt64.self),
      operation: record.load(fromByteOffset: Offset.operation, as: UInt32.self),
      argument: argument,
      kind: kind & ~TraceFileFormat.hasText
    )
  }
}
