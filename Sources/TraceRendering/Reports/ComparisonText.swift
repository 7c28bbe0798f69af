package import TraceAnalysis
import TraceModel

/// Tells what changed between runs: first what it comes to, then the parts, the critical path, and the findings.
struct ComparisonText {
  private let comparison: RunComparison
  private let words: ComparisonWords
  private let limit: Int
  private var report: TextReport

  init(
    _ comparison: RunComparison,
    gate: ComparisonGate?,
    limit: Int,
    style: TextStyle
  ) {
    self.comparison = comparison
    self.limit = limit
    words = ComparisonWords(comparison, charset: style.charset)
    report = TextReport(style)
    writeHead()
    if !comparison.isEmpty {
      writeTotals()
      for kind in PartChange.Kind.allCases { write(kind) }
      writePath()
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
    let counts =
      "\(CountText.of(comparison.before.count, "run")) before, "
      + "\(CountText.grouped(comparison.after.count)) after"
    report.add(VisibleText.isBlank(program) ? counts : "\(program): \(counts)", .bold)
    report.add(words.verdict, look)
    for note in words.notes { report.add(note, .yellow, label: "note: ", indent: 6) }
    if comparison.isEmpty, !comparison.lastingFindings.isEmpty {
      let count = CountText.of(comparison.lastingFindings.count, "finding")
      report.add("\(count) as before")
    }
  }

  private var look: StyledLine.Look {
    let isWorse =
      comparison.wall.direction == .more
      || comparison.newFindings.contains { $0.finding.severity == .error }
    if isWorse { return .red }
    return comparison.newFindings.isEmpty ? .green : .yellow
  }

  private mutating func writeTotals() {
    report.addGap()
    let noise = comparison.knowsNoise ? ["noise"] : []
    var table = TextTable(["", "before", "after", "change"] + noise)
    func add(_ name: String, _ change: MeasuredChange) {
      table.add(
        [name, words.duration(change.before), words.duration(change.after), words.change(change)]
          + noise.map { _ in words.noise(change) }
      )
    }
    add("wall time", comparison.wall)
    add("critical path", comparison.path)
    for state in PathAccount.State.allCases {
      guard let change = comparison.pathStates[state], change.before > 0 || change.after > 0 else {
        continue
      }
      add("  " + state.words, change)
    }
    for (name, change) in comparison.totals {
      let values = [words.count(change.before), words.count(change.after)]
      table.add([name] + values + [words.change(change)] + noise.map { _ in "" })
    }
    table.write(to: &report)
    report.add(words.basis, .quiet, indent: 2)
  }

  // MARK: Parts

  private mutating func write(_ kind: PartChange.Kind) {
    let changes = comparison.parts(kind)
    guard !changes.isEmpty else { return }
    report.addGap()
    report.add(kind.heading, kind.look)
    let shown = changes.prefix(limit)
    let kinds = columns(of: kind, shown)
    for (number, columns) in kinds.enumerated() {
      var table = TextTable(["operations"] + columns.map(\.rawValue))
      for change in shown {
        table.add([words.name(change.part)] + columns.map { cell($0, of: change, kind) })
      }
      if number == kinds.count - 1 || table.columns(first: 24) <= report.style.columns - 2 {
        table.write(to: &report)
        break
      }
    }
    addRest(changes.count - shown.count)
  }

  private mutating func addRest(_ count: Int) {
    if count > 0 { report.add("and \(CountText.grouped(count)) more", .quiet, indent: 2) }
  }

  private enum Column: String {
    case queue, count, before, after, change, noise, each
    case total = "in all"
  }

  /// The columns of a table, the widest choice first.
  private func columns(of kind: PartChange.Kind, _ changes: ArraySlice<PartChange>) -> [[Column]] {
    let queue: [Column] = changes.contains { $0.part.queue != nil } ? [.queue] : []
    let noise: [Column] = comparison.knowsNoise ? [.noise] : []
    return switch kind {
    case .added, .removed:
      [[.count, .each] + queue, [.count, .each], [.count]]
    case .more, .fewer:
      [[.before, .after, .change] + queue, [.before, .after, .change], [.before, .after]]
    case .slower, .faster, .queuedLonger, .queuedLess:
      [
        [.count, .before, .after, .change] + noise + [.total] + queue,
        [.count, .before, .after, .change] + noise + [.total],
        [.before, .after, .change, .total], [.before, .after, .change], [.change],
      ]
    }
  }

  private func cell(_ column: Column, of change: PartChange, _ kind: PartChange.Kind) -> String {
    let measured = change.measured(kind)
    return switch column {
    case .queue: words.queue(change.part)
    case .count: words.count(max(change.count.after, kind == .removed ? change.count.before : 0))
    case .before: text(measured.before, kind)
    case .after: text(measured.after, kind)
    case .change: words.change(measured)
    case .noise: words.noise(measured)
    case .total: words.difference(measured.difference * change.ran)
    case .each: each(change.part, in: kind == .added ? comparison.after : comparison.before)
    }
  }

  private func text(_ value: Double, _ kind: PartChange.Kind) -> String {
    kind == .more || kind == .fewer ? words.count(value) : words.duration(value)
  }

  /// How long one executes that there is on one side only.
  private func each(_ part: OperationPart, in runs: [RunProfile]) -> String {
    let means = runs.compactMap { $0.parts[part]?.meanExecuting }
    return means.isEmpty ? "-" : words.duration(means.reduce(0, +) / Double(means.count))
  }

  // MARK: The critical path

  private mutating func writePath() {
    let changes = comparison.pathParts
    guard !changes.isEmpty else { return }
    report.addGap()
    report.add("critical path: where its time went, with waits", .bold)
    let shown = changes.prefix(limit)
    let hasQueue = shown.contains { $0.part.queue != nil }
    for isWide in [true, false] where !isWide || hasQueue {
      var table = TextTable(
        ["operations", "before", "after", "change"] + (isWide && hasQueue ? ["queue"] : [])
      )
      for change in shown {
        func cell(_ value: Double) -> String { value == 0 ? "-" : words.duration(value) }
        let path = change.path
        let queue = isWide && hasQueue ? [words.queue(change.part)] : []
        let difference = words.difference(path.difference)
        table.add(
          [words.name(change.part), cell(path.before), cell(path.after), difference] + queue
        )
      }
      if !isWide || !hasQueue || table.columns(first: 24) <= report.style.columns - 2 {
        table.write(to: &report)
        break
      }
    }
    addRest(changes.count - shown.count)
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
    for change in changes.prefix(limit) {
      let finding = change.finding
      let isError = finding.severity == .error
      var head = "\(finding.severity.rawValue): \(finding.rule)"
      if finding.count > 1 { head += ", \(CountText.grouped(finding.count)) times" }
      if runs.count > 1 { head += ", in \(change.runs) of \(CountText.of(runs.count, "run"))" }
      report.add(head, isError ? .red : .yellow, indent: 2)
      report.add(words.cut(finding.sentence, to: 600), indent: 4)
    }
    addRest(changes.count - limit)
  }

  private mutating func write(_ gate: ComparisonGate) {
    let reasons = gate.reasons(against: comparison)
    guard !reasons.isEmpty else { return }
    report.addGap()
    let told = reasons.map { words.reason($0, of: gate) }
    report.add(told.joined(separator: "; "), .red, label: "fails: ", labelLook: .red, indent: 7)
  }
}

extension PartChange {
  /// What a kind of change is about.
  fileprivate func measured(_ kind: Kind) -> MeasuredChange {
    switch kind {
    case .slower, .faster: executing ?? count
    case .queuedLonger, .queuedLess: queued ?? count
    case .added, .removed, .more, .fewer: count
    }
  }
}

extension RunComparison {
  /// How many operations there are, and how many ended how, where it differs.
  fileprivate var totals: [(name: String, change: MeasuredChange)] {
    func count(_ name: String, _ value: (RunProfile) -> Int) -> (String, MeasuredChange) {
      let values = (before.map { Double(value($0)) }, after.map { Double(value($0)) })
      return (name, MeasuredChange(unjudged: values.0, values.1))
    }
    let outcomes = [
      count("failed") { $0.outcomes[.failed] ?? 0 },
      count("cancelled") {
        ($0.outcomes[.cancelledBeforeStart] ?? 0) + ($0.outcomes[.cancelledWhileExecuting] ?? 0)
      },
      count("unfinished", \.unfinished),
    ]
    return [count("operations", \.operationCount)] + outcomes.filter { $0.1.difference != 0 }
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
