import TraceEvents
import TraceModel

/// Parts of sentences that several rules say alike.
struct StallWords {
  private let context: DiagnosisContext

  init(_ context: DiagnosisContext) {
    self.context = context
  }

  /// Who waits because of some roots, to end a sentence with: "; upload and publish wait for it", or nothing.
  func waiting(for roots: [StallRoot]) -> String {
    let blocked = roots.flatMap { context.blocked(by: $0) }
    if blocked.isEmpty { return "" }
    let verb = blocked.count == 1 ? "waits" : "wait"
    let isOne = roots.count == 1 && roots[0].operations.count == 1
    return "; \(context.names.operations(blocked)) \(verb) for \(isOne ? "it" : "them")"
  }

  /// How long it is since a root began, such as "12.4 s".
  func age(of root: StallRoot) -> String {
    DurationText.short(context.facts.age(since: root.since))
  }

  /// The longest of the ages of some roots.
  func oldest(of roots: [StallRoot]) -> String {
    DurationText.short(roots.map { context.facts.age(since: $0.since) }.max() ?? 0)
  }

  /// What others of an operation's kind took, such as "12 others of its class took 84.0 ms in the median".
  func comparison(of operation: Int) -> String? {
    guard let kind = context.facts.kinds.measure(of: operation) else { return nil }
    let median = DurationText.short(kind.median)
    let isBlock = context.facts.operation(operation).className == OperationKinds.blockClass
    let others = CountText.of(kind.count, isBlock ? "other block" : "other")
    let place = isBlock ? "in its queue" : "of its class"
    return "\(others) \(place) took \(median)" + (kind.count > 1 ? " in the median" : "")
  }

  /// A line about what an operation had added itself and was cancelled before it ran, which may be what was to finish it;
  /// none when there is no such thing.
  func lost(by operation: Int) -> [String] {
    let id = context.facts.operation(operation).id
    let lost = added(by: id).compactMap { context.facts.index.position(of: $0) }
      .filter { context.facts.operation($0).outcome == .cancelledBeforeStart }
    if lost.isEmpty { return [] }
    let verb = lost.count == 1 ? "was" : "were"
    return [
      "\(context.names.operations(lost)), which it had added, \(verb) cancelled without running: "
        + "what was to be done there did not come"
    ]
  }

  /// What an operation has added to queues; found by bisection, as the edges are in the order of their sources.
  private func added(by id: OperationID) -> [OperationID] {
    let edges = context.trace.edges
    var (low, high) = (edges.startIndex, edges.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle].source < id { low = middle + 1 } else { high = middle }
    }
    return edges[low...].prefix { $0.source == id }.filter { $0.kind == .createdBy }.map(\.target)
  }

  /// What an operation holds of its queue, such as "it holds one of 2 slots of queue images"; nil without a limit.
  func slot(of operation: Int) -> String? {
    guard let queue = context.facts.index.queue(of: operation),
      let limit = context.facts.queue(queue).slotLimit, limit > 0
    else { return nil }
    let share = limit == 1 ? "the only slot" : "one of \(CountText.grouped(limit)) slots"
    return "it holds \(share) of \(context.names.queue(queue))"
  }
}
