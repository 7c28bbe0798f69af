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
    let operations = column(finding.operations)
    let blocked = column(finding.blocked)
    return [
      "rule": .string(finding.rule),
      "severity": .string(finding.severity.rawValue),
      "certainty": .string(finding.certainty.rawValue),
      "allowed": .bool(finding.isAllowed),
      "since": PageJSON(finding.since.nanoseconds),
      "sentence": .string(VisibleText.line(finding.sentence)),
      "proof": PageJSON(finding.proof.map { VisibleText.line($0) }),
      "advice": .string(VisibleText.line(finding.advice)),
      "operationCount": PageJSON(operations.count),
      "operations": PageJSON(operations),
      "queues": .array(finding.queues.compactMap { trace.position(of: $0).map { PageJSON($0) } }),
      "blockedCount": PageJSON(blocked.count),
      "blocked": PageJSON(blocked),
    ]
  }

  private func column(_ operations: [OperationID]) -> ReportColumn {
    var column = ReportColumn()
    for id in operations {
      if let row = rows[id] { column.add(row) }
    }
    return column
  }
}
