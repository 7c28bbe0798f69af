public import TraceEvents
public import TraceModel

/// The chain of waits and executions that ends with the last finish; its parts account for the whole run.
///
/// Read backwards, it goes from the last finish to whatever let that operation go on, and from there to what let that one
/// go on: the dependency or barrier that finished last, the operation that left the slot, the one that resumed the queue, the
/// one that was waited for inside of `start()`, one of its own that finished it, the one that enqueued it, or the one that the
/// enqueueing thread had waited for. Where nothing else held an operation up, its own waits are on the path.
public struct CriticalPath: Hashable, Sendable {
  /// The parts in the order of time, without gaps from the first one's start to the last one's end.
  public var segments: [Segment]

  /// A part of the path.
  public struct Segment: Hashable, Sendable {
    /// The operation that it belongs to; nil for time in which the program had not enqueued the next one yet.
    public var operation: OperationID?
    /// What that operation did; `waitingForDependencies` when there is none.
    public var state: OperationState
    /// When it began.
    public var start: TraceInstant
    /// When it ended.
    public var end: TraceInstant
    /// The edge by which the path came to this operation, on its first segment.
    public var edge: TraceEdge?

    /// Makes a segment.
    public init(
      operation: OperationID?,
      state: OperationState,
      start: TraceInstant,
      end: TraceInstant,
      edge: TraceEdge? = nil
    ) {
      self.operation = operation
      self.state = state
      self.start = start
      self.end = end
      self.edge = edge
    }
  }

  /// Makes a path.
  public init(segments: [Segment]) {
    self.segments = segments
  }

  /// The operations on the path in the order of time.
  public var operations: [OperationID] {
    var seen: Set<OperationID> = []
    return segments.compactMap(\.operation).filter { seen.insert($0).inserted }
  }

  /// The edges on the path in the order of time.
  public var edges: [TraceEdge] {
    segments.compactMap(\.edge)
  }

  /// The length of the path.
  public var nanoseconds: UInt64 {
    segments.reduce(0) { $0 + $1.end.nanoseconds(since: $1.start) }
  }
}
