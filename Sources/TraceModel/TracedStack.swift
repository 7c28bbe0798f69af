public import TraceEvents

/// Where the thread of an operation was found after a long time inside `start()`.
public struct TracedStack: Hashable, Sendable {
  /// When it was looked at.
  public var instant: TraceInstant
  /// What the thread did there.
  public var stack: ThreadStack

  /// Makes a stack of a moment.
  public init(instant: TraceInstant, stack: ThreadStack) {
    self.instant = instant
    self.stack = stack
  }
}
