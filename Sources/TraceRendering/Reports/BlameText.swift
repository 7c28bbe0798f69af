package import TraceAnalysis
import TraceEvents
package import TraceModel

/// Lists what took most, the slowest first.
struct BlameText {
  private let annotated: AnnotatedTrace
  private let blame: Blame
  /// Only where operations stand by themselves: it takes time to find.
  private let slack: SlackTable?
  private let shown: ArraySlice<Blame.Entry>
  private var report: TextReport

  init(
    _ blame: Blame,
    of annotated: AnnotatedTrace,
    view: NarrowedView?,
    limit: Int,
    style: TextStyle
  ) {
    self.blame = blame
    self.annotated = annotated
    let isGrouped = blame.entries.first?.label != nil
    slack =
      isGrouped ? nil : SlackTable(of: annotated.trace, criticalPath: annotated.criticalPath)
    shown = blame.entries.prefix(limit)
    report = TextReport(style)
    writeHead(view)
    guard !blame.entries.isEmpty else { return }
    report.addGap()
    writeTable()
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  private mutating func writeHead(_ view: NarrowedView?) {
    let header = annotated.trace.header
    let program = annotated.cut(header.program, to: report.style.columns - 20)
    if !VisibleText.isBlank(program) {
      report.add(program + (header.processID == 0 ? "" : ", process \(header.processID)"), .bold)
    }
    report.add(view, of: annotated)
    report.addProblems(of: annotated)
    guard !blame.entries.isEmpty else {
      report.add("there is no operation to blame")
      return
    }
    let total = annotated.duration(blame.total)
    let part = view?.selected.span == nil ? "in all" : "between these moments"
    switch blame.measure {
    case .execution: report.add("\(total) of execution \(part)")
    case .wait: report.add("\(total) of waiting \(part), from enqueue to start")
    case .weighted:
      let busy = annotated.duration(blame.busy)
      report.add(
        (blame.total == blame.busy ? "\(busy)" : "\(total) of the \(busy)")
          + " in which anything executed, shared out among what executed at the time"
      )
    }
  }

  /// Writes the widest of the tables for which there is room.
  private mutating func writeTable() {
    let isGrouped = shown.first?.label != nil
    let kinds = isGrouped ? Self.groupColumns : operationColumns
    for (number, columns) in kinds.enumerated() {
      let table = table(columns)
      guard number == kinds.count - 1 || table.columns(first: 24) <= report.style.columns - 2
      else { continue }
      table.write(to: &report)
      return
    }
  }

  private func table(_ columns: [Column]) -> TextTable {
    let groups = blame.entries.first?.label == nil ? "operation" : "operations"
    var table = TextTable([groups] + columns.map { $0.head(of: blame.measure) })
    for entry in shown {
      table.add([name(entry)] + columns.map { cell($0, of: entry) })
    }
    let others = blame.entries.count - shown.count
    if others > 0 {
      let sum = blame.total(from: shown.count)
      let count = blame.entries.dropFirst(shown.count).reduce(0) { $0 + $1.count }
      table.add(
        ["and \(CountText.grouped(others)) more"]
          + columns.map { rest($0, sum: sum, count: count) }
      )
    }
    let count = blame.entries.reduce(0) { $0 + $1.count }
    table.add(["total"] + columns.map { rest($0, sum: blame.total, count: count) })
    return table
  }

  private func name(_ entry: Blame.Entry) -> String {
    guard let label = entry.label else { return name(entry.slowest) }
    let visible = annotated.cut(label, to: 80)
    return VisibleText.isBlank(visible) ? name(entry.slowest) : visible
  }

  private func name(_ position: Int, atMost limit: Int = 60) -> String {
    annotated.name(annotated.trace.operations[position].id, atMost: limit)
  }
}

// MARK: - Columns

extension BlameText {
  /// What a column tells.
  private enum Column {
    case count, total, share, median, slowest, which, execution, wait, slack, potential, queue

    func head(of measure: Blame.Measure) -> String {
      switch self {
      case .total: measure.rawValue
      case .count: "count"
      case .share: "share"
      case .median: "median"
      case .slowest: "slowest"
      case .which: "which"
      case .execution: "execution"
      case .wait: "wait"
      case .slack: "slack"
      case .potential: "potential"
      case .queue: "queue"
      }
    }
  }

  private static let groupColumns: [[Column]] = [
    [.count, .total, .share, .median, .slowest, .which],
    [.count, .total, .share, .median, .slowest],
    [.count, .total, .share],
    [.total, .share],
  ]

  private var operationColumns: [[Column]] {
    let others: [Column] =
      switch blame.measure {
      case .execution: [.wait]
      case .wait: [.execution]
      case .weighted: [.execution]
      }
    return [
      [.total, .share] + others + [.slack, .potential, .queue],
      [.total, .share] + others + [.slack, .potential],
      [.total, .share, .potential],
      [.total, .share],
    ]
  }

  private func cell(_ column: Column, of entry: Blame.Entry) -> String {
    let operation = annotated.trace.operations[entry.slowest]
    switch column {
    case .count: return CountText.grouped(entry.count)
    case .total: return annotated.duration(entry.total)
    case .share: return CountText.percent(blame.share(of: entry.total))
    case .median: return annotated.duration(entry.median)
    case .slowest: return annotated.duration(blame.values[entry.slowest])
    case .which: return name(entry.slowest, atMost: max(16, report.style.columns / 4))
    case .execution: return annotated.duration(operation.accounting.executing)
    case .wait: return annotated.duration(operation.accounting.waiting)
    case .slack: return slack?.slack(of: operation.id).map(annotated.duration) ?? "-"
    case .potential: return slack.map { annotated.duration($0.potential(of: operation.id)) } ?? "-"
    case .queue: return operation.queue.map { annotated.name($0, atMost: 24) } ?? "-"
    }
  }

  /// The cell of several entries that are told together.
  private func rest(_ column: Column, sum: UInt64, count: Int) -> String {
    switch column {
    case .count: CountText.grouped(count)
    case .total: annotated.duration(sum)
    case .share: CountText.percent(blame.share(of: sum))
    default: ""
    }
  }
}

extension Trace {
  /// What took most, for a terminal: the slowest first, with its share, its slack and its potential.
  ///
  /// - Parameters:
  ///   - blame: What took how much.
  ///   - style: Width, charset and colours.
  ///   - view: What it was narrowed to; nil for everything.
  ///   - limit: How many entries are listed; the others are summed up.
  /// - Returns: The text; every line of it ends with a newline.
  package func blameText(
    _ blame: Blame,
    _ style: TextStyle = TextStyle(),
    view: NarrowedView? = nil,
    limit: Int = 20
  ) -> String {
    let isGrouped = blame.entries.first?.label != nil
    let annotated = AnnotatedTrace(
      self,
      diagnosis: nil,
      criticalPath: isGrouped ? nil : criticalPath,
      charset: style.charset
    )
    return BlameText(blame, of: annotated, view: view, limit: limit, style: style).text
  }
}
