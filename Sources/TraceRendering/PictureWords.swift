import TraceAnalysis
import TraceEvents
import TraceModel

// What all pictures of a trace say about it.
extension AnnotatedTrace {
  /// The title: the one that was asked for, or else the name of the traced program.
  func title(_ asked: String?) -> String {
    let text = cut(asked ?? trace.header.program, to: 80)
    return VisibleText.isBlank(text) ? "trace" : text
  }

  /// What of the run is shown; nil where everything is.
  var scopeLine: String? {
    guard let selected, !selected.isEverything else { return nil }
    let shown = CountText.grouped(selected.positions.count)
    let words = cut(selected.words, to: 100)
    let total = CountText.of(trace.operations.count, "operation")
    return "shows \(shown) of \(total)" + (words.isEmpty ? "" : ": \(words)")
  }

  /// What is wrong with the trace itself; nil where nothing is.
  var problemLine: String? {
    guard let problem = trace.problems.first else { return nil }
    let count = trace.problems.count
    let others = count > 1 ? " and \(CountText.of(count - 1, "other problem"))" : ""
    return "incomplete trace: \(cut(problem.message, to: 120))\(others)"
  }

  /// The verdict, and what the gravest findings say is wrong and should be changed; a line each.
  var verdictLines: [(text: String, tone: GraphPalette.Tone, isBold: Bool)] {
    guard let diagnosis, !trace.operations.isEmpty else { return [] }
    let verdict = Verdict(diagnosis, of: self)
    let isBad = verdict.level == .error
    let tone = verdict.level.tone
    var lines = [(verdict.line, tone, isBad)]
    for finding in diagnosis.faults.filter({ $0.isError || !isBad }).prefix(2) {
      for line in TextWrap.lines(clauses(finding.sentence), width: 120) {
        lines.append((line, tone, false))
      }
      for line in TextWrap.lines(clauses(finding.advice), width: 120) {
        lines.append((line, GraphPalette.text, false))
      }
    }
    return lines
  }

  /// As much of a sentence as a picture has room for: two lines.
  private func clauses(_ sentence: String) -> String {
    ClauseCut.columns(VisibleText.line(sentence, charset: charset), to: 240, charset: charset)
  }

  /// What a picture shows, in words: for who can't see it, and for a page's title.
  func description(title: String, scope: [String]) -> GraphDescription {
    var sentences = [RunTotals(self).line] + scope
    if let diagnosis, !trace.operations.isEmpty {
      sentences.append(Verdict(diagnosis, of: self).line)
    }
    if let names = criticalPath?.operations, !names.isEmpty {
      let shown = names.prefix(13).map { name($0) }
      sentences.append("Critical path: \(CountText.list(shown, of: names.count, atMost: 12))")
    }
    let texts = sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    return GraphDescription(title: title, summary: texts.joined(separator: " "))
  }
}

extension Verdict.Level {
  /// The colour of its words.
  var tone: GraphPalette.Tone {
    switch self {
    case .fine: GraphPalette.quietText
    case .warning: GraphPalette.warningText
    case .error: GraphPalette.verdictText
    }
  }
}
