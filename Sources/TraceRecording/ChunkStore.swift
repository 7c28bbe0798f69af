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

/// The memory a recording is written into: a header page and extents, of anonymous memory or of a file.
///
/// Both are laid out alike, so that there is one writer and one reader. Space in a file is reserved before it is used: a full
/// disk ends the recording, not the program.
package final class ChunkStore: ChunkSource {
  /// Where a recording goes.
  package enum Destination: Sendable {
    /// Memory of this process.
    case memory
    /// A file that is created or overwritten.
    case file(path: String)
  }

  /// A mapped part of the recording.
  private struct Extent: @unchecked Sendable {
    // Memory that is mapped until `release()`, which the owner calls when nobody writes or reads any more.
    var base: UnsafeMutableRawPointer
    var size: Int
  }

  private struct State {
    var extents: [Extent] = []
    /// The bytes used of the last extent.
    var used = 0
    /// The file's length.
    var length = 0
    /// The file, unless the recording goes into memory.
    var file: RecordingDescriptor?
    var failure: Int32?
    var isFailureReported = false
    var isOver: Bool { failure != nil }
  }

  private let destination: Destination
  private let state: LockedValue<State>
  private let header: Extent

  private let owner = getpid()

  /// Whether this process began the recording.
  ///
  /// A child of fork has the file mapped too, and must change nothing there: it is its parent's.
  var isOwned: Bool { getpid() == owner }

  /// The header page.
  var headerPage: TraceHeaderPage { TraceHeaderPage(at: header.base) }

  private static let firstExtent = 256 << 10
  private static let largestExtent = 8 << 20

  /// Creates the file, or takes the memory, and writes the header.
  package init(
    _ destination: Destination,
    omitsNames: Bool,
    program: String? = nil
  ) throws(RecordingError) {
    self.destination = destination
    // The header and the first extent are one mapping, so that every mapping begins at a multiple of any page size.
    let size = Self.firstExtent
    let descriptor: Int32
    switch destination {
    case .memory:
      descriptor = -1
    case .file(let path):
      switch RecordingFile.create(path: path, size: size) {
      case .success(let created): descriptor = created
      case .failure(let failure): throw .file(path: path, errno: failure.number)
      }
    }
    guard let base = Self.map(descriptor, offset: 0, count: size) else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      if case .file(let path) = destination { throw .file(path: path, errno: number) }
      throw .memory(errno: number)
    }
    header = Extent(base: base, size: size)
    let rest = TraceFileFormat.headerSize
    var state = State(extents: [Extent(base: base + rest, size: size - rest)], length: size)
    if case .file(let path) = destination {
      state.file = RecordingDescriptor(descriptor, path: path)
    }
    self.state = LockedValue(state)
    headerPage.begin(startedAt: ObservationFacts.now, omitsNames: omitsNames, program: program)
    guard case .file(let path) = destination else { return }
    let failure = RecordingFile.publish(path: path)
    guard failure == 0 else {
      munmap(header.base, header.size)
      state.file?.end()
      throw .file(path: path, errno: failure)
    }
  }

  // MARK: Writing

  package func nextChunk(
    thread: UInt32,
    index: UInt32,
    minimum: Int
  ) -> UnsafeMutableRawBufferPointer? {
    // A thread that writes little should not take much: 4 KiB, then 16, then 64.
    let alignment = TraceFileFormat.chunkAlignment
    let wanted = max(minimum, alignment << (2 * min(Int(index), 2)))
    let size = (wanted + alignment - 1) / alignment * alignment
    let extent = state.withLock { state -> Extent? in
      if state.isOver { return nil }
      if let last = state.extents.last, last.size - state.used >= size {
        return handOut(last, &state, size: size, thread: thread, index: index)
      }
      if let failure = grow(&state, for: size) {
        state.failure = failure
        headerPage.setState(.noSpace)
        return nil
      }
      guard let last = state.extents.last else { return nil }
      return handOut(last, &state, size: size, thread: thread, index: index)
    }
    return extent.map { UnsafeMutableRawBufferPointer(start: $0.base, count: $0.size) }
  }

  /// Takes a chunk from what is left of an extent, and then says that it is there.
  private func handOut(
    _ extent: Extent,
    _ state: inout State,
    size: Int,
    thread: UInt32,
    index: UInt32
  ) -> Extent {
    let chunk = carve(extent, at: state.used, size: size, thread: thread, index: index)
    state.used += size
    headerPage.setUsed(state.length - extent.size + state.used)
    return chunk
  }

  /// Fills in a chunk's head; the magic number last, so that a reader never sees half of one.
  private func carve(
    _ extent: Extent,
    at used: Int,
    size: Int,
    thread: UInt32,
    index: UInt32
  ) -> Extent {
    typealias Offset = TraceFileFormat.ChunkOffset
    let base = extent.base + used
    base.storeBytes(of: UInt32(size).littleEndian, toByteOffset: Offset.size, as: UInt32.self)
    base.storeBytes(of: thread.littleEndian, toByteOffset: Offset.thread, as: UInt32.self)
    base.storeBytes(of: index.littleEndian, toByteOffset: Offset.index, as: UInt32.self)
    atomicMemoryFence(ordering: .releasing)
    base.storeBytes(
      of: TraceFileFormat.chunkMagic.littleEndian,
      toByteOffset: Offset.magic,
      as: UInt32.self
    )
    return Extent(base: base, size: size)
  }

  /// Adds an extent with room for `size` bytes; returns an error number when there is none.
  private func grow(_ state: inout State, for size: Int) -> Int32? {
    closeGap(&state)
    let doubled = Self.firstExtent << min(state.extents.count, 5)
    let alignment = Self.firstExtent
    let rounded = (size + alignment - 1) / alignment * alignment
    let extentSize = max(min(doubled, Self.largestExtent), rounded)
    var descriptor: Int32 = -1
    if case .file = destination {
      guard let current = state.file?.current() else { return EBADF }
      descriptor = current
      let failure = RecordingFile.reserve(descriptor, offset: state.length, count: extentSize)
      guard failure == 0 else { return failure }
    }
    guard let base = Self.map(descriptor, offset: state.length, count: extentSize) else {
      return errno
    }
    state.extents.append(Extent(base: base, size: extentSize))
    state.length += extentSize
    state.used = 0
    return nil
  }

  /// Makes an empty chunk of what is left of the last extent, so that a reader finds the next one behind it.
  private func closeGap(_ state: inout State) {
    guard let last = state.extents.last, last.size > state.used else { return }
    _ = carve(last, at: state.used, size: last.size - state.used, thread: 0, index: 0)
    state.used = last.size
  }

  /// Says once on standard error that the recording ended early.
  ///
  /// Not from a traced thread: standard error may be a pipe that is full, or that nobody reads.
  func reportEnd() {
    let number = state.withLock { state -> Int32? in
      guard let failure = state.failure, failure != ECANCELED, !state.isFailureReported else {
        return nil
      }
      state.isFailureReported = true
      return failure
    }
    guard let number else { return }
    let name: String
    switch destination {
    case .memory: name = "memory"
    case .file(let path): name = path
    }
    writeToStandardError(
      """
      optrace: recording into \(name) ended: \(systemMessage(number)); the program goes on, what \
      was recorded so far can be read

      """
    )
  }

  private static func map(_ descriptor: Int32, offset: Int, count: Int) -> UnsafeMutableRawPointer?
  {
    let flags = descriptor >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
    let base = mmap(nil, count, PROT_READ | PROT_WRITE, flags, descriptor, off_t(offset))
    return base == MAP_FAILED ? nil : base
  }

  // MARK: Reading and ending

  /// How many bytes have been handed out.
  var size: Int {
    state.withLock { state in
      state.length - (state.extents.last.map { $0.size - state.used } ?? 0)
    }
  }

  /// Reads what has been recorded so far.
  package func read() throws(TraceFileError) -> EventLog {
    // The header of the same moment: it says how many chunks there are.
    let (page, bodies) = state.withLock { state in
      let bodies = state.extents.enumerated().map { index, extent in
        let isLast = index == state.extents.count - 1
        return Extent(base: extent.base, size: isLast ? state.used : extent.size)
      }
      let page = UnsafeRawBufferPointer(start: header.base, count: TraceFileFormat.headerSize)
      return (Array(page), bodies)
    }
    // A typed throw does not pass through the closure's rethrow: carry the result out.
    let result = page.withUnsafeBytes { page -> Result<EventLog, TraceFileError> in
      do throws(TraceFileError) {
        let bodies = bodies.map { UnsafeRawBufferPointer(start: $0.base, count: $0.size) }
        return .success(try TraceFileReader.read(header: page, bodies: bodies))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Says that the recording ended in good order, and cuts the file to what was used.
  ///
  /// Nobody may write any more.
  package func finish() {
    state.withLock { state in
      if state.failure == nil { headerPage.setState(.stopped) }
      state.failure = state.failure ?? ECANCELED
      guard let descriptor = state.file?.current() else { return }
      let unused = state.extents.last.map { $0.size - state.used } ?? 0
      ftruncate(descriptor, off_t(state.length - unused))
    }
  }

  /// Gives the memory back.
  ///
  /// Nobody may write or read any more.
  package func release() {
    state.withLock { state in
      for extent in state.extents.dropFirst() { munmap(extent.base, extent.size) }
      munmap(header.base, header.size)
      state.file?.end()
      state.extents = []
      state.failure = ECANCELED
    }
  }
}

/// Writes a text to standard error by itself, without a lock or a buffer of the program's.
package func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
