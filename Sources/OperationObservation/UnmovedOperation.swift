import COperationHooks

/// An operation that has not finished and has been in one place for a while, as the hooks saw it.
///
/// Nothing of the program or of Foundation is asked: they may be what hangs.
package struct UnmovedOperation: Sendable {
  /// How far an operation has come.
  package enum Stage: CaseIterable, Sendable {
    /// It is in a queue and was not started.
    case enqueued
    /// A thread is inside its `start()`.
    case started
    /// Its `start()` returned.
    case returned
  }

  #if !canImport(ObjectiveC)
  private let found: oth_unmoved_operation

  fileprivate init(_ found: oth_unmoved_operation) {
    self.found = found
  }

  /// The operation's number in the recordings.
  package var operation: UInt32 { found.operation }

  /// The number of its queue, or 0.
  package var queue: UInt32 { found.queue }

  /// How far it has come.
  package var stage: Stage {
    Stage.allCases.first { $0.bit == found.stage } ?? .enqueued
  }

  /// The kernel's number of the thread that entered `start()` last.
  ///
  /// Nil before that, and when the recording began after it.
  package var thread: UInt32? { found.thread == 0 ? nil : found.thread }

  /// Nanoseconds since it came to this stage, less precise than a millisecond.
  package var age: UInt64 { found.age }

  /// Whether it is still there and was so all the time since it was found.
  ///
  /// Ask it after looking at its thread and before believing what was seen there.
  package var isStillThere: Bool {
    withUnsafePointer(to: found) { oth_is_unmoved($0) }
  }

  /// Writes a record about it, with a text, into the recordings that traced it when it was found.
  package func record(kind: UInt8, text: [UInt8]) {
    withUnsafePointer(to: found) { oth_record_unmoved($0, kind, text, text.count) }
  }
  #else
  // Where state is published by key-value observation, nothing is known of threads: none is ever found.
  package var operation: UInt32 { 0 }
  package var queue: UInt32 { 0 }
  package var stage: Stage { .enqueued }
  package var thread: UInt32? { nil }
  package var age: UInt64 { 0 }
  package var isStillThere: Bool { false }
  package func record(kind: UInt8, text: [UInt8]) {}
  #endif
}

#if !canImport(ObjectiveC)
extension UnmovedOperation.Stage {
  fileprivate var bit: UInt32 {
    switch self {
    case .enqueued: UInt32(OTH_STAGE_ENQUEUED)
    case .started: UInt32(OTH_STAGE_STARTED)
    case .returned: UInt32(OTH_STAGE_RETURNED)
    }
  }
}
#endif

/// Goes through the operations of the process in search of those that do not move, a part at a time.
package struct UnmovedSearch: Sendable {
  private var cursor: UInt32 = 0
  /// How many are returned at once.
  private static let capacity = 256

  package init() {}

  /// Whether the last call came to the end of the objects; the next one begins anew.
  package var isComplete: Bool { cursor == 0 }

  /// The next operations that came to one of `stages` at least `ageNanoseconds` ago and have been there since.
  ///
  /// Looks at no more than `budget` objects; a million of them take some milliseconds.
  package mutating func next(
    _ stages: Set<UnmovedOperation.Stage>,
    ageNanoseconds: UInt64,
    budget: UInt32 = 1 << 16
  ) -> [UnmovedOperation] {
    #if !canImport(ObjectiveC)
    let bits = stages.reduce(0) { $0 | $1.bit }
    let found = [oth_unmoved_operation](unsafeUninitializedCapacity: Self.capacity) { out, count in
      count = oth_unmoved(&cursor, budget, bits, ageNanoseconds, out.baseAddress, out.count)
    }
    return found.map { UnmovedOperation($0) }
    #else
    return []
    #endif
  }
}
