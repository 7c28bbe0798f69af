import TraceEvents
import TraceModel

/// What a rule found in a run, so that it can be recognised in another one.
package struct FindingProfile: Hashable, Sendable {
  /// The rule's name.
  package var rule: String

  /// How bad it is.
  package var severity: Finding.Severity

  /// The parts of the operations to fix.
  package var parts: Set<OperationPart>

  /// The patterns of the names of the queues concerned, of those that have one.
  package var queues: Set<String>

  /// How many findings of the run are alike so far.
  package var count: Int

  /// The sentence of the first of them, with names as the program gave them.
  package var sentence: String

  /// Whether two runs have the same thing wrong: by the same rule, something about operations of the same part.
  ///
  /// One part in common suffices: which ones of many a rule names may be another choice in each run. Where a rule names
  /// no operation in one of them, the queues are looked at, and where there is none either, the rule alone.
  package func isLike(_ other: FindingProfile) -> Bool {
    guard rule == other.rule else { return false }
    if !parts.isEmpty, !other.parts.isEmpty { return !parts.isDisjoint(with: other.parts) }
    return queues.isEmpty || other.queues.isEmpty || !queues.isDisjoint(with: other.queues)
  }

  /// The findings of a diagnosis that count, the worst first; those of one rule about the same parts and queues together.
  static func all(
    in diagnosis: Diagnosis,
    of trace: Trace,
    part: (OperationID) -> OperationPart?
  ) -> [FindingProfile] {
    var profiles: [FindingProfile] = []
    var numbers: [FindingProfile: Int] = [:]
    for finding in diagnosis.faults {
      var profile = FindingProfile(
        rule: finding.rule,
        severity: finding.severity,
        parts: Set(finding.operations.compactMap(part)),
        queues: Set(finding.queues.compactMap { trace[$0]?.lastingName }),
        count: 1,
        sentence: ""
      )
      if let number = numbers[profile] {
        profiles[number].count += 1
      } else {
        numbers[profile] = profiles.count
        profile.sentence = finding.sentence
        profiles.append(profile)
      }
    }
    return profiles
  }
}
