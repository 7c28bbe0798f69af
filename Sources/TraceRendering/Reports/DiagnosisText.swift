public import TraceAnalysis
import TraceEvents
public import TraceModel

/// Writes out a diagnosis: the verdict, then each finding with its proof and what to change.
struct DiagnosisText {
  private let annotated: AnnotatedTrace
  private let diagnosis: Diagnosis
  /// What was found in the whole trace, also where a view shows a part of it.
  private let whole: Diagnosis
  private let view: NarrowedView?
  private let viewLine: String?
  private var report: TextReport

  /// Where what a label introduces begins.
  private static let indent = 10

  /// A diagnosis, or what of it concerns the operations of a view.
  init(
    _ diagnosis: Diagnosis,
    of annotated: AnnotatedTrace,
    view: NarrowedView? = nil,
    style: TextStyle
  ) {
    let narrowed = view?.narrow(diagnosis, of: annotated.trace)
    whole = diagnosis
    self.diagnosis = narrowed?.0 ?? diagnosis
    viewLine = narrowed?.line
    self.view = view
    self.annotated = annotated
    report = TextReport(style)
    write()
  }

  /// One finding of a trace, without a verdict.
  init(_ finding: Finding, of annotated: AnnotatedTrace, style: TextStyle) {
    diagnosis = Diagnosis(findings: [finding], stalled: [:])
    whole = diagnosis
    view = nil
    viewLine = nil
    self.annotated = annotated
    report = TextReport(style)
    write(finding)
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  private mutating func write() {
    let verdict = Verdict(whole, of: annotated, in: view)
    report.add(verdict.line, verdict.level.terminalLook)
    if let viewLine { report.add(annotated.cut(viewLine, to: 600), .yellow) }
    report.addProblems(of: annotated)
    for finding in diagnosis.faults {
      report.addGap()
      write(finding)
    }
    let allowed = diagnosis.allowed
    if !allowed.isEmpty { report.addGap() }
    for finding in allowed {
      let text = annotated.cut("\(finding.rule): \(finding.sentence)", to: report.style.columns - 9)
      report.add(text, label: "allowed: ", indent: 9)
    }
    writeSpreads()
    writeHint()
  }

  /// Who cancelled what and what failed, what was skipped and what ran all the same.
  private mutating func writeSpreads() {
    let paragraphs = SpreadText(annotated).paragraphs(diagnosis.spreads)
    if paragraphs.isEmpty { return }
    report.addGap()
    report.add("cancelled and failed", .quiet)
    for paragraph in paragraphs {
      report.add(paragraph.head, indent: 2)
      for line in paragraph.lines {
        report.add(line.text, label: "    \(line.label)", indent: 19)
      }
    }
  }

  /// Says once where there is more to read.
  private mutating func writeHint() {
    let rules = diagnosis.faults.map(\.rule)
    guard let first = rules.first else { return }
    let rule = annotated.cut(first, to: 60)
    report.addGap()
    if rules.allSatisfy({ $0 == first }) {
      report.add("More about it, with code: optrace explain \(rule)", .quiet)
    } else {
      report.add("More about each, with code: optrace explain NAME, such as \(rule)", .quiet)
    }
  }

  private mutating func write(_ finding: Finding) {
    let isError = finding.severity == .error
    var head = StyledLine(report.style)
    head.add(finding.severity.rawValue, isError ? .red : .yellow)
    head.add(": ")
    head.add(annotated.cut(finding.rule, to: report.style.columns - head.columns), .bold)
    let certainty = finding.certainty == .likely ? "likely, not proven" : ""
    if !certainty.isEmpty, head.columns + certainty.count + 3 <= report.style.columns {
      head.add(" (\(certainty))")
      report.add(head)
    } else {
      report.add(head)
      if !certainty.isEmpty { report.add("(\(certainty))", indent: 2) }
    }
    report.add(annotated.cut(finding.sentence, to: 600), .bold, indent: 2)
    add(since(finding), label: "since")
    for (position, line) in finding.proof.enumerated() {
      add(annotated.cut(line, to: 400), label: position == 0 ? "proof" : "")
    }
    add(annotated.cut(finding.advice, to: 600), label: "change")
    if !finding.blocked.isEmpty {
      let names = finding.blocked.map { annotated.name($0, atMost: 32) }
      add(CountText.list(names, atMost: 8), label: "frees")
    }
  }

  private mutating func add(_ text: String, label: String) {
    report.add(text, label: label.isEmpty ? "" : "  \(label)", indent: DiagnosisText.indent)
  }

  /// Since when; for what still goes on also how long that is.
  private func since(_ finding: Finding) -> String {
    let moment = "\(annotated.duration(finding.since.nanoseconds)) after the recording began"
    guard finding.severity == .error else { return moment }
    let lasted = annotated.duration(annotated.trace.end.nanoseconds(since: finding.since))
    return finding.since == .zero
      ? "the recording began, \(lasted) ago" : "\(moment), for \(lasted)"
  }
}

extension Trace {
  /// A diagnosis of this trace in words, for a terminal.
  ///
  /// First the verdict in one line; then each finding: what is wrong, since when, the chain from what is stuck down to the root
  /// cause, what to change, and what will get on once that is done; then a line for each that is allowed, and
  /// where there is more to read. Names are made safe to show; lines are broken at
  /// the style's width.
  ///
  /// - Parameters:
  ///   - diagnosis: What the rules found in this trace.
  ///   - style: Width, charset and colours.
  /// - Returns: The text; every line of it ends with a newline.
  public func diagnosisText(_ diagnosis: Diagnosis, _ style: TextStyle = TextStyle()) -> String {
    diagnosisText(diagnosis, style, view: nil)
  }

  /// The same of what concerns the operations of a view.
  package func diagnosisText(
    _ diagnosis: Diagnosis,
    _ style: TextStyle,
    view: NarrowedView?
  ) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: diagnosis,
      criticalPath: nil,
      charset: style.charset
    )
    return DiagnosisText(diagnosis, of: annotated, view: view, style: style).text
  }

  /// What `diagnosisText` says about one finding.
  package func findingText(_ finding: Finding, _ style: TextStyle = TextStyle()) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: nil,
      criticalPath: nil,
      charset: style.charset
    )
    return DiagnosisText(finding, of: annotated, style: style).text
  }

  /// The verdict with which `diagnosisText` begins, on one line.
  package func verdictText(_ diagnosis: Diagnosis, view: NarrowedView? = nil) -> String {
    let annotated = AnnotatedTrace(self, diagnosis: diagnosis, criticalPath: nil)
    return Verdict(diagnosis, of: annotated, in: view).line
  }
}
