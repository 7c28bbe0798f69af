import TraceEvents
import TraceModel

/// What part each operation of a selection plays: what it is, where it runs, and what sets it apart.
struct FoldingParts {
  /// By position, the number of the operation's part.
  private(set) var numbers: [UInt32]

  /// The parts by number.
  private(set) var parts: [Part] = []

  /// By position, what sets the operation apart.
  private(set) var distinctions: [FoldedGraph.Distinction?]

  /// What operations have in common that play the same part.
  struct Part: Hashable {
    /// The place of the queue; nil for none.
    var queue: Int?
    var className: String
    var name: String
    var distinction: FoldedGraph.Distinction?
  }

  init(_ selected: SelectedOperations, in context: FilterContext) {
    let trace = context.trace
    numbers = Array(repeating: 0, count: trace.operations.count)
    distinctions = Array(repeating: nil, count: trace.operations.count)
    var known: [Part: UInt32] = [:]
    var patterns = NamePatternCache()
    for position in selected.positions {
      let operation = trace.operations[position]
      let distinction = Self.distinction(of: operation, at: position, selected, context)
      distinctions[position] = distinction
      let part = Part(
        queue: operation.queue.flatMap { trace.position(of: $0) },
        className: operation.isBarrier ? "barrier" : operation.className,
        name: patterns.pattern(of: operation),
        distinction: distinction
      )
      if let number = known[part] {
        numbers[position] = number
      } else {
        numbers[position] = UInt32(parts.count)
        known[part] = UInt32(parts.count)
        parts.append(part)
      }
    }
  }

  private static func distinction(
    of operation: TracedOperation,
    at position: Int,
    _ selected: SelectedOperations,
    _ context: FilterContext
  ) -> FoldedGraph.Distinction? {
    if context.has(operation, .stalled) { return .stalled }
    if operation.outcome == .failed { return .failed }
    if context.has(operation, .critical) { return .critical }
    switch operation.outcome {
    case .cancelledBeforeStart, .cancelledWhileExecuting: return .cancelled
    default: return selected.asked.contains(position) ? .asked : nil
    }
  }
}

/// The patterns of operations' names.
private struct NamePatternCache {
  /// What an operation without a name is called: its class stands beside it.
  static let unnamed = ""

  mutating func pattern(of operation: TracedOperation) -> String {
    guard let name = operation.name, !name.isEmpty else { return Self.unnamed }
    return NamePattern(name).text
  }
}
