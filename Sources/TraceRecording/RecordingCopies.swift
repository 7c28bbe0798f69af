import OperationObservation
import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Copies of a recording that are put aside: when a signal asks for one, and when something has come to a stall.
///
/// A thread of its own writes them: that takes its time, and a handler of signals may do next to nothing.
package final class RecordingCopies: Sendable {
  private struct State {
    var wanted = false
    var signals: UInt32 = 0
    var paths: [String] = []
  }

  private let path: String
  private let state: LockedValue<State>

  /// How many copies there are at most; then the oldest one goes.
  package static let most = 16
  private static let pause: UInt64 = 50_000_000

  /// Starts to put copies aside of a recording into that file, for as long as it lives.
  package init(of recording: Recording, at path: String) {
    self.path = path
    state = LockedValue(State(signals: CopySignal.count))
    let weak = WeakRecording(recording: recording)
    PlainThread.start(named: "optrace-copies") { [self] in
      while weak.recording?.isRunning ?? false {
        if isWanted, let recording = weak.recording { write(recording) }
        PlainThread.sleep(nanoseconds: Self.pause)
      }
    }
  }

  private struct WeakRecording: Sendable {
    weak var recording: Recording?
  }

  /// Lets a copy be written soon.
  package func request() {
    state.withLock { $0.wanted = true }
  }

  private var isWanted: Bool {
    state.withLock { state in
      let signals = CopySignal.count
      defer { (state.wanted, state.signals) = (false, signals) }
      return state.wanted || signals != state.signals
    }
  }

  private func write(_ recording: Recording) {
    let copy = freePath()
    let failure = recording.copy(to: copy)
    guard failure == 0 else {
      return say("can't put a copy aside at \(copy): \(systemMessage(failure))")
    }
    let oldest = state.withLock { state -> String? in
      state.paths.append(copy)
      return state.paths.count > Self.most ? state.paths.removeFirst() : nil
    }
    if let oldest { unlink(oldest) }
    say("a copy is in \(copy)" + (oldest.map { "; \($0) made room for it" } ?? ""))
  }

  /// A name beside the recording with the time in UTC that is not there yet, such as "run-20260704-061530.optrace".
  private func freePath() -> String {
    let ending = ".optrace"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    let base = "\(stem)-\(Self.timestamp)"
    var number = 1
    var copy = base + ending
    while access(copy, F_OK) == 0 {
      number += 1
      copy = "\(base)-\(number)\(ending)"
    }
    return copy
  }

  private static var timestamp: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(parts.tm_year + 1900)\(digits(parts.tm_mon + 1))\(digits(parts.tm_mday))"
    return "\(day)-\(digits(parts.tm_hour))\(digits(parts.tm_min))\(digits(parts.tm_sec))"
  }

  private func say(_ sentence: String) {
    writeToStandardError("optrace: \(sentence)\n")
  }
}
