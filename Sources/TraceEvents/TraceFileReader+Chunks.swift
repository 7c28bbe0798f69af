extension TraceFileReader {
  /// Reads chunks that follow one another.
  mutating func readChunks(_ body: UnsafeRawBufferPointer, at offset: UInt64) {
    typealias Offset = TraceFileFormat.ChunkOffset
    // Up to here chunks were handed out; behind it zeros are space that was reserved.
    let knowsEnd = used > 0
    let used = used > offset ? min(Int(clamping: used - offset), body.count) : 0
    var position = 0
    while body.count - position >= TraceFileFormat.chunkHeadSize {
      let head = UnsafeRawBufferPointer(rebasing: body[position...])
      let magic = head.integer(UInt32.self, at: Offset.magic)
      let size = Int(head.integer(UInt32.self, at: Offset.size))
      if magic == 0 {
        // Space that was reserved and has not been used yet, unless a chunk has been there or, in a trace that does not say how many
        // there are, comes behind it.
        let next = nextChunk(in: body, after: position)
        let isLost = knowsEnd ? position < used : next < body.count
        if isLost, head.acquireUInt32(at: Offset.magic) == 0 {
          let end = next < body.count ? next : max(used, position)
          skip(end - position, "zeros are where a chunk should begin", at: offset, position)
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
    sequentialEnd = offset + UInt64(position)
  }

  /// Says that the file ends before its last chunk does, if that is so; called behind all chunks.
  mutating func checkEnd(fileSize: UInt64) {
    guard used > sequentialEnd || isCutWithinChunk else { return }
    let length = GroupedNumber.text(max(used, sequentialEnd), "byte")
    report("the trace is cut off: it was \(length) long", at: fileSize)
    let others = used > sequentialEnd ? used - sequentialEnd : 0
    lose(Int(clamping: others) / TraceFileFormat.recordSize, since: lastBegin)
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
    noteBegin(of: UnsafeRawBufferPointer(rebasing: head.dropFirst(headSize).prefix(usable)))
    if isTooMuch {
      report("a chunk claims more than it can hold", at: offset)
      lose(0, since: lastBegin)
    } else if committed > present {
      isCutWithinChunk = true
      lose((committed - usable) / TraceFileFormat.recordSize, since: lastBegin)
    }
    readRecords(
      UnsafeRawBufferPointer(rebasing: head[headSize...].prefix(usable)),
      thread: ThreadID(rawValue: head.integer(UInt32.self, at: Offset.thread)),
      at: offset + UInt64(headSize)
    )
    // What a chunk has not used yet is zero; where another one begins in it, its size is wrong.
    let rest = UnsafeRawBufferPointer(rebasing: head.prefix(size))
    let usedPages = (headSize + usable - 1) / TraceFileFormat.chunkAlignment
    let next = nextChunk(in: rest, after: usedPages * TraceFileFormat.chunkAlignment)
    if next >= rest.count {
      checkForUncounted(rest, committed: committed, at: offset)
      return size
    }
    report("a chunk claims more room than it has", at: offset)
    return next
  }

  /// Says that a chunk of a recording that was closed holds more records than it counts, if it does.
  ///
  /// A thread that was stopped in the middle of one leaves one; while the recording goes on there may be any number.
  private mutating func checkForUncounted(
    _ chunk: UnsafeRawBufferPointer,
    committed: Int,
    at offset: UInt64
  ) {
    typealias Offset = TraceFileFormat.RecordOffset
    let recordSize = TraceFileFormat.recordSize
    let start = TraceFileFormat.chunkHeadSize + committed
    guard isClosed, chunk.count - start >= recordSize else { return }
    let one = UnsafeRawBufferPointer(rebasing: chunk[start...])
    var length = recordSize
    if one[Offset.kind] & TraceFileFormat.hasText != 0 {
      let text = Int(UInt32(truncatingIfNeeded: one.integer(UInt64.self, at: Offset.argument)))
      length += (text + recordSize - 1) / recordSize * recordSize
    }
    var count = 0
    while one.count - length >= recordSize {
      if one[length + Offset.kind] != 0 { count += 1 }
      length += recordSize
    }
    guard count > 0 else { return }
    report("a chunk counts fewer records than it has", at: offset)
    lose(count + 1, since: lastBegin)
  }

  /// Where the next chunk begins; the end where none does.
  func nextChunk(in body: UnsafeRawBufferPointer, after position: Int) -> Int {
    var next = position + TraceFileFormat.chunkAlignment
    while body.count - next >= TraceFileFormat.chunkHeadSize {
      if body.integer(UInt32.self, at: next) == TraceFileFormat.chunkMagic { return next }
      next += TraceFileFormat.chunkAlignment
    }
    return body.count
  }

  private mutating func skip(_ count: Int, _ message: String, at offset: UInt64, _ position: Int) {
    report(message, at: offset + UInt64(position))
    lose(count / TraceFileFormat.recordSize, since: lastBegin)
  }
}
