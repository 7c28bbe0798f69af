/// How the chunks of a recording lie that keeps its most recent part, in blocks that are used again, and which of them are in use.
///
/// The header, the trailer and the chunks tell it, each a part of it twice: where one is damaged, the others are believed.
struct BlockLayout {
  /// The bytes of a block.
  private(set) var blockSize = TraceFileFormat.chunkAlignment
  /// The bytes of all blocks.
  private(set) var size: Int
  /// What the trailer says; nil in a copy, and where it was cut off.
  private(set) var trailer: UInt64?
  /// How often blocks had been freed when the header was read.
  private(set) var turns: UInt64 = 0
  /// Where the horizon stands in the header that goes with the turns; nil where none is sound.
  private(set) var horizon: Int?
  /// How many chunks of threads had been handed out; nil where that is not known.
  private(set) var lastChunk: UInt64?
  /// The number of the first chunk that is in use; nil where that is not known.
  private(set) var firstChunk: UInt64?
  /// How many chunks of carried records there are; nil where that is not known.
  private(set) var carriedChunks: Int?
  /// Whether chunks are numbered: a missing one is seen.
  private(set) var isCounted = true
  /// The bytes of blocks and trailer that should be there and are not.
  private(set) var missing = 0
  /// What is not sound, with its place in the file.
  private(set) var problems: [TraceProblem] = []

  /// The oldest generation that is in use: each turn drops one, from the first on.
  var oldestGeneration: UInt64 { turns + 1 }

  /// Whether a trailer tells of a later turn than the header that was read before it.
  var isTorn: Bool { trailer.map { $0 > turns } ?? false }

  private typealias Offset = TraceFileFormat.HeaderOffset
  private typealias Horizon = TraceFileFormat.HorizonOffset

  /// Whether chunks lie in blocks: the header says so, or the first chunk that is there.
  static func isNeeded(header: UnsafeRawBufferPointer?, body: UnsafeRawBufferPointer) -> Bool {
    if let header, header.integer(UInt32.self, at: Offset.blockSize) != 0,
      header.integer(UInt32.self, at: Offset.flags) & TraceFileFormat.HeaderFlag.isBounded != 0
    {
      return true
    }
    return BlockChunk.first(in: body).map { $0.generation > 0 } ?? false
  }

  /// Finds out how the blocks lie behind a header, which may be lost.
  init(header: UnsafeRawBufferPointer?, body: UnsafeRawBufferPointer) {
    size = body.count
    readSizes(header, body)
    if let header { readTurns(header, body) } else { concludeTurns(body) }
  }

  // MARK: Sizes

  private mutating func readSizes(_ header: UnsafeRawBufferPointer?, _ body: UnsafeRawBufferPointer)
  {
    guard let header else { return findTrailer(body) }
    let alignment = TraceFileFormat.chunkAlignment
    let block = Int(header.integer(UInt32.self, at: Offset.blockSize))
    let length = header.integer(UInt64.self, at: Offset.length)
    let minor = header.integer(UInt16.self, at: Offset.minorVersion)
    isCounted = minor >= TraceFileFormat.firstMinorThatCounts
    let others = TraceFileFormat.headerSize + TraceFileFormat.trailerSize
    let used = isCounted ? Int(clamping: header.integer(UInt64.self, at: Offset.used)) : 0
    guard block >= alignment, block.isMultiple(of: alignment),
      length == 0 && (used > 0 || !isCounted)
        || length > others && length < 1 << 48 && (Int(length) - others) % block == 0
    else {
      report("the sizes of blocks in the header are damaged", at: Offset.blockSize)
      return findTrailer(body)
    }
    blockSize = block
    if length == 0 {
      // A copy says with other words how long it is.
      missing = max(0, used - TraceFileFormat.headerSize - body.count)
    } else {
      size = Int(length) - others
      missing = max(0, size + TraceFileFormat.trailerSize - body.count)
      if missing == 0 { trailer = Self.trailer(body, behind: size) }
    }
    if missing > 0 {
      let place = TraceFileFormat.headerSize + body.count
      let length = GroupedNumber.text(place + missing, "byte")
      report("the trace is cut off: it was \(length) long", at: place)
    }
  }

