/// The head of a chunk in blocks.
struct BlockChunk {
  /// Where it begins, in bytes behind the header.
  var position: Int
  var kind: TraceFileFormat.ChunkKind
  var generation: UInt64
  /// Its bytes with its head.
  var size: Int
  /// The bytes of its records.
  var committed: Int
  var thread: ThreadID
  /// Which chunk of its thread it is, or of the carried ones.
  var index: UInt32
  /// Which chunk of all threads it is, from 1 on; 0 where chunks are not numbered.
  var number: UInt64

  /// The chunk that begins at a position; nil where none does.
  init?(in body: UnsafeRawBufferPointer, at position: Int) {
    typealias Offset = TraceFileFormat.ChunkOffset
    guard body.count - position >= TraceFileFormat.chunkHeadSize,
      body.acquireUInt32(at: position + Offset.magic) == TraceFileFormat.chunkMagic,
      let kind = TraceFileFormat.ChunkKind(
        rawValue: body.integer(UInt32.self, at: position + Offset.kind)
      )
    else { return nil }
    self.position = position
    self.kind = kind
    generation = body.integer(UInt64.self, at: position + Offset.generation)
    size = Int(body.integer(UInt32.self, at: position + Offset.size))
    committed = Int(body.acquireUInt32(at: position + Offset.committed))
    thread = ThreadID(rawValue: body.integer(UInt32.self, at: position + Offset.thread))
    index = body.integer(UInt32.self, at: position + Offset.index)
    number = body.integer(UInt64.self, at: position + Offset.number)
  }

  /// The first chunk that is there.
  static func first(in body: UnsafeRawBufferPointer) -> BlockChunk? {
    stride(from: 0, to: body.count, by: TraceFileFormat.chunkAlignment).lazy
      .compactMap { BlockChunk(in: body, at: $0) }.first
  }

  /// What begins at blocks and looks like a chunk, in use or not.
  static func all(
    in body: Slice<UnsafeRawBufferPointer>,
    blockSize: Int
  ) -> [BlockChunk] {
    let body = UnsafeRawBufferPointer(rebasing: body)
    return stride(from: 0, to: body.count, by: blockSize).compactMap {
      BlockChunk(in: body, at: $0)
    }
  }

  /// Its records, as far as they are there.
  func records(in body: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = position + TraceFileFormat.chunkHeadSize
    let present = min(committed, body.count - start)
    let size = TraceFileFormat.recordSize
    return UnsafeRawBufferPointer(rebasing: body[start..<start + present / size * size])
  }

  /// Whether a reader of a layout wants it.
  func isUsed(_ layout: BlockLayout) -> Bool {
    switch kind {
    case .ordinary: generation >= layout.oldestGeneration
    case .carried: generation == layout.turns
    }
  }

  /// Whether it can be what it says.
  func isSound(_ layout: BlockLayout) -> Bool {
    size >= layout.blockSize && size.isMultiple(of: layout.blockSize)
      && committed <= size - TraceFileFormat.chunkHeadSize
      && committed.isMultiple(of: TraceFileFormat.recordSize)
  }
}
