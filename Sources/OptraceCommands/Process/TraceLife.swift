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
    isRunning(trace, atUnixNanoseconds: clockNanoseconds(CLOCK_REALTIME)) { process, age in
      isElsewhere || SystemProcess(process).hasBeenThere(forNanoseconds: age)
    }
  }

  /// The same at a moment, where `wasThere` tells whether a process is there and was, so many nanoseconds ago.
  static func isRunning(
    _ trace: Trace,
    atUnixNanoseconds now: UInt64,
    wasThere: (UInt32, UInt64) -> Bool
  ) -> Bool {
    guard !trace.wasStopped, trace.header.processID > 0 else { return false }
    let (sign, overflow) = trace.header.startedAtUnixNanoseconds
      .addingReportingOverflow(trace.end.nanoseconds)
    guard !overflow, max(now, sign) - min(now, sign) <= patienceNanoseconds else { return false }
    return wasThere(trace.header.processID, now - min(now, sign))
  }
}
