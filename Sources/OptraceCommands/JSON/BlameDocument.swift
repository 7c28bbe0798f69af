import TraceAnalysis
import TraceEvents
import TraceModel

/// What `blame --json` prints; docs/json.md says what each field means.
struct BlameDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "blame"
  var trace: TraceReference
  var measure: String
  var grouping: String?
  var selectedCount: Int
  var totalNanoseconds: UInt64
  var busyNanoseconds: UInt64
  var operations: [OperationEntry]?
  var groups: [GroupEntry]?
  var rest: RestEntry

  /// An operation by itself.
  struct OperationEntry: Codable, Hashable {
    var operation: OperationReference
    var queue: QueueReference?
    var nanoseconds: UInt64
    var executionNanoseconds: UInt64
    var waitNanoseconds: UInt64
    var slackNanoseconds: UInt64?
    var potentialNanoseconds: UInt64
  }

  /// Operations that stand together.
  struct GroupEntry: Codable, Hashable {
    var label: String
    var operationCount: Int
    var nanoseconds: UInt64
    var medianNanoseconds: UInt64
    var slowestNanoseconds: UInt64
    var slowest: OperationReference
  }

  /// What is not listed.
  struct RestEntry: Codable, Hashable {
    var entryCount: Int
    var operationCount: Int
    var nanoseconds: UInt64
  }

  init(_ blame: Blame, grouping: Blame.Grouping?, limit: Int, slack: SlackTable) {
    let trace = blame.trace
    self.trace = TraceReference(trace)
    measure = blame.measure.rawValue
    self.grouping = grouping?.rawValue
    selectedCount = blame.entries.reduce(0) { $0 + $1.count }
    totalNanoseconds = blame.total
    busyNanoseconds = blame.busy
    let shown = blame.entries.prefix(limit)
    if grouping == nil {
      operations = shown.map { entry in
        let operation = trace.operations[entry.slowest]
        return OperationEntry(
          operation: OperationReference(operation.id, in: trace),
          queue: operation.queue.map { QueueReference($0, in: trace) },
          nanoseconds: entry.total,
          executionNanoseconds: operation.accounting.executing,
          waitNanoseconds: operation.accounting.waiting,
          slackNanoseconds: slack.slack(of: operation.id),
          potentialNanoseconds: slack.potential(of: operation.id)
        )
      }
    } else {
      groups = shown.map { entry in
        GroupEntry(
          label: entry.label ?? "",
          operationCount: entry.count,
          nanoseconds: entry.total,
          medianNanoseconds: entry.median,
          slowestNanoseconds: blame.values[entry.slowest],
          slowest: OperationReference(trace.operations[entry.slowest].id, in: trace)
        )
      }
    }
    let others = blame.entries.dropFirst(shown.count)
    rest = RestEntry(
      entryCount: others.count,
      operationCount: others.reduce(0) { $0 + $1.count },
      nanoseconds: blame.total(from: shown.count)
    )
  }
}
