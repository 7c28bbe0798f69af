/// How the chunks of a recording lie that keeps its most recent part: in blocks, which are used again.
struct BlockLayout {
  /// The bytes of a block.
  var blockSize: Int
  /// The bytes of all blocks; nil where they go to the end.
  var size: Int?
  /// How often blocks had been freed when the header was read.
  var turns: UInt64
  /// The oldest generation that is there.
  var oldestGeneration: UInt64
}

extension TraceFileReader {
  /// Reads what the header says of a bound; returns the layout where there are blocks.
  mutating func readBound(_ bytes: UnsafeRawBufferPointer) -> BlockLayout? {
    typealias Offset = TraceFileFormat.HeaderOffset
    let flags = bytes.integer(UInt32.self, at: Offset.flags)
    guard flags & TraceFileFormat.HeaderFlag.isBounded != 0 else { return nil }
    let turns = bytes.acquireUInt64(at: Offset.turns)
    let horizon = UnsafeRawBufferPointer(
      rebasing: bytes[(Offset.horizons + Int(turns & 1) * TraceFileFormat.horizonSize)...]
    )
    if turns > 0 { log.horizon = Self.horizon(horizon, of: bytes) }
    let blockSize = Int(bytes.integer(UInt32.self, at: Offset.blockSize))
    let alignment = TraceFileFormat.chunkAlignment
    guard blockSize >= alignment, blockSize.isMultiple(of: alignment) else { return nil }
    let length = bytes.integer(UInt64.self, at: Offset.length)
    let others = TraceFileFormat.headerSize + TraceFileFormat.trailerSize
    return BlockLayout(
      blockSize: blockSize,
      size: length > others && length < UInt64(Int.max) ? Int(length) - others : nil,
      turns: turns,
      oldestGeneration: horizon.integer(
        UInt64.self,
        at: TraceFileFormat.HorizonOffset.oldestGeneration
      )
    )
  }

  private static func horizon(
    _ bytes: UnsafeRawBufferPointer,
    of header: UnsafeRawBufferPointer
  ) -> TraceHorizon {
    typealias Offset = TraceFileFormat.HorizonOffset
    let nanoseconds = header.integer(
      UInt64.self,
      at: TraceFileFormat.HeaderOffset.boundNanoseconds
    )
    return TraceHorizon(
      instant: TraceInstant(nanoseconds: bytes.integer(UInt64.self, at: Offset.instant)),
      lastOperation: OperationID(rawValue: bytes.integer(UInt32.self, at: Offset.lastOperation)),
      droppedEvents: bytes.integer(UInt64.self, at: Offset.droppedEvents),
      droppedOperations: bytes.integer(UInt64.self, at: Offset.droppedOperations),
      shortenedOperations: bytes.integer(UInt64.self, at: Offset.shortenedOperations),
      bound: TraceBound(
        bytes: header.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.boundBytes),
        nanoseconds: nanoseconds == 0 ? nil : nanoseconds
      )
    )
  }

  /// Reads the chunks that are in use, block by block.
  mutating func readBlocks(_ body: UnsafeRawBufferPointer, _ layout: BlockLayout, at offset: UInt64)
  {
    if let size = layout.size {
      if body.count < size + TraceFileFormat.trailerSize {
        report("the trace is cut off", at: offset + UInt64(body.count))
      } else if body.trailer(size) > layout.turns {
        report(
          "it was copied while it was recorded; some events may be missing or wrong",
          at: offset
        )
      }
    }
    let blocks = UnsafeRawBufferPointer(rebasing: body.prefix(layout.size ?? body.count))
    var position = 0
    while blocks.count - position >= TraceFileFormat.chunkHeadSize {
      let head = UnsafeRawBufferPointer(rebasing: blocks[position...])
      position += readBlock(head, layout, at: offset + UInt64(position))
    }
  }

  /// Reads the chunk that begins with a block, if one does; returns how many bytes were read or passed over.
  private mutating func readBlock(
    _ head: UnsafeRawBufferPointer,
    _ layout: BlockLayout,
    at offset: UInt64
  ) -> Int {
    typealias Offset = TraceFileFormat.ChunkOffset
    guard head.acquireUInt32(at: Offset.magic) == TraceFileFormat.chunkMagic else {
      return layout.blockSize
    }
    let generation = head.integer(UInt64.self, at: Offset.generation)
    let isUsed =
      switch TraceFileFormat.ChunkKind(rawValue: head.integer(UInt32.self, at: Offset.kind)) {
      case .ordinary: generation >= layout.oldestGeneration
      case .carried: generation == layout.turns
      case nil: false
      }
    guard isUsed else { return layout.blockSize }
    let size = Int(head.integer(UInt32.self, at: Offset.size))
    let committed = Int(head.acquireUInt32(at: Offset.committed))
    let headSize = TraceFileFormat.chunkHeadSize
    guard size >= layout.blockSize, size.isMultiple(of: layout.blockSize),
      committed <= size - headSize, committed.isMultiple(of: TraceFileFormat.recordSize)
    else {
      report("a chunk claims more than it can hold", at: offset)
      return layout.blockSize
    }
    if committed > head.count - headSize {
      report("the trace is cut off within a chunk", at: offset)
    }
    let present = min(committed, head.count - headSize) / TraceFileFormat.recordSize
    readRecords(
      UnsafeRawBufferPointer(
        rebasing: head[headSize...].prefix(present * TraceFileFormat.recordSize)
      ),
      thread: ThreadID(rawValue: head.integer(UInt32.self, at: Offset.thread)),
      at: offset + UInt64(headSize)
    )
    return size
  }
}

extension UnsafeRawBufferPointer {
  /// What the trailer behind blocks of that size says.
  fileprivate func trailer(_ size: Int) -> UInt64 {
    integer(UInt64.self, at: size + TraceFileFormat.trailerSize - 8)
  }

  /// Whether these bytes of a file were read while its blocks were being used again, so that they don't belong together.
  package var isTorn: Bool {
    typealias Offset = TraceFileFormat.HeaderOffset
    let headerSize = TraceFileFormat.headerSize
    guard count >= headerSize + TraceFileFormat.trailerSize,
      integer(UInt32.self, at: Offset.flags) & TraceFileFormat.HeaderFlag.isBounded != 0,
      integer(UInt64.self, at: Offset.length) == UInt64(count)
    else { return false }
    return integer(UInt64.self, at: count - 8) > integer(UInt64.self, at: Offset.turns)
  }
}
