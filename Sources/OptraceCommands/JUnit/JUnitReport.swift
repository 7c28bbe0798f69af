import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What `diagnose --junit` prints: the rules as test cases, in the XML that servers of continuous integration read.
///
/// One suite for the trace, and in it one case for each rule of the catalogue. A rule that found an error has failed; what is
/// allowed is skipped; a warning is told in the output of a case that has passed, unless it is to count.
struct JUnitReport {
  private let trace: Trace
  private let diagnosis: Diagnosis
  private let settings: DiagnosisSettings
  private let view: NarrowedView?
  private let file: String
  private let countsWarnings: Bool

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - diagnosis: What the rules found.
  ///   - trace: The trace in which they did.
  ///   - settings: By what they went.
  ///   - view: What it was narrowed to; the diagnosis is what was found about that.
  ///   - file: What the trace is called.
  ///   - countsWarnings: Whether a warning fails its rule, too.
  init(
    _ diagnosis: Diagnosis,
    of trace: Trace,
    settings: DiagnosisSettings,
    view: NarrowedView? = nil,
    file: String,
    countsWarnings: Bool
  ) {
    self.trace = trace
    self.diagnosis = diagnosis
    self.settings = settings
    self.view = view
    self.file = file
    self.countsWarnings = countsWarnings
  }

  private var verdict: String {
    let verdict = trace.verdictText(diagnosis, view: view)
    guard let view else { return verdict }
    return "\(verdict)\nonly about \(view.line(of: trace.operations.count))"
  }

  /// The document, which ends with a newline.
  var text: String {
    let found = Dictionary(grouping: diagnosis.findings, by: \.rule)
    let cases = DiagnosisCatalogue.faults.filter { $0.kind != .consequence }
      .map { RuleCase($0, findings: found[$0.name] ?? []) }
    let failures = cases.count(where: fails)
    let skipped = cases.count(where: \.isSkipped)
    let counts: [(String, String)] = [
      ("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "0"),
    ]
    let time = ("time", Self.seconds(trace.durationNanoseconds))
    var suite = [("name", suiteName)] + counts + [("skipped", "\(skipped)"), time]
    if let moment = TraceReference(trace).startedAt {
      // By custom without fractions and zone: it is UTC.
      suite.append(("timestamp", String(moment.prefix { $0 != "." })))
    }
    var document = XMLDocumentText()
    document.open("testsuites", [("name", "optrace diagnose")] + counts + [time])
    document.open("testsuite", suite)
    write(properties, to: &document)
    for entry in cases { write(entry, to: &document) }
    document.add("system-out", text: verdict)
    if !trace.problems.isEmpty { document.add("system-err", text: problems) }
    document.close("testsuite")
    document.close("testsuites")
    return document.text
  }
}

// MARK: - Cases

extension JUnitReport {
  /// A rule, and what it found.
  private struct RuleCase {
    var fault: Fault
    var findings: [Finding]

    init(_ fault: Fault, findings: [Finding]) {
      self.fault = fault
      self.findings = findings
    }

    var isSkipped: Bool {
      findings.contains(where: \.isAllowed)
    }

    /// What it found in one line.
    var message: String {
      let sentence = findings.first?.sentence ?? ""
      let line = MiddleCut.columns(VisibleText.line(sentence), to: 600)
      return findings.count > 1
        ? "\(CountText.of(findings.count, "finding")); the first: \(line)" : line
    }
  }

  private func fails(_ entry: RuleCase) -> Bool {
    entry.findings.contains { $0.isError || (countsWarnings && $0.isWarning) }
  }

  private func write(_ entry: RuleCase, to document: inout XMLDocumentText) {
    let attributes = [
      ("name", entry.fault.name), ("classname", "\(suiteName).\(entry.fault.kind.rawValue)"),
      ("time", "0"),
    ]
    guard !entry.findings.isEmpty else {
      document.add("testcase", attributes)
      return
    }
    let texts = entry.findings.map { trace.findingText($0, TextStyle(width: 100)) }
    let body = texts.joined(separator: "\n")
    document.open("testcase", attributes)
    if entry.isSkipped {
      document.add("skipped", [("message", "allowed: \(entry.message)")])
    } else if fails(entry) {
      let type = ("type", entry.fault.name)
      document.add("failure", [("message", entry.message), type], text: body)
    } else {
      document.add("system-out", text: body)
    }
    document.close("testcase")
  }
}

// MARK: - The suite

extension JUnitReport {
  /// The traced program, which stays the same from run to run; the file where its name is not known.
  private var suiteName: String {
    let program = VisibleText.line(trace.header.program)
    return VisibleText.isBlank(program) ? file : program
  }

  private var properties: [(name: String, value: String)] {
    var properties = [("trace", file), ("processID", "\(trace.header.processID)")]
    if let path = settings.file { properties.append(("settings", VisibleText.line(path))) }
    return properties
  }

  /// What is missing in the trace, a line each.
  private var problems: String {
    let lines = trace.problems.prefix(20).map { VisibleText.line($0.message) }
    return "the trace is incomplete:\n" + lines.joined(separator: "\n")
  }

  private func write(
    _ properties: [(name: String, value: String)],
    to document: inout XMLDocumentText
  ) {
    document.open("properties", [])
    for property in properties {
      document.add("property", [("name", property.name), ("value", property.value)])
    }
    document.close("properties")
  }

  /// A length of time in seconds with milliseconds, such as "12.345".
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let milliseconds = nanoseconds / 1_000_000
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(fraction)"
  }
}
