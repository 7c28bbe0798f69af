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
  func begin(startedAt: UInt64, omitsNames: Bool, program: String?) {
    store(TraceFileFormat.majorVersion, at: Offset.majorVersion)
    store(TraceFileFormat.minorVersion, at: Offset.minorVersion)
    store(UInt32(TraceFileFormat.headerSize), at: Offset.headerSize)
    store(UInt32(TraceFileFormat.recordSize), at: Offset.recordSize)
    store(UInt32(truncatingIfNeeded: getpid()), at: Offset.processID)
    store(startedAt, at: Offset.startedAtMonotonic)
    store(Self.unixNanoseconds(), at: Offset.startedAtUnix)
    store(omitsNames ? TraceFileFormat.HeaderFlag.omitsNames : 0, at: Offset.flags)
    store(startedAt, at: Offset.end)
    let program = Array(
      (program ?? Self.programName()).utf8.prefix(TraceFileFormat.maximumProgramName)
    )
    store(UInt16(program.count), at: Offset.programLength)
    (base + Offset.program).copyMemory(from: program, byteCount: program.count)
    atomicMemoryFence(ordering: .releasing)
    base.copyMemory(from: TraceFileFormat.magic, byteCount: TraceFileFormat.magic.count)
  }

  /// Says that the recording was alive at that moment of the monotonic clock.
  func setEnd(_ instant: UInt64) {
    withAtomic(Offset.end) { $0.store(instant, ordering: .releasing) }
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

  private static func unixNanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  private static func programName() -> String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? ""
  }
}
