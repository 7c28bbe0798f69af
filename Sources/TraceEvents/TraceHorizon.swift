/// From when on a recording that keeps its most recent part is complete, and what was dropped before that.
///
/// Of operations that had not finished at the horizon what they did before is there, too.
public struct TraceHorizon: Hashable, Sendable {
  /// From when on every event is there.
  public var instant: TraceInstant

  /// The highest number that an operation had at the horizon.
  ///
  /// One with that number or a lower one of which nothing is known was over by then.
  public var lastOperation: OperationID

  /// How many events were dropped.
  public var droppedEvents: UInt64

  /// How many operations were dropped.
  public var droppedOperations: UInt64

  /// Of how many operations that had not finished details or all were dropped, because they would have taken too much room.
  public var shortenedOperations: UInt64

  /// How much the recording may take.
  public var bound: TraceBound

  /// Whether the file has everything, or has its own horizon, and a reader left out more of what was over.
  package var isExcerpt = false

  /// Makes a horizon.
  public init(
    instant: TraceInstant,
    lastOperation: OperationID,
    droppedEvents: UInt64 = 0,
    droppedOperations: UInt64 = 0,
    shortenedOperations: UInt64 = 0,
    bound: TraceBound
  ) {
    self.instant = instant
    self.lastOperation = lastOperation
    self.droppedEvents = droppedEvents
    self.droppedOperations = droppedOperations
    self.shortenedOperations = shortenedOperations
    self.bound = bound
  }
}

/// How much of a recording is kept.
public struct TraceBound: Hashable, Sendable {
  /// The most bytes that the recording takes.
  public var bytes: UInt64

  /// How long an event is kept in nanoseconds, if there is room for so long; nil for as long as there is room.
  public var nanoseconds: UInt64?

  /// Makes a bound.
  public init(bytes: UInt64, nanoseconds: UInt64? = nil) {
    self.bytes = bytes
    self.nanoseconds = nanoseconds
  }
}
