/// Which blocks of a bounded recording are in use, and by which generation.
///
/// A chunk takes one block, or several that lie together. Threads get chunks of the current generation; the oldest one is dropped
/// as a whole. The memory of the table is taken once: a traced thread that asks for a chunk allocates nothing.
struct BlockTable: Sendable {
  /// When nobody wrote into a generation any more, and which one was current then.
  struct End: Hashable, Sendable {
    var instant: UInt64
    var current: UInt64
  }

  /// The blocks of one chunk.
  struct Chunk: Hashable, Sendable {
    var block: Int
    var count: Int
  }

  /// Who has the first block of each chunk; `free` for the others of a chunk, too.
  private var owners: [UInt64]
  /// How many blocks the chunk has that begins with this one; 0 within a chunk and where none is.
  private var counts: [UInt32]
  private var free: Int
  /// The block behind the chunk that was taken last.
  private var next = 0
  /// When each generation began, from the oldest one on.
  private var begins: [UInt64] = []
  /// The ends of those into which nobody writes any more.
  private var ends: [End] = []

  /// The number of the generation that new chunks belong to.
  private(set) var current: UInt64 = 1
  /// The oldest generation that is there.
  private(set) var oldest: UInt64 = 1
  /// How many blocks the current generation has taken.
  private(set) var usedByCurrent = 0
  /// How many blocks the carried records take.
  private(set) var carriedBlocks = 0

  private static let nobody: UInt64 = 0
  private static let carriedBit: UInt64 = 1 << 63
  /// How many generations there are at most; a further one waits until one is dropped.
  private static let mostGenerations = 256

  /// A table of that many free blocks.
  init(count: Int, beginning instant: UInt64) {
    owners = Array(repeating: Self.nobody, count: count)
    counts = Array(repeating: 0, count: count)
    free = count
    begins.reserveCapacity(Self.mostGenerations + 1)
    begins.append(instant)
    ends.reserveCapacity(Self.mostGenerations + 1)
  }

  // MARK: Sizes

  /// The most blocks that carried records may take.
  ///
  /// Twice as many stay back from the threads, so that the next ones can always be
  /// written while those before are still there. A tenth of all, of few blocks more, or what they need and a little more up to a
  /// quarter.
  var mostCarried: Int {
    let least = max(1, owners.count / 10, min(16, owners.count / 5))
    return max(least, min(carriedBlocks + carriedBlocks / 4, owners.count / 4))
  }

  private var shared: Int { max(1, owners.count - 2 * mostCarried) }

  /// How many blocks a generation takes.
  var quota: Int { max(1, shared / 9) }

  /// How many blocks threads can still get.
  var available: Int { max(0, shared - (owners.count - free - carriedBlocks)) }

  /// How many blocks carried records can take now.
  var roomForCarried: Int { min(free, mostCarried) }

  /// How many blocks are in use.
  var used: Int { owners.count - free }

  /// Whether the oldest generation must go so that there is room for the next one.
  var isShort: Bool { oldest < current && available < 3 * quota }

  // MARK: Generations

  /// When a generation began.
  func begin(of generation: UInt64) -> UInt64 {
    begins[Int(generation - oldest)]
  }

  /// The end of a generation into which nobody writes any more.
  func end(of generation: UInt64) -> End {
    ends[Int(generation - oldest)]
  }

  /// Says that nobody writes any more into the generations before this one.
  mutating func close(before generation: UInt64, at instant: UInt64) {
    while oldest + UInt64(ends.count) < generation {
      ends.append(End(instant: instant, current: current))
    }
  }

  /// Begins a generation if the current one is full; returns whether it was.
  mutating func turnIfFull(at instant: UInt64) -> Bool {
    guard usedByCurrent >= quota else { return false }
    return turn(at: instant)
  }

  /// Begins a generation; returns false where too many are still there.
  mutating func turn(at instant: UInt64) -> Bool {
    guard begins.count < Self.mostGenerations else { return false }
    current += 1
    usedByCurrent = 0
    begins.append(instant)
    return true
  }

  // MARK: Chunks

  /// Takes blocks that lie together for a chunk of the current generation.
  mutating func take(_ count: Int) -> Chunk? {
    guard count <= available, let chunk = allot(count, to: current) else { return nil }
    usedByCurrent += count
    return chunk
  }

  /// Takes blocks for carried records.
  mutating func takeCarried(_ count: Int, of turn: UInt64) -> Chunk? {
    allot(count, to: turn | Self.carriedBit)
  }

  /// Looks for free blocks from where the last ones were found on, and after the end from the beginning.
  private mutating func allot(_ count: Int, to owner: UInt64) -> Chunk? {
    for start in 0...1 {
      let range = (start == 0 ? next : 0)..<owners.count
      var length = 0
      var block = range.lowerBound
      while block < range.upperBound {
        if counts[block] > 0 {
          length = 0
          block += Int(counts[block])
          continue
        }
        length += 1
        block += 1
        if length < count { continue }
        let first = block - count
        owners[first] = owner
        counts[first] = UInt32(count)
        free -= count
        next = block
        return Chunk(block: first, count: count)
      }
    }
    return nil
  }

  /// The chunks of a generation.
  func chunks(of generation: UInt64) -> [Chunk] {
    chunks { $0 == generation }
  }

  /// The carried chunks of a turn.
  func carriedChunks(of turn: UInt64) -> [Chunk] {
    chunks { $0 == turn | Self.carriedBit }
  }

  /// All chunks that a reader wants after a turn.
  func validChunks(turn: UInt64) -> [Chunk] {
    chunks { $0 & Self.carriedBit == 0 ? $0 >= oldest : $0 == turn | Self.carriedBit }
  }

  private func chunks(where belongs: (UInt64) -> Bool) -> [Chunk] {
    owners.indices.compactMap { block in
      guard counts[block] > 0, belongs(owners[block]) else { return nil }
      return Chunk(block: block, count: Int(counts[block]))
    }
  }

  // MARK: The end of a generation

  /// Frees the oldest generation and the carried chunks of the turns before this one.
  mutating func dropOldest(afterTurn turn: UInt64) {
    carriedBlocks = 0
    for block in owners.indices where counts[block] > 0 {
      let owner = owners[block]
      let isCarried = owner & Self.carriedBit != 0
      if isCarried && owner == turn | Self.carriedBit { carriedBlocks += Int(counts[block]) }
      guard isCarried ? owner < turn | Self.carriedBit : owner == oldest else { continue }
      release(block)
    }
    begins.removeFirst()
    ends.removeFirst()
    oldest += 1
  }

  /// Frees the carried chunks of a turn that did not take place.
  mutating func discardCarried(of turn: UInt64) {
    for chunk in carriedChunks(of: turn) { release(chunk.block) }
  }

  private mutating func release(_ block: Int) {
    free += Int(counts[block])
    owners[block] = Self.nobody
    counts[block] = 0
  }
}
