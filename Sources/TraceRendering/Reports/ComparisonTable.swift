import TraceAnalysis
import TraceModel

/// A table about what changed between runs: cells as text, for a terminal and for a page.
struct ComparisonTable {
  /// What stands over it.
  var heading: String
  /// Whether that is rather bad, good, or neither.
  var look: StyledLine.Look
  /// The columns; the first has the names of the rows.
  var heads: [String]
  /// The rows.
  var rows: [Row]
  /// The columns behind the first that are shown where there is room for no more, the widest choice first.
  var choices: [[Int]]
  /// How many rows are left out.
  var rest = 0

  /// A row.
  struct Row {
    /// The part that it is about, if it is about one.
    var part: OperationPart?
    /// As many as there are columns.
    var cells: [String]
  }
}

/// The tables of a comparison.
struct ComparisonTables {
  let comparison: RunComparison
  let words: ComparisonWords
  /// The most rows of a table about parts.
  let limit: Int

  /// The parts that changed, a table for each way, and where the time of the critical path went; none is empty.
  var all: [ComparisonTable] {
    (PartChange.Kind.allCases.map(parts) + [path]).filter { !$0.rows.isEmpty }
  }

  // MARK: The whole

  /// Wall time, critical path, and how many operations ended how.
  var totals: ComparisonTable {
    let noise = comparison.knowsNoise ? ["noise"] : []
    // By how much something changed that can't be compared says nothing.
    func row(
      _ name: String,
      _ change: MeasuredChange,
      _ text: (Double) -> String,
      isComparable: Bool
    ) -> [String] {
      [name, text(change.before), text(change.after), isComparable ? words.change(change) : "-"]
        + noise.map { _ in words.noise(change) }
    }
    func time(_ name: String, _ change: MeasuredChange, as judged: MeasuredChange) -> [String] {
      row(name, change, words.duration, isComparable: judged.direction != .unknown)
    }
    let (wall, path) = (comparison.wall, comparison.path)
    var rows = [time("wall time", wall, as: wall), time("critical path", path, as: path)]
    for state in PathAccount.State.allCases {
      guard let change = comparison.pathStates[state], change.before > 0 || change.after > 0 else {
        continue
      }
      rows.append(time("  " + state.words, change, as: path))
    }
    rows += counts.map {
      row($0.name, $0.change, words.count, isComparable: comparison.isWhole)
    }
    return ComparisonTable(
      heading: "the run",
      look: .bold,
      heads: ["", "before", "after", "change"] + noise,
      rows: rows.map { ComparisonTable.Row(cells: $0) },
      choices: [Array(1...(3 + noise.count))]
    )
  }

  /// How many operations there are, and how many ended how, where it differs.
  private var counts: [(name: String, change: MeasuredChange)] {
    func count(_ name: String, _ value: (RunProfile) -> Int) -> (String, MeasuredChange) {
      let before = comparison.before.map { Double(value($0)) }
      return (
        name, MeasuredChange(unjudged: before, comparison.after.map { Double(value($0)) })
      )
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

  // MARK: Parts

  private func parts(_ kind: PartChange.Kind) -> ComparisonTable {
    let noise: [Column] = comparison.knowsNoise ? [.noise] : []
    let (columns, narrower): ([Column], [[Column]]) =
      switch kind {
      case .added, .removed: ([.count, .each], [[.count]])
      case .more, .fewer: ([.before, .after, .change], [[.before, .after]])
      case .slower, .faster, .queuedLonger, .queuedLess:
        (
          [.count, .before, .after, .change] + noise + [.total],
          [[.before, .after, .change, .total], [.before, .after, .change], [.change]]
        )
      }
    return table(
      comparison.parts(kind),
      heading: kind.heading,
      look: kind.look,
      columns: columns,
      narrower: narrower
    ) { cell($0, of: $1, kind) }
  }

  /// Where the time of the critical path went.
  private var path: ComparisonTable {
    func duration(_ value: Double) -> String { value == 0 ? "-" : words.duration(value) }
    return table(
      comparison.pathParts,
      heading: "critical path: where its time went, with waits",
      look: .bold,
      columns: [.before, .after, .change],
      narrower: []
    ) { column, change in
      switch column {
      case .before: duration(change.path.before)
      case .after: duration(change.path.after)
      default: words.difference(change.path.difference)
      }
    }
  }

  private enum Column: String {
    case queue, count, before, after, change, noise, each
    case total = "in all"
  }

  /// A table with the queues as its last column where any has a name.
  private func table(
    _ changes: [PartChange],
    heading: String,
    look: StyledLine.Look,
    columns: [Column],
    narrower: [[Column]],
    cell: (Column, PartChange) -> String
  ) -> ComparisonTable {
    let shown = changes.prefix(limit)
    let queue: [Column] = shown.contains { $0.part.queue != nil } ? [.queue] : []
    let all = columns + queue
    return ComparisonTable(
      heading: heading,
      look: look,
      heads: ["operations"] + all.map(\.rawValue),
      rows: shown.map { change in
        let cells = all.map { $0 == .queue ? words.queue(change.part) : cell($0, change) }
        return ComparisonTable.Row(part: change.part, cells: [words.name(change.part)] + cells)
      },
      choices: ([all, columns] + narrower).map { choice in
        choice.compactMap { column in all.firstIndex(of: column).map { $0 + 1 } }
      },
      rest: changes.count - shown.count
    )
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
