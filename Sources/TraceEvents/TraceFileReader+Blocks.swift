extension TraceFileReader {
  /// Reads the chunks that are in use of a recording that keeps its most recent part.
  mutating func readBlocks(_ body: UnsafeRawBufferPointer, header: UnsafeRawBufferPointer?) {
    let layout = BlockLayout(header: header, body: body)
    log.problems += layout.problems
    if layout.isTorn {
      report(
        "it was copied while it was recorded; some events may be missing or wrong",
        at: UInt64(TraceFileFormat.headerSize)
      )
    }
    let chunks = chunksInUse(body, layout)
    if layout.turns > 0 {
      log.horizon =
        if let place = layout.horizon, let header {
          Self.horizon(header, at: place)
        } else {
          Self.concludedHorizon(chunks, layout, body)
        }
    }
    for chunk in chunks { readChunk(chunk, body) }
    if layout.isCounted { checkForMissing(chunks, layout, body) }
    if layout.horizon == nil { concludeLastOperation() }
  }

  private mutating func chunksInUse(
    _ body: UnsafeRawBufferPointer,
    _ layout: BlockLayout
  ) -> [BlockChunk] {
    let blocks = UnsafeRawBufferPointer(rebasing: body.prefix(layout.size))
    var chunks: [BlockChunk] = []
    var position = 0
    while blocks.count - position >= TraceFileFormat.chunkHeadSize {
      guard let chunk = BlockChunk(in: blocks, at: position), chunk.isUsed(layout) else {
        position += layout.blockSize
        continue
      }
      guard chunk.isSound(layout) else {
        report(
          "a chunk claims more than it can hold",
          at: UInt64(TraceFileFormat.headerSize + position)
        )
        position += layout.blockSize
        continue
      }
      chunks.append(chunk)
      position += chunk.size
    }
    return chunks
  }

  private mutating func readChunk(_ chunk: BlockChunk, _ body: UnsafeRawBufferPointer) {
    let offset = UInt64(TraceFileFormat.headerSize + chunk.position)
    let records = chunk.records(in: body)
    if chunk.kind == .ordinary { noteBegin(of: records) }
    let since = chunk.kind == .ordinary ? lastBegin : 0
    if records.count < chunk.committed {
      report("the trace is cut off within a chunk", at: offset)
      lose((chunk.committed - records.count) / TraceFileFormat.recordSize, since: since)
    }
    if chunk.kind == .carried { lastBegin = 0 }
    readRecords(
      records,
      thread: chunk.thread,
      at: offset + UInt64(TraceFileFormat.chunkHeadSize),
      isOrdered: chunk.kind == .ordinary
    )
  }

  // MARK: Missing chunks

  /// Says that chunks are missing which were handed out and not dropped, if some are.
  private mutating func checkForMissing(
    _ chunks: [BlockChunk],
    _ layout: BlockLayout,
    _ body: UnsafeRawBufferPointer
  ) {
    // Blocks were used again that the header wants: which are missing is not known.
    if layout.isTorn { return lose(0, since: 0) }
    let carried = missingCarried(chunks, layout)
    let (ordinary, since) = missingOrdinary(chunks, layout, body)
    let count = carried + ordinary
    guard count > 0 else { return }
    let all = GroupedNumber.text(count + chunks.count, "chunk is", "chunks are")
    report(
      "\(GroupedNumber.text(count)) of \(all) missing",
      at: UInt64(TraceFileFormat.headerSize)
    )
    // A chunk may take several blocks, because of one long text.
    let others = layout.size - chunks.reduce(0) { $0 + $1.size }
    let largest = (TraceFileFormat.mostText / layout.blockSize + 2) * layout.blockSize
    lose(
      min(count * largest, max(others, count * layout.blockSize)) / TraceFileFormat.recordSize,
      since: carried > 0 ? 0 : since
    )
  }

  private func missingCarried(_ chunks: [BlockChunk], _ layout: BlockLayout) -> Int {
    let indices = Set(chunks.filter { $0.kind == .carried }.map(\.index))
    let count = layout.carriedChunks ?? indices.max().map { Int($0) + 1 } ?? 0
    return max(0, count - indices.count)
  }

  /// How many of the threads' chunks are missing, and a moment before all of their records.
  private func missingOrdinary(
    _ chunks: [BlockChunk],
    _ layout: BlockLayout,
    _ body: UnsafeRawBufferPointer
  ) -> (Int, UInt64) {
    let ordinary = chunks.filter { $0.kind == .ordinary }.sorted { $0.number < $1.number }
    // What was handed out after the header was read may be there or not.
    let end = (layout.lastChunk ?? ordinary.last?.number ?? 0) + 1
    var next = layout.firstChunk ?? ordinary.first?.number ?? end
    var count: UInt64 = 0
    var (since, begin) = (UInt64.max, UInt64(0))
    func pass(to number: UInt64) {
      guard number > next else { return }
      count += number - next
      since = min(since, begin)
    }
    for chunk in ordinary where chunk.number < end {
      pass(to: chunk.number)
      next = max(next, chunk.number + 1)
      begin = Self.begin(of: chunk.records(in: body)) ?? begin
    }
    pass(to: end)
    return (Int(clamping: count), since)
  }
}
