public import TraceAnalysis
import TraceEvents
public import TraceModel
import TraceRendering

/// Expects that nothing in a trace is stuck or misused, as far as the rules of the diagnosis know.
///
/// A failure says what `optrace diagnose` would: each finding with its proof and what to change, and the timeline of the
/// operations that it concerns.
///
/// - Parameters:
///   - trace: The trace.
///   - allowed: Names of rules whose findings are accepted, such as `"cancellation-ignored"`; `optrace diagnose --list` has
///     them all.
///   - severity: The least severity that counts: `.error` accepts all warnings.
///   - thresholds: From when on the rules speak. The defaults suit a trace that has been stopped, and a hang; `.live` suits
///     a program that is in the middle of its work.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectNoFindings(
  in trace: Trace,
  allowing allowed: Set<String> = [],
  severity: Finding.Severity = .warning,
  thresholds: DiagnosisThresholds = DiagnosisThresholds(),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    try judgement.checkRuleNames(allowed)
    let diagnosis = trace.diagnosis(thresholds: thresholds, allowing: allowed)
    let counted = diagnosis.findings.filter { !$0.isAllowed && $0.severity <= severity }
    guard counted.isEmpty else { throw judgement.failure(for: counted, of: diagnosis) }
  }
}

extension Judgement {
  /// The most findings that are written out.
  private static let mostFindings = 5

  /// Makes sure that every name is a rule's: a misspelt one would allow nothing, or nobody would notice that the rule is
  /// gone.
  fileprivate func checkRuleNames(_ allowed: Set<String>) throws(ExpectationFailure) {
    let known = DiagnosisCatalogue.rules.map(\.name)
    guard let unknown = allowed.sorted().first(where: { !known.contains($0) }) else { return }
    throw ExpectationFailure(
      sentence: "There is no rule \(Self.quoted(unknown)) that could be allowed.",
      details: [Self.choices(unknown, among: known, of: "rule")]
    )
  }

  /// Says what was found: the worst findings in full, the others by number.
  func failure(for findings: [Finding], of diagnosis: Diagnosis) -> ExpectationFailure {
    var seen: Set<String> = []
    let rules = findings.map(\.rule).filter { seen.insert($0).inserted }
    let shown = Array(findings.prefix(Self.mostFindings))
    var report = report(on: shown, of: diagnosis)
    if findings.count > shown.count {
      report += "\nand \(CountText.of(findings.count - shown.count, "more finding"))\n"
    }
    return ExpectationFailure(
      sentence: "The trace has \(CountText.of(findings.count, "finding")): "
        + CountText.list(rules, atMost: 8) + ".",
      report: report,
      operations: shown.flatMap { $0.operations + $0.blocked }.compactMap {
        index.position(of: $0)
      },
      diagnosis: diagnosis
    )
  }

  /// The diagnosis in words, with some of its findings only.
  private func report(on shown: [Finding], of diagnosis: Diagnosis) -> String {
    let stalled = diagnosis.stalled.compactMapValues { position in
      shown.firstIndex(of: diagnosis.findings[position])
    }
    return trace.diagnosisText(Diagnosis(findings: shown, stalled: stalled), FailureText.style)
  }
}
