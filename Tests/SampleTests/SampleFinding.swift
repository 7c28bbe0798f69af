import TraceAnalysis
import TraceEvents

/// What a finding says, by names and without times.
struct SampleFinding: Equatable {
  /// The rule that found it.
  var rule: String
  /// The operations to fix.
  var operations: Set<String>
  /// What can't get on because of them.
  var blocked: Set<String> = []
}

extension SampleRun {
  /// What the diagnosis finds, in its order.
  var findings: [SampleFinding] {
    trace.diagnosis().findings.map { finding in
      SampleFinding(
        rule: finding.rule,
        operations: Set(finding.operations.map(name(of:))),
        blocked: Set(finding.blocked.map(name(of:)))
      )
    }
  }
}
