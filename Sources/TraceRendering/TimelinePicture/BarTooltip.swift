import TraceAnalysis
import TraceEvents
import TraceModel

extension LaneMarks.Mark {
  /// All that is known of it, a line each.
  func tooltip(of band: TimelineBand, in annotated: AnnotatedTrace) -> [String] {
    let operation = operation(in: annotated.trace)
    if count == 1, let operation { return operation.tooltip(in: annotated) }
    let lasted = annotated.duration(nanoseconds)
    let from = annotated.duration(item.start.nanoseconds)
    guard count > 1 else {
      return [
        bareBarrierName(of: band), "ran past the queue, without an operation",
        "executed \(lasted), from \(from) on",
      ]
    }
    let noun = item.look.noun
    let first = operation.map { annotated.name($0.id) } ?? bareBarrierName(of: band)
    var lines = [CountText.of(count, noun.singular, noun.plural)]
    lines.append("from \(first) on, which begins at \(from)")
    lines.append("\(lasted) together, in \(annotated.duration(end.nanoseconds(since: item.start)))")
    if item.isCritical { lines.append("on the critical path") }
    return lines
  }
}

extension OperationText.Look {
  /// What several of that look are called.
  var noun: (singular: String, plural: String) {
    switch self {
    case .plain: ("operation", "operations")
    case .stalled: ("stalled operation", "stalled operations")
    case .failed: ("failed operation", "failed operations")
    case .cancelled: ("cancelled operation", "cancelled operations")
    case .pending: ("unfinished operation", "unfinished operations")
    }
  }
}
