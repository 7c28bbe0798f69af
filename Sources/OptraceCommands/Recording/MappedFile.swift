#if os(Linux)
import CProgramStart

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The bytes of a file, mapped and not read: a program may be large, and little of it is looked at.
final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  /// Maps a file; nil when it can't be read or is empty.
  init?(path: [UInt8]) {
    let descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Whether a text stands somewhere in it as a string of its own, between zeroes.
  func holds(string: String) -> Bool {
    let wanted = [0] + Array(string.utf8) + [0]
    return optrace_is_within(bytes.baseAddress, bytes.count, wanted, wanted.count)
  }
}
#endif
