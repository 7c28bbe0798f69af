#if os(Linux)
import Foundation
import TraceAnalysis
import TraceEvents
import TraceModel

/// Looks for stalls in a program from outside, by the trace that it writes, on a thread of its own.
///
/// It costs the program nothing, and the machine a twentieth of a processor at most: after a look it rests for twenty times as long
/// as that took a processor. Of a long recording it looks at what had not finished, and the most recent part of the rest.
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
    /// Something is stuck that no earlier report told of; what was read of the trace may be a part of it.
    case stalls([Finding], Trace)
    /// The trace holds more than what is looked at.
    case tooLarge
  }

  /// The most that a trace may hold to be looked at, in bytes: so much memory a look may take.
  static let mostBytes = 512 << 20
  /// The same in events.
  static let mostEvents = mostBytes / TraceFileFormat.recordSize
  /// How many of the last events are looked at whatever they are about.
  static let recentEvents = 200_000
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
      let begin = Self.processorTime
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
      let cost = Double(Self.processorTime - begin) / 1e9
      rest = max(pause, cost * Self.restFactor)
    }
  }

  private enum Reading {
    case none
    case tooLarge
    case some(Trace)
  }

  private func trace() -> Reading {
    // An older trace may be there still.
    guard TraceHeader(path: path)?.processID == UInt32(process) else { return .none }
    do throws(TraceFileError) {
      guard let image = try TraceFileImage.read(path: path, holdingAtMost: Self.mostBytes) else {
        return .tooLarge
      }
      let log = try EventLog(excerptOf: image, recent: Self.recentEvents, isGrowing: true)
      guard log.header.processID == UInt32(process), !log.events.isEmpty else { return .none }
      return .some(Trace(log))
    } catch {
      return .none
    }
  }

  private static var processorTime: UInt64 { clockNanoseconds(CLOCK_THREAD_CPUTIME_ID) }
}
#endif
