public import TraceEvents

/// Everything that went on at one moment of a trace.
///
/// What happened at the very moment has happened: an operation that started then executes, one that finished then is gone.
public struct TraceState: Sendable {
  /// The moment.
  public let instant: TraceInstant

  /// The queues that there were, in the order of first sight.
  public let queues: [Queue]

  /// The operations that had been seen and had not finished, in the order of first sight.
  public let operations: [Operation]

  /// The calls that blocked a thread until something had finished, by begin; their ends may lie in the future.
  public let waits: [TracedWait]

  /// The operations that had finished last, the latest first: no more than were asked for.
  public let lastFinished: [OperationID]

  /// How many operations had been added to a queue or started, of those that the trace has.
  public let begunCount: Int

  /// How many of those had finished.
  public let finishedCount: Int

  /// What the state was taken from.
  let history: TraceHistory

  /// Positions in `queues` by identity.
  let queuePositions: [QueueID: Int]

  /// Barriers that had not ended, by queue, and the waits of operations, to find causes by.
  let openWaits: [OperationID: TracedWait]

  /// The trace.
  public var trace: Trace {
    history.trace
  }

  /// How many operations had been over that the trace has not, as it keeps its most recent part only.
  public var droppedCount: Int {
    Int(clamping: trace.horizon?.droppedOperations ?? 0)
  }

  /// What the operation did; nil when it had finished or had not been seen.
  public subscript(id: OperationID) -> Operation? {
    trace.position(of: id).flatMap { history.operation(at: $0, instant) }
  }

  /// What went on in the queue; nil when it was not there.
  public subscript(id: QueueID) -> Queue? {
    queuePositions[id].map { queues[$0] }
  }

  /// How many operations were in a state.
  ///
  /// - Parameter state: The state; nil for those that were in no queue and had not been started.
  /// - Returns: The number of operations.
  public func count(_ state: OperationState?) -> Int {
    operations.count { $0.state == state }
  }
}

extension TraceState {
  /// What an operation did at the moment.
  public struct Operation: Hashable, Sendable, Identifiable {
    /// Which operation.
    public let id: OperationID
    /// Its queue; nil when it had been added to none.
    public let queue: QueueID?
    /// What it did; nil when it had been added to no queue and had not been started.
    public let state: OperationState?
    /// Since when it did that.
    public let since: TraceInstant
    /// The thread on which it had been started.
    public let thread: ThreadID?
    /// Whether it had been cancelled.
    public let isCancelled: Bool
  }

  /// What went on in a queue at the moment.
  public struct Queue: Hashable, Sendable, Identifiable {
    /// Which queue.
    public let id: QueueID
    /// Its limit; nil for the default, no limit of its own.
    public let limit: Int?
    /// Since when it was suspended; nil when it was not.
    public let suspendedSince: TraceInstant?
    /// The barrier blocks that waited or ran, in the order of the calls; their ends may lie in the future.
    public let barriers: [TracedQueue.Barrier]
    /// Operations that waited for dependencies, a barrier, or their own `isReady`.
    public internal(set) var waiting: [OperationID] = []
    /// Operations that were ready and had not been started.
    public internal(set) var queued: [OperationID] = []
    /// Operations that executed.
    public internal(set) var executing: [OperationID] = []
    /// How many of its operations had finished.
    public let finishedCount: Int

    /// How many of its operations had not finished.
    public var openCount: Int {
      waiting.count + queued.count + executing.count
    }
  }
}

extension Trace {
  /// The state of everything at one moment of the trace.
  ///
  /// To go from moment to moment, make a `TraceHistory` once and ask it: this makes one each time.
  ///
  /// - Parameters:
  ///   - instant: The moment; one after the trace's end counts as the end, one before its horizon as the horizon.
  ///   - finishedCount: The most operations that are listed as finished last.
  /// - Returns: The state.
  public func state(at instant: TraceInstant, lastFinished finishedCount: Int = 20) -> TraceState {
    TraceHistory(self).state(at: instant, lastFinished: finishedCount)
  }
}
