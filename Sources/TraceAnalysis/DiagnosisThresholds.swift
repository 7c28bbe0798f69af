/// The lengths of time from which on the rules speak, each with a name and a reason.
///
/// What the trace proves by its structure (a cycle, an operation that waits for itself) needs none of them. The defaults
/// suit a recording whose program has ended, was killed or hangs; `live` suits one that is looked at while it works.
public struct DiagnosisThresholds: Hashable, Sendable {
  /// How long an operation may go without a sign of life while others of the process move, and how long `start()` may take.
  public var stall: Duration

  /// How long an asynchronous operation may stay unfinished after `start()` returned, and a ready one in a suspended
  /// queue, while nothing else in the process moves.
  public var idle: Duration

  /// How long something that only a call from outside can resolve may last while nothing in the process can make that
  /// call: a dependency that no queue has got yet, a limit of 0.
  public var settling: Duration

  /// From which time between cancel and finish on a cancellation counts as ignored.
  public var cancellation: Duration

  /// How many times longer than others of its kind an operation may take before its silence means something.
  public var kindFactor: Int

  /// Makes thresholds; those left out are the defaults.
  public init(
    stall: Duration = .seconds(5),
    idle: Duration = .seconds(1),
    settling: Duration = .milliseconds(100),
    cancellation: Duration = .milliseconds(100),
    kindFactor: Int = 3
  ) {
    self.stall = stall
    self.idle = idle
    self.settling = settling
    self.cancellation = cancellation
    self.kindFactor = kindFactor
  }

  /// For a program that is at work: what may still come by itself gets the stall threshold to do so.
  public static let live = DiagnosisThresholds(
    idle: .seconds(5),
    settling: .seconds(5),
    kindFactor: 10
  )
}

extension DiagnosisThresholds {
  /// The thresholds that are lengths of time, by the name under which a person sets them.
  public enum Name: String, CaseIterable, Sendable {
    /// See `DiagnosisThresholds.stall`.
    case stall
    /// See `DiagnosisThresholds.idle`.
    case idle
    /// See `DiagnosisThresholds.settling`.
    case settling
    /// See `DiagnosisThresholds.cancellation`.
    case cancellation
  }

  /// The threshold with this name.
  public subscript(name: Name) -> Duration {
    get {
      switch name {
      case .stall: stall
      case .idle: idle
      case .settling: settling
      case .cancellation: cancellation
      }
    }
    set {
      switch name {
      case .stall: stall = newValue
      case .idle: idle = newValue
      case .settling: settling = newValue
      case .cancellation: cancellation = newValue
      }
    }
  }

  /// The threshold in nanoseconds; a negative one is zero, one too long to count is the longest.
  func nanoseconds(_ name: Name) -> UInt64 {
    let (seconds, attoseconds) = self[name].components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let total = whole.partialValue.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
    return whole.overflow || total.overflow ? .max : total.partialValue
  }
}
