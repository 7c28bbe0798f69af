#if os(Linux)
import Foundation
import TraceAnalysis
import TraceEvents
import TraceModel

/// Looks for stalls in a program from outside, by the trace that it writes, on a thread of its own.
///
/// It costs the program nothing, and the machine a twentieth of a processor at most.
final class StallLookout: Sendable {
  private let path: String
  private let process: Int32
  private let settings: DiagnosisSettings
  private let report: @Sendable (News) -> Void

  private let age: UInt64
  private let pause: Double
  private let stopped = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  /// What is new.
  enum News: Sendable {
    /// Something is stuck that no earlier report told of.
    case stalls([Finding], Trace)
    /// The trace has become larger than what is looked at: with so many events it would take seconds.
    case tooLarge
  }

  /// The largest trace that is looked at, in events: 128 MiB, which is what one that keeps a length of time takes.
  static let mostEvents = 128 << 20 / TraceFileFormat.recordSize
  /// How many times as long as a look took nothing is looked at after it.
  private static let restFactor = 20.0

  /// Begins to look at the trace of a process.
  ///
  /// - Parameters:
  ///   - path: The trace's file, which need not be there yet.
  ///   - process: The number of the process; a trace of another one is an old one.
  ///   - threshold: How long an operation may go without a move.
  ///   - settings: What else someone has set about a diagnosis.
  ///   - report: Is called on the thread of the lookout.
  init(
    path: String,
    process: Int32,
    after threshold: Duration,
    settings: DiagnosisSettings,
    report: @escaping @Sendable (News) -> Void
  ) {
    (self.path, self.process, self.report) = (path, process, report)
    self.settings = settings.based(on: .live(stall: threshold))
    age = threshold.nanoseconds
    pause = min(max(threshold / .seconds(4), 0.02), 0.25)
    let thread = Thread { self.run() }
    thread.name = "optrace-stalls"
    thread.start()
  }

  /// Ends it, and waits for a report that is being made.
  func stop() {
    stopped.signal()
    finished.wait()
  }

  private func run() {
    defer { finished.signal() }
    var reported = ReportedCauses()
    var rest = pause
    while stopped.wait(timeout: .now() + rest) == .timedOut {
      let begin = DispatchTime.now().uptimeNanoseconds
      switch trace() {
      case .none: break
      case .tooLarge: return report(.tooLarge)
      case .some(let trace):
        let diagnosis = trace.diagnosis(
          thresholds: settings.thresholds,
          allowing: settings.allowed
        )
        // A circle shows at once; whoever asked for five seconds is told after five.
        let findings = reported.new(of: diagnosis).filter {
          trace.end.nanoseconds(since: $0.since) >= age
        }
        reported.add(findings)
        if !findings.isEmpty { report(.stalls(findings, trace)) }
      }
      let cost = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
      rest = max(pause, cost * Self.restFactor)
    }
  }

  private enum Reading {
    case none
    case tooLarge
    case some(Trace)
  }

  private func trace() -> Reading {
    var status = stat()
    guard stat(path, &status) == 0 else { return .none }
    guard Int(status.st_size) / TraceFileFormat.recordSize <= Self.mostEvents else {
      return .tooLarge
    }
    guard let bytes = try? readBytes(path: path), let log = try? EventLog(growing: bytes),
      log.header.processID == UInt32(process), !log.events.isEmpty
    else { return .none }
    return .some(Trace(log))
  }
}
#endif
