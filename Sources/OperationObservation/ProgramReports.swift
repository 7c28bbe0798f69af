import COperationHooks
package import Foundation

/// What a program says of its operations itself.
package enum ProgramReports {
  /// Whether anybody records now.
  package static var areWanted: Bool {
    #if canImport(ObjectiveC)
    return ObservationSession.running.withLock { !$0.isEmpty }
    #else
    return oth_is_recording()
    #endif
  }

  /// Records a text about an operation (or about none) as an event of that kind; longer than `limit` bytes, it is cut between
  /// characters.
  package static func record(kind: UInt8, operation: Operation?, text: String, limit: Int) {
    var bytes = Array(text.utf8.prefix(limit + 1))
    let isTruncated = bytes.count > limit
    if isTruncated {
      var end = limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.removeSubrange(end...)
    }
    #if canImport(ObjectiveC)
    let sessions = ObservationSession.running.withLock { $0.compactMap(\.session) }
    for session in sessions {
      session.report(kind: kind, operation: operation, bytes: bytes, isTruncated: isTruncated)
    }
    #else
    let address = operation.map { Unmanaged.passUnretained($0).toOpaque() }
    oth_report(kind, address, bytes, bytes.count, isTruncated)
    #endif
  }
}
