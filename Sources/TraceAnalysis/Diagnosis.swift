public import TraceEvents
public import TraceModel

/// What the rules say about a trace.
public struct Diagnosis: Hashable, Sendable {
  /// The findings, errors first, then by the moment since when.
  public var findings: [Finding]

  /// Every operation that is stalled, with the position in `findings` of its root cause; a stall that is allowed has
  /// none.
  public var stalled: [OperationID: Int]

  /// How far cancellations and failures went, in the order of time.
  public var spreads: [Spread]

  /// Up to when the trace was judged; nil for all of it.
  ///
  /// Where events were lost, what seems to rest may have gone on, so nothing is said of what came after.
  public var judgedUntil: TraceInstant?

  /// Makes a diagnosis.
  public init(
    findings: [Finding],
    stalled: [OperationID: Int],
    spreads: [Spread] = [],
    judgedUntil: TraceInstant? = nil
  ) {
    self.judgedUntil = judgedUntil
    self.findings = findings
    self.stalled = stalled
    self.spreads = spreads
  }

  /// Whether there is an error-level finding that is not allowed.
  public var hasErrors: Bool {
    findings.contains(where: \.isError)
  }
}

extension Diagnosis {
  /// Operations that are not stalled in a queue, but named as what keeps others from getting on.
  package func culprits(in trace: Trace) -> Set<OperationID> {
    let named = findings.lazy.filter(\.isError).flatMap(\.operations)
    return Set(named.filter { trace[$0]?.outcome == .unfinished && stalled[$0] == nil })
  }

  /// Applies all rules to a trace, in time nearly linear in its events and edges.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - thresholds: From when on the rules speak.
  ///   - allowed: Names of rules whose findings are told and do not count as faults.
  public init(
    of trace: Trace,
    thresholds: DiagnosisThresholds = DiagnosisThresholds(),
    allowing allowed: Set<String> = []
  ) {
    self.init(
      of: trace,
      thresholds: thresholds,
      rules: DiagnosisCatalogue.rules,
      allowing: allowed
    )
  }

  /// Applies some rules to a trace.
  package init(
    of trace: Trace,
    thresholds: DiagnosisThresholds,
    rules: [any DiagnosisRule],
    allowing allowed: Set<String> = []
  ) {
    let context = DiagnosisContext(StallFacts(trace, thresholds: thresholds), rules: rules)
    var findings = rules.flatMap { $0.findings(in: context) }.sorted(by: Self.isBefore)
    var stalled: [OperationID: Int] = [:]
    for position in findings.indices {
      findings[position].isAllowed = allowed.contains(findings[position].rule)
      let finding = findings[position]
      guard finding.isError else { continue }
      for operation in finding.operations + finding.blocked where stalled[operation] == nil {
        stalled[operation] = position
      }
    }
    let facts = context.facts
    self.init(
      findings: findings,
      stalled: stalled,
      spreads: Spread.all(in: trace),
      judgedUntil: facts.lostEvents && facts.end < trace.end ? facts.end : nil
    )
  }

  /// The worst first, then by time; what is equal so far by rule and operation, so that the order is always the same.
  private static func isBefore(_ a: Finding, _ b: Finding) -> Bool {
    if a.severity != b.severity { return a.severity < b.severity }
    if a.since != b.since { return a.since < b.since }
    if a.rule != b.rule { return a.rule < b.rule }
    return (a.operations.first?.rawValue ?? 0, a.queues.first?.rawValue ?? 0)
      < (b.operations.first?.rawValue ?? 0, b.queues.first?.rawValue ?? 0)
  }
}

extension Trace {
  /// What is stuck, and why: all rules applied to this trace.
  ///
  /// - Parameters:
  ///   - thresholds: From when on the rules speak.
  ///   - allowed: Names of rules whose findings are told and do not count as faults.
  /// - Returns: The findings, and what is stalled.
  public func diagnosis(
    thresholds: DiagnosisThresholds = DiagnosisThresholds(),
    allowing allowed: Set<String> = []
  ) -> Diagnosis {
    Diagnosis(of: self, thresholds: thresholds, allowing: allowed)
  }
}
