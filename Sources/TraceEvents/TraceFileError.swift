/// Why a file or a stream of bytes is no trace, or can't be read.
public enum TraceFileError: Error, Hashable, Sendable {
  /// The file can't be opened or read; the system's error number says why.
  case unreadable(path: String, errno: Int32)
  /// The bytes do not begin as a trace does.
  case notATrace
  /// A trace of another major version.
  case unsupportedVersion(major: UInt16, minor: UInt16)
  /// The header is cut off or contradicts itself.
  case damagedHeader(String)
}

extension TraceFileError: CustomStringConvertible {
  /// One sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let number):
      "can't read \(path): \(systemMessage(number))"
    case .notATrace:
      "not a trace: the first bytes are not those of a .optrace file"
    case .unsupportedVersion(let major, let minor):
      """
      a trace of version \(major).\(minor); this reader knows version \
      \(TraceFileFormat.majorVersion): use the optrace that recorded it
      """
    case .damagedHeader(let what):
      "the trace's header is damaged: \(what)"
    }
  }
}