  /// Looks for a trailer at the end: a page of zeros with a number at its end.
  private mutating func findTrailer(_ body: UnsafeRawBufferPointer) {
    let rest = body.count - TraceFileFormat.trailerSize
    guard rest >= 0, let number = Self.trailer(body, behind: rest), number > 0,
      body[rest..<body.count - 8].allSatisfy({ $0 == 0 })
    else { return }
    size = rest
    trailer = number
  }

  private static func trailer(_ body: UnsafeRawBufferPointer, behind size: Int) -> UInt64? {
    guard body.count >= size + TraceFileFormat.trailerSize else { return nil }
    return body.integer(UInt64.self, at: size + TraceFileFormat.trailerSize - 8)
  }

  // MARK: Turns

  private mutating func readTurns(_ header: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer)
  {
    let said = header.acquireUInt64(at: Offset.turns)
    // An old number of turns may be one that was overwritten: the trailer tells of a later one, whose horizon is there.
    let isOld = trailer.map { $0 > said && holds($0, header) } ?? false
    if holds(said, header), !isOld {
      turns = said
      horizon = Self.place(ofHorizon: said)
      // A program that was killed may have told the header, and not the trailer yet.
      if let trailer, trailer &+ 1 < said || trailer > said && trailer - said > 1 << 24 {
        report("the trailer is damaged", at: TraceFileFormat.headerSize + size)
        self.trailer = nil
      }
    } else {
      // The trailer is told after the header.
      let candidates = [trailer.map { $0 &+ 1 }, trailer, oldest(0, header), oldest(1, header)]
      let sound = candidates.compactMap { $0 }.first { holds($0, header) }
      report("the turns or horizons in the header are damaged", at: Offset.turns)
      if let sound {
        turns = sound
        horizon = Self.place(ofHorizon: sound)
      } else if let trailer, said == trailer || said == trailer &+ 1 {
        turns = said
      } else {
        concludeTurns(body)
      }
    }
    guard isCounted else { return }
    let chunks = header.integer(UInt64.self, at: Offset.chunks)
    if chunks < 1 << 48 { lastChunk = chunks }
    guard let horizon else { return }
    firstChunk = header.integer(UInt64.self, at: horizon + Horizon.firstChunk)
    carriedChunks = Int(header.integer(UInt32.self, at: horizon + Horizon.carriedChunks))
  }

  /// What the chunks say of the turns, where the header does not.
  private mutating func concludeTurns(_ body: UnsafeRawBufferPointer) {
    if let trailer, trailer < 1 << 48 {
      turns = trailer
    } else {
      turns =
        BlockChunk.all(in: body.prefix(size), blockSize: blockSize)
        .filter { $0.kind == .carried }.map(\.generation).max() ?? 0
    }
  }

  private static func place(ofHorizon turns: UInt64) -> Int {
    Offset.horizons + Int(turns & 1) * TraceFileFormat.horizonSize
  }

  /// Whether the horizon that goes with the turns is theirs, and sound.
  private func holds(_ turns: UInt64, _ header: UnsafeRawBufferPointer) -> Bool {
    let place = Self.place(ofHorizon: turns)
    guard turns < 1 << 48,
      header.integer(UInt64.self, at: place + Horizon.oldestGeneration) == turns + 1
    else { return false }
    return !isCounted || TraceFileFormat.isSound(horizon: header, at: place)
  }

  /// The turns that a horizon is of.
  private func oldest(_ slot: UInt64, _ header: UnsafeRawBufferPointer) -> UInt64? {
    let place = Self.place(ofHorizon: slot)
    let oldest = header.integer(UInt64.self, at: place + Horizon.oldestGeneration)
    return oldest > 0 ? oldest - 1 : nil
  }

  private mutating func report(_ message: String, at offset: Int) {
    problems.append(TraceProblem(offset: UInt64(offset), message: message))
  }
}

extension UnsafeRawBufferPointer {
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
