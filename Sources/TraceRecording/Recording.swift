package import OperationObservation
package import TraceEvents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One recording, from its beginning until it is stopped: operations are observed, records go into a store.
package final class Recording: Sendable {
  private enum State {
    case running
    /// Ended; the memory may be given back unless a thread was stopped in the middle of a record.
    case ended(isQuiet: Bool)
  }

  private let session: ObservationSession
  private let store: any RecordingStore
  private let state: LockedValue<State>

  /// Begins to record, and keeps the most recent part of it if a bound is given; `program` is the name in the recording, that of the executable unless it says otherwise.
  package init(
    of scope: ObservationSession.Scope,
    into destination: ChunkStore.Destination,
    keeping bound: RecordingBound? = nil,
    omitsNames: Bool,
    program: String? = nil
  ) throws(RecordingError) {
    do throws(ObservationError) {
      // Before the file: where nothing can be observed, none is left behind.
      try ObservationSession.prepare()
    } catch {
      throw .observation(error)
    }
    store =
      if let bound {
        try BoundedStore(
          destination,
          keeping: bound.trace,
          omitsNames: omitsNames,
          program: program
        )
      } else {
        try ChunkStore(destination, omitsNames: omitsNames, program: program)
      }
    do throws(ObservationError) {
      session = try ObservationSession(of: scope, into: store, omitsNames: omitsNames)
    } catch {
      store.release()
      throw .observation(error)
    }
    store.attach(session)
    state = LockedValue(.running)
    Housekeeper.shared.add(self)
  }

  deinit {
    guard store.isOwned else { return }
    stop()
    state.withLock { state in
      if case .ended(isQuiet: true) = state { store.release() }
    }
  }

  /// What has been recorded: everything up to the moment of the call, or of the stop.
  package func log() -> EventLog {
    guard store.isOwned else {
      let problem = TraceProblem(message: "the recording is that of the parent process")
      return EventLog(problems: [problem])
    }
    return state.withLock { state in
      do throws(TraceFileError) {
        guard case .running = state else { return try store.read() }
        // What began before now is written before it is read; what begins later is not wanted.
        let now = ObservationFacts.now
        session.quiesce()
        markAlive(at: now)
        var log = try store.read()
        // The end of the log is that of its last event, which may have come after that.
        log.cut(after: TraceInstant(nanoseconds: now - min(now, store.headerPage.startedAt)))
        return log
      } catch {
        return EventLog(problems: [TraceProblem(message: error.description)])
      }
    }
  }

  /// Writes a file with what has been recorded so far; returns an error number or zero.
  package func copy(to path: String) -> Int32 {
    guard store.isOwned else { return EPERM }
    let bytes = state.withLock { state -> [UInt8]? in
      if case .ended(isQuiet: false) = state { return nil }
      if case .running = state {
        session.quiesce()
        markAlive(at: ObservationFacts.now)
      }
      return try? store.copy()
    }
    return bytes.map { RecordingFile.write($0, path: path) } ?? EIO
  }

  /// Ends the recording; does nothing when it has ended.
  package func stop() {
    guard store.isOwned else { return }
    Housekeeper.shared.remove(self)
    state.withLock { state in
      guard case .running = state else { return }
      session.record(kind: TraceEvent.Kind.stopped.rawValue)
      store.detach()
      let lost = session.lostCount
      let isQuiet = session.end()
      store.headerPage.setEnd(ObservationFacts.now)
      store.headerPage.setLost(lost)
      store.finish()
      store.reportEnd()
      state = .ended(isQuiet: isQuiet)
    }
  }

  /// Whether it has not been stopped, and is this process's own.
  package var isRunning: Bool {
    guard store.isOwned else { return false }
    return state.withLock { state in
      if case .running = state { true } else { false }
    }
  }

  /// How many bytes the recording has taken so far, of memory or of its file.
  package var size: Int {
    store.size
  }

  /// Lets the stacks of operations' threads be recorded when they have been inside `start()` for so long.
  ///
  /// It is five seconds until somebody asks for less or more; of several the lowest one counts, for the process as a whole.
  package func recordStacks(afterNanoseconds age: UInt64) {
    Housekeeper.shared.setStall(age, of: self)
    state.withLock { state in
      guard case .running = state else { return }
      store.headerPage.setStallAfter(age)
    }
  }

  /// Waits until the threads of all operations have been looked at that are that old now, for a while at most.
  package static func waitForStacks() {
    StackWatch.waitForPass(nanoseconds: 1_000_000_000)
  }

  /// Says in the recording that it is alive.
  func keepAlive() {
    store.reportEnd()
    state.withLock { state in
      guard case .running = state else { return }
      markAlive(at: ObservationFacts.now)
    }
  }

  private func markAlive(at instant: UInt64) {
    store.headerPage.setEnd(instant)
    store.headerPage.setLost(session.lostCount)
  }

  /// Writes records as fast as it can, for benchmarks.
  package func writeForBenchmark(count: UInt64) {
    session.writeForBenchmark(count: count)
  }
}
