import OperationObservation

/// Decides when a look at the recording may show something new: it costs time, and the operations that do not move say whether it
/// can.
struct StallSuspects {
  /// What is taken to be stuck.
  enum Suspect: Hashable {
    /// An operation that has not moved for long, and where it stands.
    case operation(UInt32, UnmovedOperation.Stage)
    /// Calls of Foundation, of which this was the last one, that do not return.
    case call(UInt32)
  }

  /// How long they had not moved when they were seen first, in nanoseconds.
  private let age: UInt64

  /// Those that were there when the recording was analysed last, or all of them since.
  private var analysed: Set<Suspect> = []
  /// Since when some of them have been there without a break.
  private var since: UInt64?
  /// When the recording was analysed last, and until when it is left alone after that.
  private var last: UInt64 = 0
  private var rest: UInt64 = 0

  /// How many times as long as an analysis took nothing is analysed after it: it costs a fiftieth of a processor.
  private static let restFactor: UInt64 = 50

  /// Begins with no suspects, who will be of that age in nanoseconds when they are seen first.
  init(age: UInt64) {
    self.age = age
  }

  /// Whether it is time to analyse: another operation has stopped moving, or the same ones have been there for twice as long as at
  /// the last time, which may be when a rule's patience ends.
  mutating func shouldAnalyse(_ suspects: Set<Suspect>, at now: UInt64) -> Bool {
    guard !suspects.isEmpty else {
      analysed = []
      since = nil
      return false
    }
    let since = self.since ?? now
    self.since = since
    guard now >= rest else { return false }
    if !suspects.isSubset(of: analysed) { return true }
    return now >= last && now - last >= age + (last > since ? last - since : 0)
  }

  /// Notes an analysis of a recording with these operations.
  mutating func didAnalyse(_ suspects: Set<Suspect>, from begin: UInt64, to end: UInt64) {
    analysed = suspects
    last = end
    rest = end + (end - begin) * Self.restFactor
  }
}
