/// An entry of the catalogue of what goes wrong with operations, for people to look up.
package struct Fault: Hashable, Sendable {
  /// The stable name in kebab case.
  package var name: String

  /// What kind of entry it is.
  package var kind: Kind

  /// What it is, why it happens and what to change.
  package var explanation: RuleExplanation

  /// The thresholds by which it is told.
  package var thresholds: [ThresholdSetting]

  /// Names of faults that look alike, come together or are mistaken for this one, in the order of the alphabet.
  package var related: [String]

  /// What kind of entry a fault is.
  package enum Kind: String, CaseIterable, Sendable {
    /// What a rule with the severity "error" finds.
    case stall
    /// What a rule with the severity "warning" finds.
    case misuse
    /// What is told under its root cause, and is never a finding of its own.
    case consequence
  }
}

extension DiagnosisCatalogue {
  /// All faults: stalls, misuses, consequences, each kind in the order of the alphabet.
  package static let faults: [Fault] =
    (rules.map { Fault($0) } + consequences).sorted { a, b in
      let kinds = Fault.Kind.allCases
      let (first, second) = (kinds.firstIndex(of: a.kind) ?? 0, kinds.firstIndex(of: b.kind) ?? 0)
      return (first, a.name) < (second, b.name)
    }

  /// The fault with this name.
  package static func fault(named name: String) -> Fault? {
    faults.first { $0.name == name }
  }

  private static let consequences: [Fault] = [
    Fault(
      consequence: .blockedByStall,
      RuleExplanation(
        what: "An operation can't get on because something else is stalled.",
        why: "It waits, directly or through others, for an operation or a queue that is stuck "
          + "itself.",
        change:
          "Mend the root cause under which it is listed; the operation itself needs no change.",
        wrong: """
          override func main() {
            if !isOnline { return }
            finish()
          }
          parse.addDependency(download)
          store.addDependency(parse)
          """,
        right: """
          override func main() {
            defer { finish() }
            if !isOnline { return }
            print("downloaded")
          }
          parse.addDependency(download)
          store.addDependency(parse)
          """
      )
    )
  ]
}

extension Fault {
  fileprivate init(_ rule: any DiagnosisRule) {
    self.init(
      name: rule.name,
      kind: rule.severity == .error ? .stall : .misuse,
      explanation: rule.explanation,
      thresholds: rule.thresholds.map { .duration($0) } + rule.counts.map { .count($0) },
      related: FaultFamilies.relatives(of: rule.name)
    )
  }

  fileprivate init(consequence: Finding.Consequence, _ explanation: RuleExplanation) {
    self.init(
      name: consequence.rawValue,
      kind: .consequence,
      explanation: explanation,
      thresholds: [],
      related: FaultFamilies.relatives(of: consequence.rawValue)
    )
  }
}

extension Finding {
  /// By what an operation that a finding blocks is held up, under the name that the catalogue has for it.
  package enum Consequence: String, CaseIterable, Sendable {
    /// It stands behind a barrier that waits.
    case barrierBlocked = "barrier-blocked"
    /// It waits in any other way.
    case blockedByStall = "blocked-by-stall"
  }
}
