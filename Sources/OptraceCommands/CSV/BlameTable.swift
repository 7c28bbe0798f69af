import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What `blame --csv` prints: a row for each operation or group, the slowest first.
struct BlameTable {
  /// The table.
  let text: String

  init(_ blame: Blame, grouping: Blame.Grouping?, limit: Int, slack: SlackTable) {
    let entries = blame.entries.prefix(limit)
    let measured = "\(blame.measure.rawValue)_ns"
    text =
      if let grouping {
        Self.groups(entries, of: blame, heads: [grouping.rawValue, "operations", measured])
      } else {
        Self.operations(entries, of: blame, slack: slack)
      }
  }

  private static func groups(
    _ entries: ArraySlice<Blame.Entry>,
    of blame: Blame,
    heads: [String]
  ) -> String {
    let tail = ["median_ns", "slowest_ns", "slowest_operation_id", "slowest_operation"]
    var table = CSVText(heads + tail)
    for entry in entries {
      let slowest = blame.trace.operations[entry.slowest]
      table.add([
        .name(entry.label ?? ""), .number(UInt64(entry.count)), .number(entry.total),
        .number(entry.median), .number(blame.values[entry.slowest]),
        .number(UInt64(slowest.id.rawValue)), .name(slowest.displayName),
      ])
    }
    return table.text
  }

  private static func operations(
    _ entries: ArraySlice<Blame.Entry>,
    of blame: Blame,
    slack: SlackTable
  ) -> String {
    var heads = ["operation_id", "operation", "class", "queue", "execution_ns", "wait_ns"]
    if blame.measure == .weighted { heads.append("weighted_ns") }
    var table = CSVText(heads + ["slack_ns", "potential_ns"])
    for entry in entries {
      let operation = blame.trace.operations[entry.slowest]
      let queue = operation.queue.flatMap { blame.trace[$0]?.displayName }
      var cells: [CSVText.Cell] = [
        .number(UInt64(operation.id.rawValue)), .name(operation.displayName),
        .name(operation.className), queue.map { .name($0) } ?? .empty,
        .number(operation.accounting.executing), .number(operation.accounting.waiting),
      ]
      if blame.measure == .weighted { cells.append(.number(entry.total)) }
      cells.append(slack.slack(of: operation.id).map { .number($0) } ?? .empty)
      cells.append(.number(slack.potential(of: operation.id)))
      table.add(cells)
    }
    return table.text
  }
}
