import TraceAnalysis
import TraceEvents
import TraceRendering

/// Why something can't be set: one part of a sentence, safe to show.
struct SettingError: Error, Hashable {
  var words: String
}

extension DiagnosisSettings {
  /// Allows a rule by its name.
  mutating func allow(_ name: String) throws(SettingError) {
    let rules = DiagnosisCatalogue.rules.map(\.name)
    guard rules.contains(name) else {
      throw .unknown("rule", name, among: rules, otherwise: "`optrace explain` lists them")
    }
    allowed.insert(name)
  }

  /// Sets the threshold of a name to what stands for its value.
  mutating func set(_ name: String, to value: String) throws(SettingError) {
    if let threshold = DiagnosisThresholds.Name(rawValue: name) {
      guard let duration = DurationWord.duration(value) else {
        throw .malformed(name, expected: DurationWord.expected, value)
      }
      durations[threshold] = duration
    } else if let count = DiagnosisThresholds.Count(rawValue: name) {
      guard let number = Int(value), (0...Self.largestCount).contains(number) else {
        throw .malformed(name, expected: "a whole number such as \(count.standard)", value)
      }
      counts[count] = number
    } else {
      let known = ThresholdSetting.all.map(\.name)
      throw .unknown("threshold", name, among: known, otherwise: CountText.list(known, atMost: 99))
    }
  }

  /// More than that nothing can be counted in a trace.
  private static let largestCount = 1_000_000_000
}

extension SettingError {
  fileprivate static func unknown(
    _ kind: String,
    _ name: String,
    among known: [String],
    otherwise list: String
  ) -> SettingError {
    let meant = Suggestion.best(for: name, among: known)
    let advice = meant.map { "did you mean \($0)?" } ?? list
    return SettingError(words: "there is no \(kind) '\(VisibleText.line(name))'; \(advice)")
  }

  fileprivate static func malformed(_ name: String, expected: String, _ value: String)
    -> SettingError
  {
    SettingError(words: "\(name) must be \(expected), not '\(VisibleText.line(value))'")
  }
}
