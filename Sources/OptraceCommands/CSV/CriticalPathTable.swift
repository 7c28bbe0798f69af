import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What `critical-path --csv` prints: a row for each part, in the order of time; their lengths add up to the recording's.
struct CriticalPathTable {
  /// The table.
  let text: String

  private static let heads = [
    "state", "at_ns", "length_ns", "operation_id", "operation", "class", "queue", "released_by",
    "releasing_operation_id", "releasing_operation", "potential_ns",
  ]

  init(_ account: PathAccount, slack: SlackTable) {
    let trace = account.trace
    var table = CSVText(Self.heads)
    func addRest(_ state: String, at instant: UInt64, length: UInt64) {
      let cells: [CSVText.Cell] = [.word(state), .number(instant), .number(length)]
      table.add(cells + Array(repeating: .empty, count: Self.heads.count - cells.count))
    }
    addRest("before", at: 0, length: account.nanosecondsBefore)
    for step in account.steps {
      let operation = step.operation.flatMap { trace[$0] }
      let queue = operation?.queue.flatMap { trace[$0]?.displayName }
      for number in step.parts {
        let part = account.parts[number]
        let release = number == step.parts.lowerBound ? step.release : nil
        let source = release.flatMap { trace[$0.source] }
        table.add([
          .word(part.state.rawValue),
          .number(part.start.nanoseconds),
          .number(part.nanoseconds),
          operation.map { .number(UInt64($0.id.rawValue)) } ?? .empty,
          operation.map { .name($0.displayName) } ?? .empty,
          operation.map { .name($0.className) } ?? .empty,
          queue.map { .name($0) } ?? .empty,
          release.map { .word($0.kind.rawValue) } ?? .empty,
          source.map { .number(UInt64($0.id.rawValue)) } ?? .empty,
          source.map { .name($0.displayName) } ?? .empty,
          operation.map { .number(slack.potential(of: $0.id)) } ?? .empty,
        ])
      }
    }
    addRest("after", at: account.end.nanoseconds, length: account.nanosecondsAfter)
    text = table.text
  }
}
