#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

extension EventLog {
  /// Reads a recording from a file, or from standard input for "-"; it may still be growing.
  ///
  /// - Throws: An error when the file can't be read or is no trace. What is cut off or damaged in a trace is left out and listed
  ///   in `problems`.
  public init(path: String) throws(TraceFileError) {
    try self.init(bytes: readBytes(path: path))
  }

  /// Reads a recording from its bytes.
  ///
  /// - Throws: An error when the bytes are no trace.
  public init(bytes: [UInt8]) throws(TraceFileError) {
    // A typed throw does not pass through the closure's rethrow: carry the result out.
    self = try bytes.withUnsafeBytes { Self.read($0) }.get()
  }

  /// Reads a recording that another process is writing, as it was at its last sign of life.
  ///
  /// A file is not read in one moment: what stands at its end may be younger than what was missing at its beginning. Until the
  /// last sign of life that its head told at first, everything is there.
  ///
  /// - Throws: An error when the bytes are no trace.
  package init(growing bytes: [UInt8]) throws(TraceFileError) {
    self = try bytes.withUnsafeBytes { bytes in
      Self.read(bytes).map { $0.cut(atLastSignIn: bytes) }
    }.get()
  }

  /// Reads a recording from what its file holds.
  ///
  /// - Throws: An error when it is no trace.
  package init(_ image: TraceFileImage) throws(TraceFileError) {
    self = try Self.read(image.bytes).get()
  }

  /// Reads what a file holds that another process is writing, as it was at its last sign of life.
  ///
  /// - Throws: An error when it is no trace.
  package init(growing image: TraceFileImage) throws(TraceFileError) {
    self = try Self.read(image.bytes).get().cut(atLastSignIn: image.bytes)
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> Result<EventLog, TraceFileError> {
    let header = UnsafeRawBufferPointer(rebasing: bytes.prefix(TraceFileFormat.headerSize))
    let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(TraceFileFormat.headerSize))
    do throws(TraceFileError) {
      return .success(try TraceFileReader.read(header: header, bodies: [body]))
    } catch {
      return .failure(error)
    }
  }

  /// The same log until the last sign of life that the head of the file tells.
  func cut(atLastSignIn bytes: UnsafeRawBufferPointer) -> EventLog {
    let began = bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.startedAtMonotonic)
    let end = bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.end)
    var log = self
    log.cut(after: TraceInstant(nanoseconds: end > began ? end - began : 0))
    return log
  }
}

extension TraceHeader {
  /// What a trace file says about itself at its beginning, which is all that is read; nil when it is none.
  package init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: TraceFileFormat.headerSize)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard let log = try? EventLog(bytes: Array(bytes.prefix(max(0, count)))) else { return nil }
    self = log.header
  }
}
