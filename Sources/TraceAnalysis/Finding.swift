public import TraceEvents

/// Something wrong that a rule found in a trace, with its proof and what to change.
public struct Finding: Hashable, Sendable {
  /// The rule's stable name in kebab case, such as "dependency-cycle".
  public var rule: String

  /// How bad it is.
  public var severity: Severity

  /// How sure the rule is.
  public var certainty: Certainty

  /// The operations to fix, the root cause first.
  public var operations: [OperationID]

  /// The queues concerned.
  public var queues: [QueueID]

  /// Since when it is so.
  public var since: TraceInstant

  /// One sentence that says what is wrong, with names as the program gave them: escape it for wherever it goes.
  public var sentence: String

  /// The chain from what is stuck down to the root cause, a line each; names as the program gave them.
  public var proof: [String]

  /// One sentence that says what to change.
  public var advice: String

  /// What can't get on because of it and will once it is fixed, by identity.
  public var blocked: [OperationID]

  /// Those of `blocked` that stand behind a barrier which waits.
  ///
  /// In the catalogue they are `barrier-blocked`, the others `blocked-by-stall`.
  public var blockedByBarrier: [OperationID]

  /// The edges of the wait-for graph by which the proof leads from what is stuck down to the root cause.
  public var edges: [ProofEdge]

  /// Whether the one who asks has allowed this rule: the finding is told, and does not count as a fault.
  public var isAllowed: Bool

  /// Makes a finding.
  public init(
    rule: String,
    severity: Severity,
    certainty: Certainty,
    operations: [OperationID],
    queues: [QueueID] = [],
    since: TraceInstant,
    sentence: String,
    proof: [String] = [],
    advice: String,
    blocked: [OperationID] = [],
    blockedByBarrier: [OperationID] = [],
    edges: [ProofEdge] = [],
    isAllowed: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    self.certainty = certainty
    self.operations = operations
    self.queues = queues
    self.since = since
    self.sentence = sentence
    self.proof = proof
    self.advice = advice
    self.blocked = blocked
    self.blockedByBarrier = blockedByBarrier
    self.edges = edges
    self.isAllowed = isAllowed
  }

  /// How bad a finding is.
  public enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
    /// Something is stuck and will not get on by itself.
    case error
    /// A misuse that did or may do damage.
    case warning

    /// Orders the worst first.
    public static func < (a: Severity, b: Severity) -> Bool {
      a == .error && b == .warning
    }
  }

  /// How sure a rule is.
  public enum Certainty: String, Hashable, Sendable, CaseIterable {
    /// The trace proves it.
    case proven
    /// Nothing else is likely to look like this.
    case likely
  }
}
