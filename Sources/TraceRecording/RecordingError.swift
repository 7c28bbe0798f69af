public import OperationObservation
import TraceEvents

/// Why a recording can't begin.
///
/// The program goes on untraced.
public enum RecordingError: Error, Hashable, Sendable {
  /// Operations can't be observed in this process.
  case observation(ObservationError)
  /// The file can't be created, or room for its beginning can't be had; the system's error number says why.
  case file(path: String, errno: Int32)
  /// There is no memory to record into.
  case memory(errno: Int32)
}

extension RecordingError: CustomStringConvertible {
  /// One sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .observation(let error):
      error.description
    case .file(let path, let number):
      "can't record into \(path): \(systemMessage(number)); choose another file"
    case .memory(let number):
      "can't record into memory: \(systemMessage(number))"
    }
  }
}
