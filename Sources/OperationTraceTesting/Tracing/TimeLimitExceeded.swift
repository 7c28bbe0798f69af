import TraceAnalysis

/// The end of a test whose traced code did not end in time; why is in the failure that was recorded before.
public struct TimeLimitExceeded: Error, Hashable, CustomStringConvertible {
  /// How long the code was given.
  public let timeLimit: Duration

  init(timeLimit: Duration) {
    self.timeLimit = timeLimit
  }

  /// What happened, and where to look.
  public var description: String {
    "the traced code did not end within \(DurationText.short(timeLimit.nanoseconds)); "
      + "the failure recorded before this says what is stuck"
  }
}
