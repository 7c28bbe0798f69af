import TraceEvents

/// Root causes that have been reported while a program runs, so that each is reported once.
package struct ReportedCauses {
  /// What a rule says something about.
  private struct Cause: Hashable {
    var rule: String
    var operation: OperationID?
    var queues: [QueueID]
  }

  private var known: Set<Cause> = []

  /// Begins with none.
  package init() {}

  /// The errors of a diagnosis that name an operation of which their rule has said nothing yet.
  ///
  /// A rule tells several root causes of a queue together, so one more makes a finding new.
  package func new(of diagnosis: Diagnosis) -> [Finding] {
    diagnosis.findings.filter { $0.isError && !known.isSuperset(of: Self.causes(of: $0)) }
  }

  /// Counts findings as reported.
  package mutating func add(_ findings: [Finding]) {
    for finding in findings { known.formUnion(Self.causes(of: finding)) }
  }

  private static func causes(of finding: Finding) -> [Cause] {
    guard finding.operations.isEmpty else {
      return finding.operations.map { Cause(rule: finding.rule, operation: $0, queues: []) }
    }
    return [Cause(rule: finding.rule, operation: nil, queues: finding.queues)]
  }
}
