import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of a store whose size does not change, of anonymous memory or of a file.
enum StoreMemory {
  /// Reserves and maps it; returns where.
  ///
  /// No descriptor stays open, which the program could close or take for its own.
  static func create(
    _ destination: ChunkStore.Destination,
    size: Int
  ) throws(RecordingError) -> UnsafeMutableRawPointer {
    var descriptor: Int32 = -1
    if case .file(let path) = destination {
      switch RecordingFile.create(path: path, size: size) {
      case .success(let created): descriptor = created
      case .failure(let failure): throw .file(path: path, errno: failure.number)
      }
    }
    let flags = descriptor >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS
    let base = mmap(nil, size, PROT_READ | PROT_WRITE, flags, descriptor, 0)
    let number = errno
    if descriptor >= 0 { close(descriptor) }
    if let base, base != MAP_FAILED { return base }
    if case .file(let path) = destination { throw .file(path: path, errno: number) }
    throw .memory(errno: number)
  }

  /// Moves the file to its place, or gives everything back.
  static func publish(
    _ destination: ChunkStore.Destination,
    _ base: UnsafeMutableRawPointer,
    size: Int
  ) throws(RecordingError) {
    guard case .file(let path) = destination else { return }
    let failure = RecordingFile.publish(path: path)
    guard failure != 0 else { return }
    munmap(base, size)
    throw .file(path: path, errno: failure)
  }
}
