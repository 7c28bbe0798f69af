import OperationObservation
import Synchronization
package import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of a recording that keeps its most recent part: a header, blocks that are used again, and a trailer.
///
/// All of it is reserved at the beginning. Threads write into chunks of the current generation; when that is full, the next one
/// begins, and when there is little room, a keeper drops the oldest one (`BoundedStore+Turn.swift`). What is still needed of it
/// is carried along.
package final class BoundedStore: RecordingStore, @unchecked Sendable {
  // `base` is mapped until `release()`, which the owner calls when nobody writes or reads any more. What changes is in `state`,
  // and `session` and `turns`, which `keeperLock` guards.

  let bound: TraceBound
  let base: UnsafeMutableRawPointer
  let length: Int
  let blockSize: Int
  let state: LockedValue<State>

  private let destination: ChunkStore.Destination
  private let owner = getpid()
  private let keeper = Keeper()

  /// Held while blocks change hands from one generation to another, and while they are read.
  let turning = LockedValue(Turning())

  struct State: Sendable {
    var blocks: BlockTable
    /// How many chunks threads have got.
    var chunks: UInt64 = 0
    var isOver = false
    /// Whether a thread asked in vain since the oldest generation was dropped last.
    var isWanting = false
  }

  /// What only the keeper and readers look at.
  struct Turning: Sendable {
    var session: ObservationSession?
    /// How often the oldest generation was dropped.
    var turns: UInt64 = 0
    /// Into which generations nobody writes any more: those below this one.
    var closed: UInt64 = 1
    /// What was dropped so far.
    var dropped = Dropped()
    /// The number of the first chunk that was not dropped.
    var firstChunk: UInt64 = 1
    /// Operations of which records are carried before what introduces them, by the generation until which that may come.
    var pending: [UInt32: UInt64] = [:]
  }

  /// Which chunks are in the recording, so that a reader sees whether one is missing.
  struct Chunks: Hashable, Sendable {
    /// The number of the first chunk of a thread.
    var first: UInt64 = 1
    /// How many chunks of carried records there are.
    var carried: UInt32 = 0
  }

  /// What is no longer in the recording.
  struct Dropped: Hashable, Sendable {
    var lastOperation: UInt32 = 0
    var events: UInt64 = 0
    var operations: UInt64 = 0
    var shortened: UInt64 = 0
  }

  var isOwned: Bool { getpid() == owner }
  var headerPage: TraceHeaderPage { TraceHeaderPage(at: base) }

  /// Creates the file, or takes the memory, and writes the header.
  package init(
    _ destination: ChunkStore.Destination,
    keeping bound: TraceBound,
    omitsNames: Bool,
    program: String? = nil
  ) throws(RecordingError) {
    self.destination = destination
    self.bound = bound
    let size = Int(bound.bytes)
    blockSize = size < 2 << 20 ? 4_096 : 16_384
    let others = TraceFileFormat.headerSize + TraceFileFormat.trailerSize
    let count = (size - others) / blockSize
    length = others + count * blockSize
    base = try StoreMemory.create(destination, size: length)
    let now = ObservationFacts.now
    state = LockedValue(State(blocks: BlockTable(count: count, beginning: now)))
    headerPage.begin(
      startedAt: now,
      omitsNames: omitsNames,
      program: program,
      bound: .init(bound: bound, blockSize: blockSize, length: length)
    )
    try StoreMemory.publish(destination, base, size: length)
  }

  func attach(_ session: ObservationSession) {
    turning.withLock { $0.session = session }
    keeper.start(for: self)
  }

  // MARK: Writing

  package func nextChunk(
    thread: UInt32,
    index: UInt32,
    minimum: Int
  ) -> UnsafeMutableRawBufferPointer? {
    let count = (minimum + blockSize - 1) / blockSize
    var mustWake = false
    let chunk = state.withLock { state -> UnsafeMutableRawBufferPointer? in
      guard !state.isOver else { return nil }
      mustWake = state.blocks.turnIfFull(at: ObservationFacts.now)
      guard let chunk = state.blocks.take(count) else {
        // Only what is not current can be dropped.
        if state.blocks.oldest == state.blocks.current {
          _ = state.blocks.turn(at: ObservationFacts.now)
        }
        state.isWanting = true
        mustWake = true
        return nil
      }
      let memory = memory(of: chunk)
      state.chunks += 1
      BlockHead(memory).begin(
        thread,
        index,
        .ordinary,
        state.blocks.current,
        number: state.chunks
      )
      headerPage.setChunks(state.chunks)
      return memory
    }
    if mustWake { keeper.wake() }
    return chunk
  }

  /// The memory of a chunk.
  func memory(of chunk: BlockTable.Chunk) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: base + TraceFileFormat.headerSize + chunk.block * blockSize,
      count: chunk.count * blockSize
    )
  }

  // MARK: Reading and ending

  var size: Int { state.withLock { $0.blocks.used } * blockSize }

  package func read() throws(TraceFileError) -> EventLog {
    try EventLog(bytes: copy())
  }

  /// A file of its own that holds what has been recorded so far.
  func copy() -> [UInt8] {
    turning.withLock { turning in
      let (chunks, count) = state.withLock { state in
        (state.blocks.validChunks(turn: turning.turns), state.chunks)
      }
      var image: [UInt8] = []
      let blocks = chunks.reduce(0) { $0 + $1.count }
      image.reserveCapacity(TraceFileFormat.headerSize + blocks * blockSize)
      image += UnsafeRawBufferPointer(start: base, count: TraceFileFormat.headerSize)
      // It ends with its last block, and no trailer says that blocks are used again.
      store(0, in: &image, at: TraceFileFormat.HeaderOffset.length)
      store(count, in: &image, at: TraceFileFormat.HeaderOffset.chunks)
      for chunk in chunks { BlockHead(memory(of: chunk)).append(to: &image) }
      store(UInt64(image.count), in: &image, at: TraceFileFormat.HeaderOffset.used)
      return image
    }
  }

  private func store(_ value: UInt64, in image: inout [UInt8], at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { bytes in
      image.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
  }

  func reportEnd() {}

  func detach() {
    state.withLock { $0.isOver = true }
    turning.withLock { $0.session = nil }
    keeper.wake()
  }

  package func finish() {
    headerPage.setState(.stopped)
  }

  package func release() {
    munmap(base, length)
  }
}
