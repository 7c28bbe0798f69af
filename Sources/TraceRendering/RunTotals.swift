import TraceAnalysis
import TraceEvents
import TraceModel

/// What a run comes to in one line, such as "12 operations in 3 queues, 412 ms; 1 cancelled".
struct RunTotals: Hashable {
  /// The parts of the line, to be broken between them.
  private(set) var parts: [String]

  /// The line.
  var line: String {
    parts.joined(separator: "; ")
  }

  init(_ annotated: AnnotatedTrace) {
    let trace = annotated.trace
    let queues = trace.queues.filter { !$0.operations.isEmpty }.count
    var line = CountText.of(trace.operations.count, "operation")
    if let dropped = trace.horizon?.droppedOperations, dropped > 0 {
      line += " kept of \(CountText.grouped(trace.operations.count + Int(clamping: dropped)))"
    }
    if queues > 0 { line += " in \(CountText.of(queues, "queue"))" }
    if !trace.operations.isEmpty, let wall = annotated.wall {
      line += ", \(annotated.duration(wall.nanoseconds))"
    }
    parts = [line]
    if let criticalPath = annotated.criticalPath, !criticalPath.segments.isEmpty {
      let length = annotated.duration(criticalPath.nanoseconds)
      let count = CountText.of(criticalPath.operations.count, "operation")
      parts.append("critical path \(length) in \(count)")
    }
    let outcomes = OutcomeCounts(trace)
    if !outcomes.notable.isEmpty { parts.append(outcomes.notable.joined(separator: ", ")) }
  }
}

/// How many operations ended how.
struct OutcomeCounts: Hashable {
  private var counts: [TracedOperation.Outcome: Int] = [:]

  /// Counts the operations of a trace, or some of them.
  init(_ trace: Trace, in selected: SelectedOperations? = nil) {
    for position in trace.operations.indices where selected?.contains(position) ?? true {
      counts[trace.operations[position].outcome, default: 0] += 1
    }
  }

  /// How many there are.
  var total: Int {
    counts.values.reduce(0, +)
  }

  /// How many ended in this way.
  subscript(outcome: TracedOperation.Outcome) -> Int {
    counts[outcome] ?? 0
  }

  /// The outcomes that are not as wished for, with their counts, such as "1 cancelled".
  var notable: [String] {
    let cancelled = self[.cancelledBeforeStart] + self[.cancelledWhileExecuting]
    return [(self[.failed], "failed"), (cancelled, "cancelled"), (self[.unfinished], "unfinished")]
      .filter { $0.0 > 0 }
      .map { "\(CountText.grouped($0.0)) \($0.1)" }
  }
}
