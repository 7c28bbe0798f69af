package import OperationObservation
import Synchronization
package import TraceEvents

/// One recording, from its beginning until it is stopped: operations are observed, records go into a store.
package final class Recording: Sendable {
  private enum State {
    case running
    /// What was recorded, as far as it was sound.
    case stopped(EventLog)
  }

  private let session: ObservationSession
  private let store: ChunkStore
  private let state: Mutex<State>

  /// Begins to record.
  package init(
    of scope: ObservationSession.Scope,
    into destination: ChunkStore.Destination,
    omitsNames: Bool
  ) throws(RecordingError) {
    store = try ChunkStore(destination, omitsNames: omitsNames)
    do throws(ObservationError) {
      session = try ObservationSession(of: scope, into: store, omitsNames: omitsNames)
    } catch {
      store.release()
      throw .observation(error)
    }
    state = Mutex(.running)
    Housekeeper.shared.add(self)
  }

  /// What has been recorded so far: everything up to the moment of the call.
  package func log() -> EventLog {
    state.withLock { state in
      if case .stopped(let log) = state { return log }
      return readLog()
    }
  }

  /// Ends the recording and returns it. A second call returns the same.
  @discardableResult
  package func stop() -> EventLog {
    Housekeeper.shared.remove(self)
    return state.withLock { state in
      if case .stopped(let log) = state { return log }
      session.record(kind: TraceEvent.Kind.stopped.rawValue)
      let isQuiet = session.end()
      store.headerPage.setState(.stopped)
      let log = readLog()
      state = .stopped(log)
      // A thread that was stopped in the middle of a record may still write: then the memory stays.
      if isQuiet { store.release() }
      return log
    }
  }

  /// Says in the recording that it is alive.
  func keepAlive() {
    state.withLock { state in
      guard case .running = state else { return }
      store.headerPage.setEnd(ObservationFacts.now)
      store.headerPage.setLost(session.lostCount)
    }
  }

  /// Writes records as fast as it can, for benchmarks.
  package func writeForBenchmark(count: UInt64) {
    session.writeForBenchmark(count: count)
  }

  private func readLog() -> EventLog {
    // What began before now is written before it is read; what begins later is not wanted.
    let now = ObservationFacts.now
    session.quiesce()
    store.headerPage.setLost(session.lostCount)
    do throws(TraceFileError) {
      var log = try store.read(end: now)
      log.cut(after: log.end)
      return log
    } catch {
      return EventLog(problems: [TraceProblem(message: error.description)])
    }
  }
}
