public import TraceEvents

/// What a recording means: operations, queues, edges and intervals, as values.
public struct Trace: Sendable {
  /// What the recorder knew about itself and the program.
  public let header: TraceHeader

  /// The operations in the order of first sight.
  public let operations: [TracedOperation]

  /// The queues in the order of first sight.
  public let queues: [TracedQueue]

  /// The threads on which something happened, by number.
  public let threads: [TracedThread]

  /// Every edge between operations, by source, target and kind; no two are alike.
  public let edges: [TraceEdge]

  /// Waits of threads for operations and queues, by begin.
  public let waits: [TracedWait]

  /// Notes that the program left on no operation, in the order of time.
  public let notes: [TracedNote]

  /// Where the threads of operations were found after a long time inside `start()`; the last look at each.
  public let stacks: [OperationID: TracedStack]

  /// How many processors the process could use; nil when the recording does not say.
  public let processors: Int?

  /// The last moment of the trace: the last event, or the last sign of life of a program that hangs.
  public let end: TraceInstant

  /// Whether the recording was stopped in an orderly way; else the program was still running, hung or killed.
  public let wasStopped: Bool

  /// What was dropped of a recording that keeps its most recent part only, and until when; nil where everything is there.
  ///
  /// Of operations that had not finished at that moment what was before is there, too.
  public let horizon: TraceHorizon?

  /// What could not be read or recorded, in words for the person who looks at the trace.
  public let problems: [TraceProblem]

  /// The events the trace was made from, in the order of time.
  public let log: EventLog

  /// Positions in `operations` and `queues` by identity.
  let operationPositions: PositionTable<OperationID>
  let queuePositions: PositionTable<QueueID>
}

extension Trace {
  /// The operation with this identity.
  public subscript(id: OperationID) -> TracedOperation? {
    operationPositions[id].map { operations[$0] }
  }

  /// The queue with this identity.
  public subscript(id: QueueID) -> TracedQueue? {
    queuePositions[id].map { queues[$0] }
  }

  /// The thread of this number.
  package subscript(id: ThreadID) -> TracedThread? {
    position(of: id).map { threads[$0] }
  }

  /// The place of a thread in `threads`.
  package func position(of id: ThreadID) -> Int? {
    // The threads are in the order of their numbers, and there may be one for each operation.
    var (low, high) = (0, threads.count)
    while low < high {
      let middle = (low + high) / 2
      if threads[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < threads.count && threads[low].id == id ? low : nil
  }

  /// The place of an operation in `operations`.
  package func position(of id: OperationID) -> Int? {
    operationPositions[id]
  }

  /// The place of a queue in `queues`.
  package func position(of id: QueueID) -> Int? {
    queuePositions[id]
  }

  /// Nanoseconds from the beginning of the recording to its end.
  public var durationNanoseconds: UInt64 {
    end.nanoseconds
  }
}
