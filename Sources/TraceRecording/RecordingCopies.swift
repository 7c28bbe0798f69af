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
    var names: CopyNames
  }

  private let state: LockedValue<State>

  private static let pause: UInt64 = 50_000_000

  /// Starts to put copies aside of a recording into that file, for as long as it lives.
  package init(of recording: Recording, at path: String) {
    state = LockedValue(State(signals: CopySignal.count, names: CopyNames(of: path)))
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
    let copy = state.withLock { $0.names.free() }
    let failure = recording.copy(to: copy)
    guard failure == 0 else {
      return say("can't put a copy aside at \(copy): \(systemMessage(failure))")
    }
    say(state.withLock { $0.names.add(copy) })
  }

  private func say(_ sentence: String) {
    writeToStandardError("optrace: \(sentence)\n")
  }
}
