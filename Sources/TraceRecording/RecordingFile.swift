#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Creates the file of a recording.
///
/// The file is made under a name of its own and moved to its place when its header is written. So a path never holds half of a
/// header, and a process that records into a file of the same name keeps its own: to cut a file that another process has
/// mapped would kill that process.
enum RecordingFile {
  /// An error number of the system.
  struct Failure: Error {
    var number: Int32
  }

  /// Creates the file with `size` bytes reserved; returns its descriptor.
  static func create(path: String, size: Int) -> Result<Int32, Failure> {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return .failure(Failure(number: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
    }
    // A file that may not be written must not be replaced either.
    if access(path, F_OK) == 0, access(path, W_OK) != 0 { return .failure(Failure(number: errno)) }
    let partial = partialPath(path)
    unlink(partial)
    let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return .failure(Failure(number: errno)) }
    let failure = reserve(descriptor, offset: 0, count: size)
    guard failure == 0 else {
      close(descriptor)
      unlink(partial)
      return .failure(Failure(number: failure))
    }
    return .success(descriptor)
  }

  /// Writes a file whole, or not at all; returns an error number or zero.
  static func write(_ bytes: [UInt8], path: String) -> Int32 {
    let descriptor: Int32
    switch create(path: path, size: bytes.count) {
    case .success(let created): descriptor = created
    case .failure(let failure): return failure.number
    }
    var failure: Int32 = 0
    var written = 0
    while written < bytes.count, failure == 0 {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(
          descriptor,
          bytes.baseAddress.map { $0 + written },
          bytes.count - written,
          off_t(written)
        )
      }
      if count < 0, errno != EINTR { failure = errno }
      written += max(0, count)
    }
    close(descriptor)
    guard failure == 0 else {
      unlink(partialPath(path))
      return failure
    }
    return publish(path: path)
  }

  /// Moves the file to its place; returns an error number or zero.
  static func publish(path: String) -> Int32 {
    let partial = partialPath(path)
    guard rename(partial, path) != 0 else { return 0 }
    let number = errno
    unlink(partial)
    return number
  }

  /// Makes sure that the file has room; returns an error number or zero.
  static func reserve(_ descriptor: Int32, offset: Int, count: Int) -> Int32 {
    // Beyond the limit on file sizes the system would send a signal that ends the program: look first.
    var limit = rlimit()
    #if canImport(Darwin)
    let resource = RLIMIT_FSIZE
    #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
    if getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(offset + count) { return EFBIG }
    #if canImport(Darwin)
    return ftruncate(descriptor, off_t(offset + count)) == 0 ? 0 : errno
    #else
    while true {
      let failure = posix_fallocate(descriptor, off_t(offset), off_t(count))
      if failure != EINTR { return failure }
    }
    #endif
  }

  private static func partialPath(_ path: String) -> String {
    "\(path).\(getpid()).partial"
  }
}
