import TraceAnalysis
import TraceEvents
import TraceModel

extension ReportData {
  /// What the rules found, the gravest first; of operations the rows that are shown.
  var findings: PageJSON {
    let all = annotated.diagnosis?.findings ?? []
    return .array(all.map(entry))
  }

  private func entry(_ finding: Finding) -> PageJSON {
    var blocked = ReportColumn()
    for id in finding.blocked {
      if let row = rows[id] { blocked.add(row) }
    }
    return [
      "rule": .string(finding.rule),
      "severity": .string(finding.severity.rawValue),
      "certainty": .string(finding.certainty.rawValue),
      "allowed": .bool(finding.isAllowed),
      "since": PageJSON(finding.since.nanoseconds),
      "sentence": .string(VisibleText.line(finding.sentence)),
      "proof": PageJSON(finding.proof.map { VisibleText.line($0) }),
      "advice": .string(VisibleText.line(finding.advice)),
      "operations": .array(finding.operations.compactMap { rows[$0].map { PageJSON($0) } }),
      "queues": .array(finding.queues.compactMap { trace.position(of: $0).map { PageJSON($0) } }),
      "blockedCount": PageJSON(blocked.count),
      "blocked": PageJSON(blocked),
    ]
  }
}
