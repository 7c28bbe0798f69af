package import TraceEvents

extension EventLog {
  /// The log as a recorder would have left it in a file: the header, then a chunk for each stretch of events of one thread.
  ///
  /// The order of events is kept. What the log says about problems is left out, except that the recording may be marked as
  /// one that has lost events.
  ///
  /// - Parameter lost: How many events the header says were lost.
  /// - Returns: The bytes of the file.
  package func fileBytes(lost: UInt64 = 0) -> [UInt8] {
    var bytes = TraceFileWriter.bytes(of: self)
    withUnsafeBytes(of: lost.littleEndian) { count in
      let offset = TraceFileFormat.HeaderOffset.lost
      bytes.replaceSubrange(offset..<offset + count.count, with: count)
    }
    return bytes
  }
}
