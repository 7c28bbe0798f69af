import Foundation
import OperationObservation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Three threads that look after all recordings of the process: one says that they are alive and looks for calls that do not
/// return, one asks silent operations for their state, and one looks where the threads of operations are that have been
/// inside `start()` for very long.
///
/// Plain threads, not dispatch queues: the pool may be what is exhausted.
final class Housekeeper: Sendable {
  static let shared = Housekeeper()

  private struct State {
    var recordings: [ObjectIdentifier: WeakRecording] = [:]
    /// The process whose threads look after the recordings; a child of fork has none.
    var process: pid_t = 0
  }

  private struct WeakRecording: Sendable {
    weak var recording: Recording?
    /// How long a thread may be inside `start()` before its stack is recorded, in nanoseconds; nil for the standard.
    var stall: UInt64?
  }

  /// How often a recording gets its sign of life, in microseconds.
  private static let period: UInt32 = 50_000
  /// How long a call of Foundation may take before it is recorded as one that does not return, in nanoseconds.
  private static let patience: UInt64 = 250_000_000

  private let state = LockedValue(State())
  private let askers = Askers()

  func add(_ recording: Recording) {
    let starts = state.withLock { state in
      state.recordings[ObjectIdentifier(recording)] = WeakRecording(recording: recording)
      defer { state.process = getpid() }
      return state.process != getpid()
    }
    guard starts else { return }
    PlainThread.start(named: "optrace-alive") { Housekeeper.shared.keepAlive() }
    askers.start { Housekeeper.shared.isRecording }
    PlainThread.start(named: "optrace-stacks") { Housekeeper.shared.watchStacks() }
  }

  /// Looks at the threads of operations from another age on; of several ages the lowest one counts.
  func setStall(_ nanoseconds: UInt64, of recording: Recording) {
    state.withLock { state in
      let key = ObjectIdentifier(recording)
      let known = state.recordings[key]?.stall ?? .max
      state.recordings[key]?.stall = min(known, nanoseconds)
    }
  }

  func remove(_ recording: Recording) {
    state.withLock { state in
      _ = state.recordings.removeValue(forKey: ObjectIdentifier(recording))
    }
  }

  private var isRecording: Bool { state.withLock { !$0.recordings.isEmpty } }

  private func keepAlive() {
    while true {
      usleep(Self.period)
      BlockedCalls.look(patienceNanoseconds: Self.patience)
      askers.look { Housekeeper.shared.isRecording }
      let recordings = state.withLock { $0.recordings.values.compactMap(\.recording) }
      for recording in recordings { recording.keepAlive() }
    }
  }

  private func watchStacks() {
    var watch = StackWatch()
    var pause = StackWatch.longestPause
    while true {
      PlainThread.sleep(nanoseconds: pause)
      let ages = state.withLock { $0.recordings.values.map { $0.stall ?? StackWatch.standardAge } }
      guard let age = ages.min() else { continue }
      pause = watch.pass(ageNanoseconds: age)
    }
  }
}
