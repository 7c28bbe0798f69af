#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// The bytes of a trace file as far as it holds something: what a recording has reserved and not used is not read.
///
/// A recording that keeps its most recent part has its full size from the beginning, however little there is in it.
package final class TraceFileImage {
  /// The bytes, each at its place in the file; those that were not read are zero.
  package let bytes: UnsafeRawBufferPointer

  /// How many bytes the file holds.
  package private(set) var heldSize = 0

  private let memory: UnsafeMutableRawBufferPointer

  /// Takes memory that is only there as far as something is written into it.
  private init?(size: Int) {
    let protection = PROT_READ | PROT_WRITE
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let base = mmap(nil, max(size, 1), protection, flags, -1, 0), base != MAP_FAILED else {
      return nil
    }
    memory = UnsafeMutableRawBufferPointer(start: base, count: size)
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit {
    munmap(memory.baseAddress, max(memory.count, 1))
  }

  /// Reads a file, which another process may be writing.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - most: The most bytes that it may hold to be read.
  /// - Returns: What it holds; nil when that is more than `most`.
  /// - Throws: An error when it can't be read.
  package static func read(
    path: String,
    holdingAtMost most: Int = .max
  ) throws(TraceFileError) -> TraceFileImage? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, errno: EISDIR) }
    guard let image = TraceFileImage(size: Int(status.st_size)) else {
      throw .unreadable(path: path, errno: errno)
    }
    // A recording that keeps its most recent part may have used blocks again meanwhile.
    for _ in 0..<50 {
      image.heldSize = 0
      let reading = image.readAll(descriptor, holdingAtMost: most)
      switch reading {
      case .failed(let number): throw .unreadable(path: path, errno: number)
      case .tooMuch: return nil
      case .complete: break
      }
      if !image.bytes.isTorn { break }
    }
    return image
  }

  private enum Reading {
    case complete
    case tooMuch
    case failed(Int32)
  }

  private func readAll(_ descriptor: Int32, holdingAtMost most: Int) -> Reading {
    typealias Offset = TraceFileFormat.HeaderOffset
    let headerSize = TraceFileFormat.headerSize
    if let number = read(descriptor, 0..<headerSize) { return .failed(number) }
    guard bytes.count > headerSize,
      bytes.prefix(TraceFileFormat.magic.count).elementsEqual(TraceFileFormat.magic)
    else { return .complete }
    let blockSize = Int(bytes.integer(UInt32.self, at: Offset.blockSize))
    let flags = bytes.integer(UInt32.self, at: Offset.flags)
    guard flags & TraceFileFormat.HeaderFlag.isBounded != 0,
      blockSize >= TraceFileFormat.chunkAlignment
    else {
      guard bytes.count <= most else { return .tooMuch }
      return read(descriptor, headerSize..<bytes.count).map { .failed($0) } ?? .complete
    }
    let blocks = headerSize..<max(headerSize, bytes.count - TraceFileFormat.trailerSize)
    let reading = readBlocks(descriptor, blocks, of: blockSize, holdingAtMost: most)
    guard case .complete = reading else { return reading }
    // Last: it tells whether the blocks stayed as they were.
    return read(descriptor, blocks.upperBound..<bytes.count).map { .failed($0) } ?? .complete
  }

  /// Reads of each block what is in use.
  private func readBlocks(
    _ descriptor: Int32,
    _ blocks: Range<Int>,
    of blockSize: Int,
    holdingAtMost most: Int
  ) -> Reading {
    typealias Offset = TraceFileFormat.ChunkOffset
    let headSize = TraceFileFormat.chunkHeadSize
    var headBytes = [UInt8](repeating: 0, count: headSize)
    var place = blocks.lowerBound
    while place + headSize <= blocks.upperBound {
      // Not to its place at once: where nothing is written, there is no memory.
      guard pread(descriptor, &headBytes, headSize, off_t(place)) == headSize else { break }
      let (isChunk, size, used) = headBytes.withUnsafeBytes { head in
        (
          head.integer(UInt32.self, at: Offset.magic) == TraceFileFormat.chunkMagic,
          Int(head.integer(UInt32.self, at: Offset.size)),
          Int(head.integer(UInt32.self, at: Offset.committed))
        )
      }
      guard isChunk, size >= blockSize, size.isMultiple(of: blockSize) else {
        place += blockSize
        continue
      }
      memory[place..<place + headSize].copyBytes(from: headBytes)
      heldSize += headSize
      let end = min(place + size, blocks.upperBound)
      let records = place + headSize..<min(place + headSize + min(used, size), end)
      if let number = read(descriptor, records) { return .failed(number) }
      guard heldSize <= most else { return .tooMuch }
      // Not behind all of it: where it is not in use any more, others may have begun in its room.
      place += blockSize
    }
    return .complete
  }

  /// Reads a part of the file to its place; returns an error number when that failed.
  private func read(_ descriptor: Int32, _ range: Range<Int>) -> Int32? {
    guard let base = memory.baseAddress else { return nil }
    var range = range.clamped(to: 0..<memory.count)
    while !range.isEmpty {
      let count = pread(descriptor, base + range.lowerBound, range.count, off_t(range.lowerBound))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      // It was cut meanwhile.
      if count == 0 { return nil }
      heldSize += count
      range = range.lowerBound + count..<range.upperBound
    }
    return nil
  }
}
