import TraceEvents

/// The lengths of time and the counts from which on the rules speak, each with a name and a reason.
///
/// What the trace proves by its structure (a cycle, an operation that waits for itself) needs none of them. The defaults
/// suit a recording whose program has ended, was killed or hangs; `live` suits one that is looked at while it works.
public struct DiagnosisThresholds: Hashable, Sendable {
  /// Those that are not the defaults.
  private var durations: [Name: Duration] = [:]
  private var counts: [Count: Int] = [:]

  /// Makes thresholds; those left out are the defaults.
  public init(_ durations: [Name: Duration] = [:], counts: [Count: Int] = [:]) {
    for (name, duration) in durations { self[name] = duration }
    for (name, count) in counts { self[name] = count }
  }

  /// For a program that is at work: what may still come by itself gets the stall threshold to do so.
  public static let live = DiagnosisThresholds(
    [.idle: .seconds(5), .settling: .seconds(5), .dispatch: .seconds(5)],
    counts: [.kindFactor: 10]
  )

  /// For a program that is at work, to be told of what has not moved for that long.
  package static func live(stall: Duration) -> DiagnosisThresholds {
    var thresholds = live
    for name in [Name.stall, .idle, .settling, .dispatch] { thresholds[name] = stall }
    return thresholds
  }

  /// The threshold with this name.
  public subscript(name: Name) -> Duration {
    get { durations[name] ?? name.standard }
    set { durations[name] = newValue == name.standard ? nil : newValue }
  }

  /// The count with this name.
  public subscript(count: Count) -> Int {
    get { counts[count] ?? count.standard }
    set { counts[count] = newValue == count.standard ? nil : newValue }
  }
}

extension DiagnosisThresholds {
  /// The thresholds that are lengths of time, by the name under which a person sets them.
  public enum Name: String, CaseIterable, Sendable {
    /// How long an operation may go without a sign of life while others of the process move, and how long `start()` may
    /// take.
    case stall
    /// How long an asynchronous operation may stay unfinished after `start()` returned, and a ready one in a suspended
    /// queue, while nothing else in the process moves.
    case idle
    /// How long something that only a call from outside can resolve may last while nothing in the process can make that
    /// call: a dependency that no queue has got yet, a limit of 0; and how long after its dependency an operation may be
    /// cancelled and be taken to have been cancelled together with it.
    case settling
    /// How long a ready operation with a free slot may wait for a thread to run on.
    case dispatch
    /// From which time between cancel and finish on a cancellation counts as ignored.
    case cancellation
    /// How long the main thread may be blocked in a wait while operations of the main queue need it.
    case mainWait = "main-wait"
    /// How long a completion block may run, and how long after the finish it may begin.
    case completion
    /// How long a finished operation may stay alive.
    case retention
    /// How long a ready operation may wait for a slot that others hold without using a thread, or for one of higher priority.
    case starvation
    /// How long the thread of an operation may stay inside `start()` after the operation has finished.
    case overrun
    /// How long `main()` of an operation that calls itself asynchronous may take and be taken to have only begun its work.
    case handOff = "hand-off"
    /// How short an operation must have run to be taken to have looked at what it depends on, and given up.
    case giveUp = "give-up"
    /// How long after an operation was added what its thread does to it next is taken to be part of setting it up.
    case setup
    /// How long finishes may keep their threads busy with what they release, or with looking for what to start next.
    case release
  }

  /// The thresholds that are counts, by the name under which a person sets them.
  public enum Count: String, CaseIterable, Sendable {
    /// How many times longer than others of its kind an operation may take before its silence means something.
    case kindFactor = "kind-factor"
    /// How long a chain of dependencies may be.
    case chain
    /// How many dependents one operation may have in a queue.
    case dependents
    /// How many operations may pile up in a queue.
    case backlog
    /// How many finished operations of a kind may stay alive.
    case retained
    /// How many operations there must be before their typical length, or what they cost, means something.
    case samples
  }
}

extension DiagnosisThresholds.Name {
  /// The value unless someone sets another.
  public var standard: Duration {
    switch self {
    case .stall: .seconds(5)
    case .idle, .dispatch, .retention, .starvation: .seconds(1)
    case .settling, .cancellation, .mainWait, .completion, .setup: .milliseconds(100)
    case .overrun: .milliseconds(250)
    case .release: .milliseconds(50)
    case .handOff: .milliseconds(10)
    case .giveUp: .milliseconds(1)
    }
  }
}

extension DiagnosisThresholds.Count {
  /// The value unless someone sets another.
  public var standard: Int {
    switch self {
    case .kindFactor: 3
    case .chain, .dependents, .samples: 1_000
    case .backlog, .retained: 100
    }
  }
}

extension DiagnosisThresholds {
  /// The threshold in nanoseconds; a negative one is zero, one too long to count is the longest.
  package func nanoseconds(_ name: Name) -> UInt64 {
    self[name].nanoseconds
  }
}
