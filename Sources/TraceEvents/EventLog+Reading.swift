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
    let result = bytes.withUnsafeBytes { bytes -> Result<EventLog, TraceFileError> in
      let header = UnsafeRawBufferPointer(rebasing: bytes.prefix(TraceFileFormat.headerSize))
      let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(TraceFileFormat.headerSize))
      do throws(TraceFileError) {
        return .success(try TraceFileReader.read(header: header, bodies: [body]))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Reads a recording that another process is writing, as it was at its last sign of life.
  ///
  /// A file is not read in one moment: what stands at its end may be younger than what was missing at its beginning. Until the
  /// last sign of life that its head told at first, everything is there.
  ///
  /// - Throws: An error when the bytes are no trace.
  package init(growing bytes: [UInt8]) throws(TraceFileError) {
    try self.init(bytes: bytes)
    let (began, end) = bytes.withUnsafeBytes { bytes in
      (
        bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.startedAtMonotonic),
        bytes.integer(UInt64.self, at: TraceFileFormat.HeaderOffset.end)
      )
    }
    cut(after: TraceInstant(nanoseconds: end > began ? end - began : 0))
  }
}
