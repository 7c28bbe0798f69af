import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What someone has set about a diagnosis: which findings are allowed, and from when on rules speak.
struct DiagnosisSettings: Hashable {
  /// The rules whose findings are told and do not count.
  var allowed: Set<String> = []

  /// The thresholds that are set, as lengths of time.
  var durations: [DiagnosisThresholds.Name: Duration] = [:]

  /// The thresholds that are set, as counts.
  var counts: [DiagnosisThresholds.Count: Int] = [:]

  /// The path of the file that some of it is from.
  var file: String?

  /// The thresholds of what is not set: the standard ones, or those that suit a program at work.
  var base = DiagnosisThresholds()

  /// The thresholds to go by: those that are set, and the base's of the others.
  var thresholds: DiagnosisThresholds {
    var thresholds = base
    for (name, duration) in durations { thresholds[name] = duration }
    for (name, count) in counts { thresholds[name] = count }
    return thresholds
  }

  /// These settings with others that win over them; what either of them allows is allowed.
  func overridden(by others: DiagnosisSettings) -> DiagnosisSettings {
    DiagnosisSettings(
      allowed: allowed.union(others.allowed),
      durations: durations.merging(others.durations) { $1 },
      counts: counts.merging(others.counts) { $1 },
      file: file ?? others.file,
      base: base
    )
  }

  /// These settings on another base.
  func based(on base: DiagnosisThresholds) -> DiagnosisSettings {
    var settings = self
    settings.base = base
    return settings
  }

  /// These settings for a trace that was read just now from a path.
  ///
  /// While the program is running, what has not moved for a moment may be about to. Where somebody said, when recording, after
  /// how long that is a stall, this holds.
  func suited(to trace: Trace, from path: String) -> DiagnosisSettings {
    if let stall = Self.stallAfter(trace) { return based(on: .live(stall: stall)) }
    return TraceLife.isRunning(trace, isElsewhere: path == "-") ? based(on: .live) : self
  }

  /// After how long without a move a stall was to be told of while the trace was recorded; nil where nobody said so.
  static func stallAfter(_ trace: Trace) -> Duration? {
    let nanoseconds = trace.header.stallAfterNanoseconds
    guard (1...UInt64(Int64.max)).contains(nanoseconds) else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }

  /// Applies the rules to a trace as it is set, and says on standard error which file has had a part in it.
  func diagnosis(of trace: Trace, in environment: CommandEnvironment) -> Diagnosis {
    if let file { environment.note("settings are taken from \(VisibleText.line(file))") }
    return trace.diagnosis(thresholds: thresholds, allowing: allowed)
  }
}
