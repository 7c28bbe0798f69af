#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#else
#error("no C library is known for this platform")
#endif

/// The system's words for an error number.
package func systemMessage(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

/// What a clock of the system shows, in nanoseconds.
package func clockNanoseconds(_ clock: clockid_t) -> UInt64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Whether a file begins as a trace does; nil when it can't be opened.
package func beginsAsTrace(path: String) -> Bool? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var beginning = [UInt8](repeating: 0, count: TraceFileFormat.magic.count)
  let count = read(descriptor, &beginning, beginning.count)
  return count == beginning.count && beginning == TraceFileFormat.magic
}

/// Reads a whole file, or standard input for "-".
package func readBytes(path: String) throws(TraceFileError) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }
  var bytes = try readBytes(descriptor, path: path)
  // A recording that keeps its most recent part may have used blocks again meanwhile.
  for _ in 0..<50 {
    guard bytes.withUnsafeBytes({ $0.isTorn }), lseek(descriptor, 0, SEEK_SET) == 0 else { break }
    bytes = try readBytes(descriptor, path: path)
  }
  return bytes
}

private func readBytes(_ descriptor: Int32, path: String) throws(TraceFileError) -> [UInt8] {
  var bytes: [UInt8] = []
  var status = stat()
  if fstat(descriptor, &status) == 0, status.st_size > 0, status.st_mode & S_IFMT == S_IFREG {
    bytes.reserveCapacity(Int(status.st_size) + 1)
  }
  var block = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: block[..<count])
    // What does not begin as a trace does is not read to its end, which it may not have.
    let beginning = zip(bytes, TraceFileFormat.magic)
    guard beginning.allSatisfy({ $0 == $1 }) else { return bytes }
  }
}
