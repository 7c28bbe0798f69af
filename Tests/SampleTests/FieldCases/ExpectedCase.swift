import Testing
import TraceAnalysis

/// A case of `Tests/Programs/field-cases`, and what must come out when it is diagnosed.
struct ExpectedCase: CustomTestStringConvertible, Sendable {
  enum Ending: Equatable, Sendable {
    /// It comes to its end.
    case ends
    /// It hangs, and gives up.
    case hangs
    /// Foundation ends it.
    case crashes
    /// Something else became of it.
    case other(Int32)
  }

  let name: String
  let ending: Ending
  /// What is found, in the order of the rules' names.
  let findings: [SampleFinding]
  /// What the findings must say, among other things.
  let words: [String]
  /// What happened to operations last, where that is what matters.
  let lastEvents: [String]?
  /// The operations that never ran because they were cancelled, where that is what matters.
  let skipped: Set<String>?
  let thresholds: DiagnosisThresholds

  init(
    _ name: String,
    _ ending: Ending,
    _ findings: SampleFinding...,
    says words: [String] = [],
    last lastEvents: [String]? = nil,
    skips skipped: Set<String>? = nil,
    thresholds: DiagnosisThresholds = .unhurried
  ) {
    self.name = name
    self.ending = ending
    self.findings = findings.sorted { $0.rule < $1.rule }
    self.words = words
    self.lastEvents = lastEvents
    self.skipped = skipped
    self.thresholds = thresholds
  }

  var testDescription: String {
    name
  }

  /// All of them, in the order of the program's list.
  static let all =
    publication + readiness + cycles + dependencies + chains + waits + threads + settings
    + barriers + priorities + lifetimes + crashes + completions + cancellations + workers
}

extension SampleFinding {
  /// Stands for operations that are not the same each time.
  static let any: Set<String> = ["any"]
}

extension DiagnosisThresholds {
  /// The defaults, except that what should take no time may take a second: the machine is busy with other tests.
  static let unhurried = DiagnosisThresholds([
    .cancellation: .seconds(1), .completion: .seconds(1), .overrun: .seconds(1),
  ])

  /// For a thread that may be at work: the program can't wait for the five seconds that it is given otherwise.
  static var impatient: DiagnosisThresholds {
    var thresholds = unhurried
    thresholds[.stall] = .seconds(1)
    return thresholds
  }

  /// For what lasts only until the next worker thread comes, a second after the last.
  static var hasty: DiagnosisThresholds {
    var thresholds = unhurried
    thresholds[.stall] = .milliseconds(300)
    thresholds[.dispatch] = .milliseconds(300)
    return thresholds
  }

  /// For calls that follow on each other, between which the thread may have to wait for a processor.
  static var settling: DiagnosisThresholds {
    var thresholds = unhurried
    thresholds[.settling] = .seconds(5)
    return thresholds
  }

  /// The defaults.
  static let standard = DiagnosisThresholds()
}
