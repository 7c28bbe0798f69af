package import TraceAnalysis

/// Tells what changed between runs: first what it comes to, then the parts, the critical path, and the findings.
struct ComparisonText {
  private let comparison: RunComparison
  private let words: ComparisonWords
  private let tables: ComparisonTables
  private var report: TextReport

  init(
    _ comparison: RunComparison,
    gate: ComparisonGate?,
    limit: Int,
    style: TextStyle
  ) {
    self.comparison = comparison
    words = ComparisonWords(comparison, charset: style.charset)
    tables = ComparisonTables(comparison: comparison, words: words, limit: limit)
    report = TextReport(style)
    writeHead()
    if !comparison.isEmpty {
      report.addGap()
      write(tables.totals)
      report.add(words.basis, .quiet, indent: 2)
      for table in tables.all {
        report.addGap()
        report.add(table.heading, table.look)
        write(table)
      }
    }
    write(comparison.newFindings, "new findings", of: comparison.after)
    write(comparison.goneFindings, "findings that are gone", of: comparison.before)
    if let gate { write(gate) }
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  // MARK: What it comes to

  private mutating func writeHead() {
    let program = words.cut(comparison.after[0].program, to: report.style.columns - 30)
    let runs = words.runs
    report.add(VisibleText.isBlank(program) ? runs : "\(program): \(runs)", .bold)
    report.add(words.verdict, words.level.terminalLook)
    for note in words.notes { report.add(note, .yellow, label: "note: ", indent: 6) }
    if comparison.isEmpty, !comparison.lastingFindings.isEmpty {
      let count = CountText.of(comparison.lastingFindings.count, "finding")
      report.add("\(count) as before")
    }
  }

  /// Writes the widest choice of a table's columns for which there is room.
  private mutating func write(_ table: ComparisonTable) {
    for (number, choice) in table.choices.enumerated() {
      let columns = [0] + choice
      var text = TextTable(columns.map { table.heads[$0] })
      for row in table.rows { text.add(columns.map { row.cells[$0] }) }
      if number == table.choices.count - 1 || text.columns(first: 24) <= report.style.columns - 2 {
        text.write(to: &report)
        break
      }
    }
    addRest(table.rest)
  }

  private mutating func addRest(_ count: Int) {
    if count > 0 { report.add("and \(CountText.grouped(count)) more", .quiet, indent: 2) }
  }

  // MARK: Findings

  private mutating func write(
    _ changes: [RunComparison.FindingChange],
    _ heading: String,
    of runs: [RunProfile]
  ) {
    guard !changes.isEmpty else { return }
    report.addGap()
    report.add(heading, .bold)
    for change in changes.prefix(tables.limit) {
      let isError = change.finding.severity == .error
      report.add(words.head(change, of: runs), isError ? .red : .yellow, indent: 2)
      report.add(words.cut(change.finding.sentence, to: 600), indent: 4)
    }
    addRest(changes.count - tables.limit)
  }

  private mutating func write(_ gate: ComparisonGate) {
    let reasons = gate.reasons(against: comparison)
    guard !reasons.isEmpty else { return }
    report.addGap()
    let told = reasons.map { words.reason($0, of: gate) }
    report.add(told.joined(separator: "; "), .red, label: "fails: ", labelLook: .red, indent: 7)
  }
}

extension RunComparison {
  /// What changed, for a terminal.
  ///
  /// - Parameters:
  ///   - style: Width, charset and colours.
  ///   - gate: What does not pass, so that the text says why; nil where nobody asks.
  ///   - limit: How many parts and findings are listed of each kind.
  /// - Returns: The text; every line of it ends with a newline.
  package func text(
    _ style: TextStyle = TextStyle(),
    gate: ComparisonGate? = nil,
    limit: Int = 10
  ) -> String {
    ComparisonText(self, gate: gate, limit: limit, style: style).text
  }
}
