import Synchronization
import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// The first page of a recording, in memory or mapped from its file.
struct TraceHeaderPage {
  private typealias Offset = TraceFileFormat.HeaderOffset
  private typealias Word = Atomic<UInt64>

  private let base: UnsafeMutableRawPointer

  /// The page that lies at `base`, which is zeroed and `TraceFileFormat.headerSize` bytes long.
  init(at base: UnsafeMutableRawPointer) {
    self.base = base
  }

  /// Writes what does not change.
  ///
  /// The magic number comes last: a page without it is no trace. Without a name of its own, the recording has the one of the
  /// program's executable.
  func begin(startedAt: UInt64, omitsNames: Bool, program: String?, bound: Bound? = nil) {
    store(TraceFileFormat.majorVersion, at: Offset.majorVersion)
    store(TraceFileFormat.minorVersion, at: Offset.minorVersion)
    store(UInt32(TraceFileFormat.headerSize), at: Offset.headerSize)
    store(UInt32(TraceFileFormat.recordSize), at: Offset.recordSize)
    store(UInt32(truncatingIfNeeded: getpid()), at: Offset.processID)
    store(startedAt, at: Offset.startedAtMonotonic)
    store(clockNanoseconds(CLOCK_REALTIME), at: Offset.startedAtUnix)
    var flags = omitsNames ? TraceFileFormat.HeaderFlag.omitsNames : 0
    if let bound {
      flags |= TraceFileFormat.HeaderFlag.isBounded
      store(bound.bound.bytes, at: Offset.boundBytes)
      store(bound.bound.nanoseconds ?? 0, at: Offset.boundNanoseconds)
      store(UInt32(bound.blockSize), at: Offset.blockSize)
      store(UInt64(bound.length), at: Offset.length)
      setHorizon(0, oldestGeneration: 1, instant: 0, BoundedStore.Dropped(), .init())
    }
    store(flags, at: Offset.flags)
    store(startedAt, at: Offset.end)
    let program = Array(
      (program ?? Self.programName()).utf8.prefix(TraceFileFormat.maximumProgramName)
    )
    store(UInt16(program.count), at: Offset.programLength)
    (base + Offset.program).copyMemory(from: program, byteCount: program.count)
    atomicMemoryFence(ordering: .releasing)
    base.copyMemory(from: TraceFileFormat.magic, byteCount: TraceFileFormat.magic.count)
  }

  /// When the recording began, by the monotonic clock.
  var startedAt: UInt64 {
    UInt64(littleEndian: base.load(fromByteOffset: Offset.startedAtMonotonic, as: UInt64.self))
  }

  /// What a recording that keeps its most recent part says of itself.
  struct Bound {
    var bound: TraceBound
    var blockSize: Int
    var length: Int
  }

  /// Says what has been dropped by a turn, with one final store: from then on it holds, and what is carried since that turn.
  func setHorizon(
    _ turn: UInt64,
    oldestGeneration: UInt64,
    instant: UInt64,
    _ dropped: BoundedStore.Dropped,
    _ chunks: BoundedStore.Chunks
  ) {
    typealias Horizon = TraceFileFormat.HorizonOffset
    let start = Offset.horizons + Int(turn & 1) * TraceFileFormat.horizonSize
    store(oldestGeneration, at: start + Horizon.oldestGeneration)
    store(instant, at: start + Horizon.instant)
    store(dropped.lastOperation, at: start + Horizon.lastOperation)
    store(dropped.events, at: start + Horizon.droppedEvents)
    store(dropped.operations, at: start + Horizon.droppedOperations)
    store(dropped.shortened, at: start + Horizon.shortenedOperations)
    store(chunks.first, at: start + Horizon.firstChunk)
    store(chunks.carried, at: start + Horizon.carriedChunks)
    let page = UnsafeRawBufferPointer(start: base, count: TraceFileFormat.headerSize)
    store(TraceFileFormat.check(ofHorizon: page, at: start), at: start + Horizon.check)
    withAtomic(Offset.turns) { $0.store(turn, ordering: .releasing) }
  }

  /// Says at the end of the file that blocks may be used again that a reader of an earlier turn wants.
  func setTrailer(_ turn: UInt64, length: Int) {
    withAtomic(length - 8) { $0.store(turn, ordering: .sequentiallyConsistent) }
  }

  /// Says that the recording was alive at that moment of the monotonic clock.
  func setEnd(_ instant: UInt64) {
    withAtomic(Offset.end) { $0.store(instant, ordering: .releasing) }
  }

  /// Says up to which byte chunks have been handed out that follow one another.
  func setUsed(_ length: Int) {
    withAtomic(Offset.used) { $0.store(UInt64(length), ordering: .releasing) }
  }

  /// Says after how long without a move the program is to be told of a stall.
  func setStallAfter(_ nanoseconds: UInt64) {
    withAtomic(Offset.stallAfter) { $0.store(nanoseconds, ordering: .releasing) }
  }

  /// Says how many chunks in blocks have been handed out to threads.
  func setChunks(_ count: UInt64) {
    withAtomic(Offset.chunks) { $0.store(count, ordering: .releasing) }
  }

  /// Says how many records were lost.
  func setLost(_ count: UInt64) {
    withAtomic(Offset.lost) { $0.store(count, ordering: .releasing) }
  }

  /// Says how the recording goes.
  func setState(_ state: TraceFileFormat.RecordingState) {
    store(state.rawValue, at: Offset.state)
  }

  private func withAtomic(_ offset: Int, _ body: (borrowing Word) -> Void) {
    body((base + offset).assumingMemoryBound(to: Word.self).pointee)
  }

  private func store<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
    base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
  }

  private static func programName() -> String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? ""
  }
}
