/// What is sound in a damaged recording, and a file that holds just that.
package struct TraceRepair {
  /// What could be read, and what is wrong with the rest.
  package let log: EventLog

  /// Reads what is sound in the bytes of a recording, also where its header is lost.
  ///
  /// - Throws: An error when there is nothing of a recording in them.
  package init(of bytes: [UInt8]) throws(TraceFileError) {
    do throws(TraceFileError) {
      log = try EventLog(bytes: bytes)
    } catch {
      if case .unsupportedVersion(let major, _) = error, major < Self.mostMajorVersions {
        throw error
      }
      guard let log = bytes.withUnsafeBytes({ TraceFileReader.salvage($0, because: error) }) else {
        throw error
      }
      self.log = log
    }
  }

  /// Versions from this one on are those of a damaged header.
  private static let mostMajorVersions: UInt16 = 16

  /// Whether nothing in the recording is damaged.
  ///
  /// One that ended early for want of room has lost events, and is sound.
  package var isSound: Bool {
    log.problems.count == log.losses.count { $0.reason != .damaged }
  }

  /// The sound part; what was lost is an event in it.
  package var copy: EventLog {
    var copy = log
    copy.problems = []
    copy.losses = []
    for loss in log.losses {
      let event = TraceEvent(
        .lost,
        at: loss.since,
        thread: ThreadID(rawValue: 0),
        argument: loss.count,
        detail: loss.reason.rawValue
      )
      // A recording that was stopped ends with the event that says so.
      let end = copy.events.last?.kind == .stopped ? copy.events.count - 1 : copy.events.count
      let place = copy.events[..<end].firstIndex { $0.instant > loss.since }
      copy.events.insert(event, at: place ?? end)
    }
    return copy
  }

  /// The bytes of a file that holds the sound part.
  package var bytes: [UInt8] {
    TraceFileWriter.bytes(of: copy)
  }
}
