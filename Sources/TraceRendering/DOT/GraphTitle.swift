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
    guard contents.style.hasHeading else { return .stack(legend.rows + [.space(height: 6)]) }
    var rows = [
      HTMLLabel.text(contents.title, GraphPalette.text, size: 17, isBold: true),
      .text(RunTotals(contents.annotated).line, GraphPalette.quietText),
    ]
    rows += contents.scopeLines.map { .text($0, GraphPalette.quietText) }
    rows += contents.annotated.verdictLines.map { .text($0.text, $0.tone, isBold: $0.isBold) }
    if let problem = contents.annotated.problemLine {
      rows.append(.text(problem, GraphPalette.warningText))
    }
    if !legend.rows.isEmpty { rows.append(.space(height: 3)) }
    rows += legend.rows
    rows.append(.space(height: 6))
    return .stack(rows)
  }
}
