public import TraceEvents

extension TracedOperation {
  /// The moments of an operation's life, as far as they were seen.
  public struct Milestones: Hashable, Sendable {
    /// When it was first seen.
    public var seen: TraceInstant
    /// When the call that added it to its queue began.
    public var enqueued: TraceInstant? {
      get { enqueuedMoment.instant }
      set { enqueuedMoment.instant = newValue }
    }
    /// When it could have started; nil while it could not.
    ///
    /// That is the latest of its enqueue, its last dependency's finish, the finish of the last barrier in front of it and,
    /// for a class that overrides `isReady`, the moment that it first said so. A cancelled operation waits for dependencies
    /// and barriers no longer. One that started was ready by then, whatever it should have waited for: this is never after
    /// the start and never before the enqueue.
    public var ready: TraceInstant? {
      get { readyMoment.instant }
      set { readyMoment.instant = newValue }
    }
    /// When `start()` was entered.
    public var started: TraceInstant? {
      get { startedMoment.instant }
      set { startedMoment.instant = newValue }
    }
    /// When `start()` returned.
    public var startReturned: TraceInstant? {
      get { startReturnedMoment.instant }
      set { startReturnedMoment.instant = newValue }
    }
    /// When it finished.
    public var finished: TraceInstant? {
      get { finishedMoment.instant }
      set { finishedMoment.instant = newValue }
    }
    /// When `cancel()` was first called.
    public var cancelled: TraceInstant? {
      get { cancelledMoment.instant }
      set { cancelledMoment.instant = newValue }
    }
    /// When its completion block began.
    public var completionBegan: TraceInstant? {
      get { completionBeganMoment.instant }
      set { completionBeganMoment.instant = newValue }
    }
    /// When its completion block ended.
    public var completionEnded: TraceInstant? {
      get { completionEndedMoment.instant }
      set { completionEndedMoment.instant = newValue }
    }
    /// When it was deallocated.
    public var deallocated: TraceInstant? {
      get { deallocatedMoment.instant }
      set { deallocatedMoment.instant = newValue }
    }

    private var enqueuedMoment = Moment()
    private var readyMoment = Moment()
    private var startedMoment = Moment()
    private var startReturnedMoment = Moment()
    private var finishedMoment = Moment()
    private var cancelledMoment = Moment()
    private var completionBeganMoment = Moment()
    private var completionEndedMoment = Moment()
    private var deallocatedMoment = Moment()

    /// Makes milestones of an operation that was only seen.
    public init(seen: TraceInstant) {
      self.seen = seen
    }
  }
}

/// An instant or none in eight bytes instead of sixteen: there are nine of them in each of a million operations.
private struct Moment: Hashable, Sendable {
  /// The last moment that there is stands for none; one that came then is taken as a nanosecond earlier.
  private var nanoseconds = UInt64.max

  /// The instant, if there is one.
  var instant: TraceInstant? {
    get { nanoseconds == .max ? nil : TraceInstant(nanoseconds: nanoseconds) }
    set { nanoseconds = newValue.map { min($0.nanoseconds, .max - 1) } ?? .max }
  }
}
