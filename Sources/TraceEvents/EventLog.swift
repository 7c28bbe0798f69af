/// Everything that a recording holds, in the order of time: what a reader returns and a model is built from.
public struct EventLog: Hashable, Sendable {
  /// What the recorder knew about itself and the program.
  public var header: TraceHeader

  /// The events by instant; of those at one instant, first what says who is who.
  public var events: [TraceEvent]

  /// Texts that events name by position.
  public var strings: [String]

  /// The last moment at which the recording is known to have been alive; never before the last event.
  ///
  /// A program that hangs, or was killed, has a last sign of life after its last event.
  public var end: TraceInstant

  /// What could not be read or recorded, in words for the person who looks at the trace.
  public var problems: [TraceProblem]

  /// What is missing because the recording keeps its most recent part only; nil when everything is there.
  public var horizon: TraceHorizon?

  /// What `problems` say of events that were lost, in numbers.
  package var losses: [Loss] = []

  /// Events that were lost.
  package struct Loss: Hashable, Sendable {
    /// Why.
    package var reason: TraceEvent.LossReason
    /// How many; of damage the most that there can have been.
    package var count: UInt64
    /// A moment before all of them, as far as one is known: until then everything is there.
    package var since: TraceInstant

    /// Makes a loss.
    package init(reason: TraceEvent.LossReason, count: UInt64, since: TraceInstant = .zero) {
      self.reason = reason
      self.count = count
      self.since = since
    }
  }

  /// Makes a log; the events must be in the order of time.
  public init(
    header: TraceHeader = TraceHeader(),
    events: [TraceEvent] = [],
    strings: [String] = [],
    end: TraceInstant? = nil,
    problems: [TraceProblem] = []
  ) {
    self.header = header
    self.events = events
    self.strings = strings
    self.end = max(end ?? .zero, events.last?.instant ?? .zero)
    self.problems = problems
  }

  /// Leaves out what happened after a moment, but not what happened before the horizon, where there is nothing else.
  package mutating func cut(after moment: TraceInstant) {
    let moment = max(moment, horizon?.instant ?? .zero)
    let count = events.count - events.reversed().prefix { $0.instant > moment }.count
    events.removeSubrange(count...)
    end = min(end, moment)
  }

  /// Whether the recording ended while the program went on, as there was no room for more.
  package var endedEarly: Bool {
    // One that keeps its most recent part goes on after a loss.
    losses.contains { $0.reason == .noSpace || $0.reason == .limit && horizon == nil }
  }

  /// The text at a position; nil for a position that the table does not have.
  public func string(at position: UInt64) -> String? {
    position < UInt64(strings.count) ? strings[Int(position)] : nil
  }
}

/// What a recorder writes down about itself and the program, once.
public struct TraceHeader: Hashable, Sendable {
  /// The name of the program's executable, without its folder.
  public var program: String

  /// The process's number.
  public var processID: UInt32

  /// When the recording began, in nanoseconds since 1970-01-01 00:00 UTC.
  public var startedAtUnixNanoseconds: UInt64

  /// Whether names of operations were kept out of the recording.
  public var omitsNames: Bool

  /// After how many nanoseconds without a move the program was to be told of a stall; 0 where nobody said so.
  public var stallAfterNanoseconds: UInt64

  /// Makes a header.
  public init(
    program: String = "",
    processID: UInt32 = 0,
    startedAtUnixNanoseconds: UInt64 = 0,
    omitsNames: Bool = false,
    stallAfterNanoseconds: UInt64 = 0
  ) {
    self.stallAfterNanoseconds = stallAfterNanoseconds
    self.program = program
    self.processID = processID
    self.startedAtUnixNanoseconds = startedAtUnixNanoseconds
    self.omitsNames = omitsNames
  }
}

/// Something in a recording that is missing or was not sound.
public struct TraceProblem: Hashable, Sendable {
  /// Where, in bytes from the start of the file; nil when it is about no place.
  public var offset: UInt64?

  /// What is wrong, as one sentence without a full stop.
  public var message: String

  /// Makes a problem.
  public init(offset: UInt64? = nil, message: String) {
    self.offset = offset
    self.message = message
  }
}
