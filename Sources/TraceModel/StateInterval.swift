public import TraceEvents

/// A span of an operation's time in which it did one thing.
public struct StateInterval: Hashable, Sendable {
  /// What the operation did.
  public var state: OperationState
  /// When it began.
  public var start: TraceInstant
  /// When it ended; never before it began.
  public var end: TraceInstant

  /// Makes an interval.
  public init(_ state: OperationState, from start: TraceInstant, to end: TraceInstant) {
    self.state = state
    self.start = start
    self.end = end
  }

  /// Its length.
  public var nanoseconds: UInt64 {
    end.nanoseconds(since: start)
  }
}

/// What an operation does with its time between enqueue and finish: always exactly one of these.
public enum OperationState: String, Hashable, Sendable, CaseIterable {
  /// It waits for dependencies, a barrier in front of it, or its own `isReady`.
  case waitingForDependencies
  /// It is ready, and its queue is suspended.
  case queueSuspended
  /// It is ready, its queue runs, and every slot that the limit allows is taken.
  ///
  /// A slot is taken from the moment on which it is free for the operation that starts in it next, as Foundation does: it
  /// hands a free slot to one operation at once, and then waits for a thread.
  case waitingForSlot
  /// It is ready and a slot is free for it, but it has not been started yet.
  case dispatch
  /// From `start()` to finish.
  case executing
}

/// How the time of an operation, from enqueue to finish, adds up, in nanoseconds.
public struct TimeAccounting: Hashable, Sendable {
  /// Time it waited for dependencies, a barrier in front of it, or its own `isReady`.
  public var waitingForDependencies: UInt64 = 0
  /// Time it was ready in a suspended queue.
  public var queueSuspended: UInt64 = 0
  /// Time it was ready and no slot was free.
  public var waitingForSlot: UInt64 = 0
  /// Time it was ready, a slot was free, and no thread had started it.
  public var dispatch: UInt64 = 0
  /// Time from `start()` to finish.
  public var executing: UInt64 = 0

  /// Makes an accounting of no time.
  public init() {}

  /// The sum of the five.
  public var total: UInt64 {
    waitingForDependencies + queueSuspended + waitingForSlot + dispatch + executing
  }

  /// Time before the start.
  public var waiting: UInt64 {
    total - executing
  }

  /// Time spent in one state.
  public subscript(state: OperationState) -> UInt64 {
    get {
      switch state {
      case .waitingForDependencies: waitingForDependencies
      case .queueSuspended: queueSuspended
      case .waitingForSlot: waitingForSlot
      case .dispatch: dispatch
      case .executing: executing
      }
    }
    set {
      switch state {
      case .waitingForDependencies: waitingForDependencies = newValue
      case .queueSuspended: queueSuspended = newValue
      case .waitingForSlot: waitingForSlot = newValue
      case .dispatch: dispatch = newValue
      case .executing: executing = newValue
      }
    }
  }
}
