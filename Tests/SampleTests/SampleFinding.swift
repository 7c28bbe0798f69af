import TraceAnalysis
import TraceEvents
import TraceModel

/// What a finding says, by names and without times.
struct SampleFinding: Equatable, Sendable {
  /// The rule that found it.
  var rule: String
  /// The operations to fix.
  var operations: Set<String>
  /// What can't get on because of them.
  var blocked: Set<String> = []
  /// Those of them that stand behind a barrier which waits.
  var blockedByBarrier: Set<String> = []
}

extension SampleRun {
  /// What the diagnosis finds, in its order.
  var findings: [SampleFinding] {
    trace.findings
  }
}

extension Trace {
  /// What the diagnosis finds, in its order.
  var findings: [SampleFinding] {
    named(diagnosis().findings)
  }

  /// What some findings say, by names.
  func named(_ findings: [Finding]) -> [SampleFinding] {
    func names(of operations: [OperationID]) -> Set<String> {
      Set(
        operations.map { id in
          guard let operation = self[id] else { return "operation \(id.rawValue)" }
          return operation.isBarrier ? "barrier" : operation.displayName
        }
      )
    }
    return findings.map { finding in
      SampleFinding(
        rule: finding.rule,
        operations: names(of: finding.operations),
        blocked: names(of: finding.blocked),
        blockedByBarrier: names(of: finding.blockedByBarrier)
      )
    }
  }
}
