import TraceEvents
import TraceModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("no C library is known for this platform")
#endif

/// Whether the program of a trace is still running.
struct TraceLife {
  /// A recorder says every 50 milliseconds that it is alive; clocks of two machines differ a little.
  private static let patienceNanoseconds: UInt64 = 2_000_000_000

  /// Whether the recording is under way.
  ///
  /// - Parameters:
  ///   - trace: The trace, read just now.
  ///   - isElsewhere: Whether it may have come from another machine, where the process is not to be found from here.
  /// - Returns: Whether it was not stopped, its last sign of life is of just now, and its process is there.
  static func isRunning(_ trace: Trace, isElsewhere: Bool) -> Bool {
    isRunning(trace, atUnixNanoseconds: clockNanoseconds(CLOCK_REALTIME)) { process in
      isElsewhere || kill(process, 0) == 0 || errno == EPERM
    }
  }

  static func isRunning(
    _ trace: Trace,
    atUnixNanoseconds now: UInt64,
    isThere: (pid_t) -> Bool
  ) -> Bool {
    guard !trace.wasStopped,
      let process = pid_t(exactly: trace.header.processID), process > 0
    else { return false }
    let (sign, overflow) = trace.header.startedAtUnixNanoseconds
      .addingReportingOverflow(trace.end.nanoseconds)
    guard !overflow, max(now, sign) - min(now, sign) <= patienceNanoseconds else { return false }
    return isThere(process)
  }
}
