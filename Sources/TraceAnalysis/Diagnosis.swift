public import TraceEvents

/// What the rules say about a trace.
public struct Diagnosis: Hashable, Sendable {
  /// The findings, errors first, then by the moment since when.
  public var findings: [Finding]

  /// Every operation that is stalled, with the position in `findings` of its root cause.
  public var stalled: [OperationID: Int]

  /// Makes a diagnosis.
  public init(findings: [Finding], stalled: [OperationID: Int]) {
    self.findings = findings
    self.stalled = stalled
  }

  /// Whether there is an error-level finding.
  public var hasErrors: Bool {
    findings.contains { $0.severity == .error }
  }
}
