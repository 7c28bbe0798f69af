import COperationHooks

/// Asks operations that returned from `start()` and went silent whether they have finished without telling their queue.
///
/// Reading an operation's state calls the program's code: do it on a thread that may be given up.
package struct SuspectExamination {
  private var cursor: UInt32 = 1

  package init() {}

  /// Examines operations that have been silent for at least `ageNanoseconds`; looks at `budget` objects at most.
  ///
  /// - Parameters:
  ///   - ageNanoseconds: How long an operation must have been silent.
  ///   - budget: How many objects are looked at.
  ///   - ask: Is given each question, and asks it; returns whether this thread is to go on.
  package mutating func examine(
    ageNanoseconds: UInt64,
    budget: UInt32,
    ask: (_ question: () -> Void) -> Bool
  ) {
    // Where state is published by key-value observation, nothing is known of what Foundation was told.
    #if !canImport(ObjectiveC)
    while let suspect = oth_next_suspect(&cursor, budget, ageNanoseconds) {
      guard ask({ oth_examine_suspect(suspect) }) else { return }
    }
    #endif
  }
}

/// Facts about the hooks for tests.
package enum ObservationFacts {
  /// Whether this program's calls of `didChangeValue` are seen: not where Foundation is a part of it.
  package static var seesNotifications: Bool {
    #if canImport(ObjectiveC)
    false
    #else
    oth_sees_notifications()
    #endif
  }

  /// Nanoseconds of the clock that records use.
  package static var now: UInt64 { oth_now() }

  /// The sizes that the reader must know: of a record, of a chunk's head, and where its committed count lies.
  package static var layout: (record: Int, chunkHead: Int, chunkMagic: UInt32) {
    (MemoryLayout<oth_record>.size, MemoryLayout<oth_chunk>.size, UInt32(OTH_CHUNK_MAGIC))
  }
}
