import TraceAnalysis
import TraceEvents
import TraceModel

/// Which operations have a row, when there are more than a person could read.
struct TimelineRows {
  /// Those that have one; nil when each has.
  let shown: Set<OperationID>?
  /// How many have none, by queue; those in no queue under nil.
  private(set) var omitted: [QueueID?: Int] = [:]

  /// How many have none.
  var omittedCount: Int {
    omitted.values.reduce(0, +)
  }

  /// Chooses: what is stalled or failed, then the critical path and what was cancelled, then those that executed longest.
  ///
  /// - Parameters:
  ///   - annotated: The trace.
  ///   - excerpt: The operations that are asked for; nil for all.
  ///   - most: The most rows; nil for as many as there are operations.
  init(_ annotated: AnnotatedTrace, among excerpt: Set<OperationID>?, most: Int?) {
    let operations = annotated.trace.operations
    guard let most, excerpt?.count ?? operations.count > most else {
      shown = excerpt
      return
    }
    let candidates = operations.indices.filter { excerpt?.contains(operations[$0].id) ?? true }
    let weights = candidates.map { Self.weight(of: operations[$0], in: annotated) }
    // The order keeps what is equal as it stands; those seen first are to come first.
    let order = TimeOrder.ascending(weights.map { .max - $0 }).prefix(most)
    var shown: Set<OperationID> = []
    for number in order { shown.insert(operations[candidates[Int(number)]].id) }
    for position in candidates where !shown.contains(operations[position].id) {
      omitted[operations[position].queue, default: 0] += 1
    }
    self.shown = shown
  }

  /// How much an operation has to say: what became of it in the highest bits, then its execution in nanoseconds.
  private static func weight(of operation: TracedOperation, in annotated: AnnotatedTrace) -> UInt64
  {
    let rank: UInt64 =
      if annotated.isStuck(operation.id) || operation.outcome == .failed {
        3
      } else if annotated.critical.contains(operation.id) {
        2
      } else if operation.milestones.cancelled != nil {
        1
      } else {
        0
      }
    return rank << 62 | min(operation.accounting.executing, 1 << 62 - 1)
  }
}
