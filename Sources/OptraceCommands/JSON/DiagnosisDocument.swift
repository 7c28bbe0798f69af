import TraceAnalysis
import TraceEvents
import TraceModel

/// What `diagnose --json` prints; docs/json.md says what each field means.
struct DiagnosisDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "diagnosis"
  var trace: TraceReference
  var hasErrors: Bool
  var findings: [FindingEntry]
  var stalled: [StalledEntry]

  /// Something that a rule found.
  struct FindingEntry: Codable, Hashable {
    var rule: String
    var severity: String
    var certainty: String
    var sinceNanoseconds: UInt64
    var sentence: String
    var proof: [String]
    var advice: String
    var operations: [OperationReference]
    var queues: [QueueReference]
    var blocked: [OperationReference]
  }

  /// An operation that can't get on.
  struct StalledEntry: Codable, Hashable {
    var operation: OperationReference
    var finding: Int
  }

  init(_ diagnosis: Diagnosis, of trace: Trace) {
    self.trace = TraceReference(trace)
    hasErrors = diagnosis.hasErrors
    findings = diagnosis.findings.map { finding in
      FindingEntry(
        rule: finding.rule,
        severity: finding.severity.rawValue,
        certainty: finding.certainty.rawValue,
        sinceNanoseconds: finding.since.nanoseconds,
        sentence: finding.sentence,
        proof: finding.proof,
        advice: finding.advice,
        operations: finding.operations.map { OperationReference($0, in: trace) },
        queues: finding.queues.map { QueueReference($0, in: trace) },
        blocked: finding.blocked.map { OperationReference($0, in: trace) }
      )
    }
    stalled = diagnosis.stalled.sorted { $0.key < $1.key }.map { entry in
      StalledEntry(operation: OperationReference(entry.key, in: trace), finding: entry.value)
    }
  }
}
