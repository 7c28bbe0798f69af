import TraceAnalysis
import TraceEvents
import TraceModel

/// What stands above a graph: its title, the run's totals, the verdict with its causes, and the legend.
struct GraphTitle {
  private let contents: GraphContents

  init(_ contents: GraphContents) {
    self.contents = contents
  }

  /// All of it as the graph's label.
  func label(legend: GraphLegend) -> HTMLLabel {
    var rows = [
      HTMLLabel.text(contents.title, GraphPalette.text, size: 17, isBold: true),
      .text(RunTotals(contents.annotated).line, GraphPalette.quietText),
    ]
    rows += contents.scopeLines.map { .text($0, GraphPalette.quietText) }
    rows += verdictRows
    if let problem = contents.trace.problems.first {
      let count = contents.trace.problems.count
      let others = count > 1 ? " and \(CountText.of(count - 1, "other problem"))" : ""
      let text = "incomplete trace: \(contents.annotated.cut(problem.message, to: 120))\(others)"
      rows.append(.text(text, GraphPalette.warningText))
    }
    if !legend.rows.isEmpty { rows.append(.space(height: 3)) }
    rows += legend.rows
    rows.append(.space(height: 6))
    return .stack(rows)
  }

  /// The verdict, and what the gravest findings say is wrong and should be changed.
  private var verdictRows: [HTMLLabel] {
    guard let diagnosis = contents.annotated.diagnosis, !contents.trace.operations.isEmpty else {
      return []
    }
    let verdict = Verdict(diagnosis, of: contents.annotated)
    let isBad = verdict.level == .error
    let tone = verdict.level.tone
    var rows = [HTMLLabel.text(verdict.line, tone, isBold: isBad)]
    let shown = diagnosis.faults.filter { $0.isError || !isBad }.prefix(2)
    for finding in shown {
      for line in TextWrap.lines(contents.annotated.cut(finding.sentence, to: 240), width: 120) {
        rows.append(.text(line, tone))
      }
      for line in TextWrap.lines(contents.annotated.cut(finding.advice, to: 240), width: 120) {
        rows.append(.text(line, GraphPalette.text))
      }
    }
    return rows
  }
}

extension Verdict.Level {
  /// The colour of its words.
  fileprivate var tone: GraphPalette.Tone {
    switch self {
    case .fine: GraphPalette.quietText
    case .warning: GraphPalette.warningText
    case .error: GraphPalette.verdictText
    }
  }
}
