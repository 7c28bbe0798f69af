import Foundation
import TraceEvents
import TraceModel

/// An operation in a document: its number in the trace, and what to call it.
struct OperationReference: Codable, Hashable {
  /// The number in the trace, as in the graph's `op_12`.
  var id: UInt32
  /// Its name, or class and number.
  var name: String
  /// Its class without the module.
  var className: String?

  init(_ id: OperationID, in trace: Trace) {
    self.id = id.rawValue
    let operation = trace[id]
    name = operation?.displayName ?? "operation \(id.rawValue)"
    className = operation?.className
  }

  private enum CodingKeys: String, CodingKey {
    case id, name
    case className = "class"
  }
}

/// A queue in a document.
struct QueueReference: Codable, Hashable {
  /// The number in the trace, as in the graph's `q_1`.
  var id: UInt32
  /// Its name, or "queue" and number.
  var name: String

  init(_ id: QueueID, in trace: Trace) {
    self.id = id.rawValue
    name = trace[id]?.displayName ?? "queue \(id.rawValue)"
  }
}

/// A thread in a document.
struct ThreadReference: Codable, Hashable {
  /// The kernel's number.
  var id: UInt32
  /// Its name, if it has one.
  var name: String?
  /// Whether it is the main thread.
  var isMain: Bool

  init(_ id: ThreadID, in trace: Trace) {
    let thread = trace.threads.first { $0.id == id }
    self.id = id.rawValue
    name = thread?.name
    isMain = thread?.isMain ?? false
  }
}

/// What a document says about the trace it was made from.
struct TraceReference: Codable, Hashable {
  /// The name of the traced program.
  var program: String
  /// The process's number.
  var processID: UInt32
  /// When the recording began, as ISO 8601 in UTC with milliseconds.
  var startedAt: String?
  /// The length of the recording.
  var durationNanoseconds: UInt64
  /// Whether it was ended in an orderly way.
  var wasStopped: Bool
  /// How many operations there are.
  var operationCount: Int
  /// How many queues there are.
  var queueCount: Int
  /// What is missing or was not sound.
  var problems: [Problem]

  /// Something that is missing.
  struct Problem: Codable, Hashable {
    /// What is wrong.
    var message: String
    /// Where, in bytes from the start of the file.
    var offset: UInt64?
  }

  init(_ trace: Trace) {
    program = trace.header.program
    processID = trace.header.processID
    startedAt = Self.moment(unixNanoseconds: trace.header.startedAtUnixNanoseconds)
    durationNanoseconds = trace.durationNanoseconds
    wasStopped = trace.wasStopped
    operationCount = trace.operations.count
    queueCount = trace.queues.count
    problems = trace.problems.map { Problem(message: $0.message, offset: $0.offset) }
  }

  /// A moment as "2026-11-30T08:18:00.123Z"; nil for zero, which stands for one that is not known.
  private static func moment(unixNanoseconds: UInt64) -> String? {
    guard unixNanoseconds > 0 else { return nil }
    let (seconds, rest) = unixNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let milliseconds = String(rest / 1_000_000 + 1000).dropFirst()
    let second = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    return "\(second.dropLast()).\(milliseconds)Z"
  }
}
