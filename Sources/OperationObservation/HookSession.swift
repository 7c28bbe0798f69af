#if !canImport(ObjectiveC)
import COperationHooks
package import Foundation

/// One recording of operations by the hooks: from its beginning until it is ended.
package final class ObservationSession: Sendable {
  /// What a session traces.
  package enum Scope {
    /// Every queue of the process, also those that are made later.
    case allQueues
    /// These queues.
    case queues([OperationQueue])
  }

  private let slot: Int32
  // The hooks know the source by address: it is kept until no thread can be writing any more.
  private let box: Unmanaged<ChunkSourceBox>

  /// Makes sure that operations can be observed in this process.
  package static func prepare() throws(ObservationError) {
    try FoundationHooks.install()
  }

  /// Begins to record.
  package init(
    of scope: Scope,
    into source: any ChunkSource,
    omitsNames: Bool
  ) throws(ObservationError) {
    try FoundationHooks.install()
    box = Unmanaged.passRetained(ChunkSourceBox(source))
    slot = oth_session_open(ChunkSourceBox.refill, box.toOpaque(), omitsNames)
    guard slot >= 0 else {
      box.release()
      throw .tooManyTracers(limit: Int(OTH_MAX_SESSIONS))
    }
    switch scope {
    case .allQueues:
      oth_session_begin(slot, true)
    case .queues(let queues):
      oth_session_begin(slot, false)
      for queue in queues { adopt(queue) }
    }
  }

  /// Adds a queue with what is in it.
  private func adopt(_ queue: OperationQueue) {
    let address = Unmanaged.passUnretained(queue).toOpaque()
    oth_session_trace(slot, address)
    for operation in queue.operations {
      oth_adopt_operation(slot, Unmanaged.passUnretained(operation).toOpaque(), address)
    }
  }

  /// Waits until every record that was begun has been written; false when a thread did not get there.
  @discardableResult
  package func quiesce() -> Bool {
    oth_session_quiesce()
  }

  /// Lets every thread ask for a chunk of this generation before its next record; false when a thread may still write into a
  /// chunk of an earlier one.
  package func turn(to generation: UInt64) -> Bool {
    oth_session_turn(slot, generation)
  }

  /// Ends recording.
  ///
  /// Returns whether the memory the source handed out is no longer written to.
  package func end() -> Bool {
    let isQuiet = oth_session_close(slot)
    if isQuiet { box.release() }
    return isQuiet
  }

  /// How many records were lost because the source had no room.
  package var lostCount: UInt64 {
    oth_session_lost(slot)
  }

  /// The numbers of the operations that have been enqueued, are still there, and have not finished as far as the observer knows.
  package func unfinishedOperations() -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    var cursor: UInt32 = 0
    while true {
      let number = oth_next_unfinished(&cursor)
      guard number != 0 else { return numbers }
      numbers.insert(number)
    }
  }

  /// Writes a record that concerns no object.
  package func record(kind: UInt8) {
    oth_session_write(slot, oth_record(kind: kind), nil, 0)
  }

  /// Writes that many records, for benchmarks.
  package func writeForBenchmark(count: UInt64) {
    oth_write_for_benchmark(slot, count)
  }
}
#endif
