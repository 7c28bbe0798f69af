package import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file as a recording leaves it that keeps its most recent part, and has dropped nothing yet.
///
/// What has not been used is a hole, so that a large one takes no room.
package enum BoundedFile {
  private static let blockSize = 4_096

  /// Writes one.
  ///
  /// - Parameters:
  ///   - log: What it holds.
  ///   - size: The size of the file, which must be larger than what it holds.
  ///   - path: The path of the file.
  /// - Returns: Whether the system did it.
  package static func write(_ log: EventLog, size: Int, to path: String) -> Bool {
    typealias Header = TraceFileFormat.HeaderOffset
    typealias Chunk = TraceFileFormat.ChunkOffset
    var bytes = TraceFileWriter.bytes(of: log)
    func store(_ value: some FixedWidthInteger, at offset: Int) {
      withUnsafeBytes(of: value.littleEndian) {
        bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
      }
    }
    store(TraceFileFormat.HeaderFlag.isBounded, at: Header.flags)
    store(UInt64(size), at: Header.boundBytes)
    store(UInt32(blockSize), at: Header.blockSize)
    store(UInt64(size), at: Header.length)
    store(UInt64(0), at: Header.used)
    let horizon = Header.horizons
    store(UInt64(1), at: horizon + TraceFileFormat.HorizonOffset.oldestGeneration)
    store(UInt64(1), at: horizon + TraceFileFormat.HorizonOffset.firstChunk)
    let check = bytes.withUnsafeBytes { TraceFileFormat.check(ofHorizon: $0, at: horizon) }
    store(check, at: horizon + TraceFileFormat.HorizonOffset.check)
    var chunks: UInt64 = 0
    var place = TraceFileFormat.headerSize
    while place < bytes.count {
      store(TraceFileFormat.ChunkKind.ordinary.rawValue, at: place + Chunk.kind)
      store(UInt64(1), at: place + Chunk.generation)
      chunks += 1
      store(chunks, at: place + Chunk.number)
      let chunkSize = bytes.withUnsafeBytes {
        UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place + Chunk.size, as: UInt32.self))
      }
      guard chunkSize > 0, Int(chunkSize).isMultiple(of: blockSize) else { return false }
      place += Int(chunkSize)
    }
    store(chunks, at: Header.chunks)
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
      && ftruncate(descriptor, off_t(size)) == 0
  }
}
