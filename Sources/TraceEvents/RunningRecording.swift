#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// A recording that was not stopped, as the beginning of its file tells it.
package struct RunningRecording {
  /// The process that records.
  package let process: UInt32
  /// Its last sign of life, in nanoseconds since 1970-01-01 00:00 UTC.
  private let sign: UInt64

  /// A recorder says every 50 milliseconds that it is alive.
  private static let patience: UInt64 = 2_000_000_000

  /// Reads the beginning of a file; nil where it is no trace, or one that was stopped.
  package init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: TraceFileFormat.headerSize)
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count,
      let log = try? EventLog(bytes: bytes)
    else { return nil }
    let state = bytes.withUnsafeBytes {
      $0.integer(UInt32.self, at: TraceFileFormat.HeaderOffset.state)
    }
    guard state == TraceFileFormat.RecordingState.recording.rawValue else { return nil }
    process = log.header.processID
    sign = log.header.startedAtUnixNanoseconds &+ log.end.nanoseconds
  }

  /// Whether its last sign of life is of just now, and its process is there.
  package var isAlive: Bool {
    let now = clockNanoseconds(CLOCK_REALTIME)
    guard max(now, sign) - min(now, sign) <= Self.patience,
      let process = pid_t(exactly: process), process > 0
    else { return false }
    return kill(process, 0) == 0 || errno == EPERM
  }
}
