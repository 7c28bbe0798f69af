package import TraceAnalysis
import TraceEvents
package import TraceModel

extension Trace {
  /// What was found to be stuck while the program runs, in words: as a diagnosis that has found nothing else.
  package func stallText(_ findings: [Finding], _ style: TextStyle) -> String {
    var stalled: [OperationID: Int] = [:]
    for (position, finding) in findings.enumerated() {
      for operation in finding.operations + finding.blocked where stalled[operation] == nil {
        stalled[operation] = position
      }
    }
    return diagnosisText(Diagnosis(findings: findings, stalled: stalled), style)
  }

  /// The same among the output of the program and of others: it begins with a line that names the program, and ends with an
  /// empty one.
  package func stallNotice(_ findings: [Finding], _ style: TextStyle) -> String {
    let program = VisibleText.line(header.program, charset: style.charset)
    return "optrace: operations are stuck in \(program), process \(header.processID)\n"
      + stallText(findings, style) + "\n"
  }
}
