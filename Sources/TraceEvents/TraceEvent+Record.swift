extension TraceEvent {
  /// Reads a record as it lies in a chunk; nil for a kind that is not known.
  ///
  /// - Parameters:
  ///   - record: Its `TraceFileFormat.recordSize` bytes, or more.
  ///   - argument: The event's argument, which of a record with a text is not the one in the file.
  ///   - thread: The thread that wrote it.
  package init?(record: UnsafeRawBufferPointer, argument: UInt64, thread: ThreadID) {
    typealias Offset = TraceFileFormat.RecordOffset
    guard let kind = Kind(rawValue: record[Offset.kind] & ~TraceFileFormat.hasText) else {
      return nil
    }
    let operation = record.integer(UInt32.self, at: Offset.operation)
    let queue = record.integer(UInt32.self, at: Offset.queue)
    let actor = record.integer(UInt32.self, at: Offset.actor)
    self.init(
      kind,
      at: TraceInstant(nanoseconds: record.integer(UInt64.self, at: Offset.time)),
      thread: thread,
      actor: actor == 0 ? nil : OperationID(rawValue: actor),
      operation: operation == 0 ? nil : OperationID(rawValue: operation),
      queue: queue == 0 ? nil : QueueID(rawValue: queue),
      argument: argument,
      flags: Flags(rawValue: record[Offset.flags]),
      detail: record.integer(UInt16.self, at: Offset.detail)
    )
  }
}
