public import TraceEvents
import TraceModel

/// Which operations of a trace a view is to show.
public struct TraceSelection: Hashable, Sendable {
  /// What operations have to be like; nil for all.
  public var focus: OperationFilter?

  /// What they have to be, one of these; empty for anything.
  public var traits: Set<OperationTrait>

  /// Whether what they waited for belongs to them, too, and what that waited for.
  public var followsAncestors: Bool

  /// Whether what waited for them belongs to them, too, and what waited for that.
  public var followsDescendants: Bool

  /// Over how many edges relations are followed; nil for all.
  public var depth: Int?

  /// The queues to which everything is limited; nil for all.
  public var queues: Set<QueueID>?

  /// The span of time to which everything is limited: what waited or executed in it; nil for all.
  public var span: ClosedRange<TraceInstant>?

  /// How it was asked for, to be shown above what it selects; made safe for where it goes by whoever shows it.
  public var words: String

  /// Makes a selection of everything.
  public init() {
    words = ""
    traits = []
    followsAncestors = false
    followsDescendants = false
  }

  /// Whether it selects everything.
  public var isEverything: Bool {
    focus == nil && traits.isEmpty && queues == nil && span == nil
  }
}

/// The operations that were selected.
public struct SelectedOperations: Sendable {
  /// Their positions in the trace, ascending.
  public let positions: [Int]

  /// Those that were asked for themselves, not as a relation of another; empty where all were selected.
  public let asked: Set<Int>

  /// How they were asked for, to be shown above them; made safe for where it goes by whoever shows it.
  public let words: String

  /// The span of time to which they were limited; nil for all.
  public let span: ClosedRange<TraceInstant>?

  private let isSelected: [Bool]

  init(
    isSelected: [Bool],
    asked: Set<Int>,
    words: String,
    span: ClosedRange<TraceInstant>? = nil
  ) {
    self.span = span
    self.isSelected = isSelected
    self.asked = asked
    self.words = words
    positions = isSelected.indices.filter { isSelected[$0] }
  }

  /// Whether the operation at a position was selected.
  public func contains(_ position: Int) -> Bool {
    isSelected[position]
  }

  /// Whether every operation of the trace was selected.
  public var isEverything: Bool {
    positions.count == isSelected.count
  }
}

extension FilterContext {
  /// Selects operations, in time linear in operations and edges.
  public func select(_ selection: TraceSelection) -> SelectedOperations {
    let operations = trace.operations
    guard !selection.isEverything else {
      let all = Array(repeating: true, count: operations.count)
      return SelectedOperations(isSelected: all, asked: [], words: selection.words)
    }
    let isWithin = operations.map { self.isWithin($0, selection) }
    var isSelected = operations.indices.map { position in
      isWithin[position] && isAsked(operations[position], selection)
    }
    let hasQuestion = selection.focus != nil || !selection.traits.isEmpty
    let asked = hasQuestion ? Set(isSelected.indices.filter { isSelected[$0] }) : []
    if selection.followsAncestors || selection.followsDescendants {
      let depth = selection.depth ?? .max
      let edges = OperationEdges(trace)
      let seeds = isSelected.indices.filter { isSelected[$0] }
      if selection.followsAncestors {
        edges.sourcesByTarget()
          .follow(from: seeds, depth: depth, within: isWithin, into: &isSelected)
      }
      if selection.followsDescendants {
        edges.targetsBySource()
          .follow(from: seeds, depth: depth, within: isWithin, into: &isSelected)
      }
    }
    return SelectedOperations(
      isSelected: isSelected,
      asked: asked,
      words: selection.words,
      span: selection.span
    )
  }

  private func isAsked(_ operation: TracedOperation, _ selection: TraceSelection) -> Bool {
    if !selection.traits.isEmpty, !selection.traits.contains(where: { has(operation, $0) }) {
      return false
    }
    return selection.focus.map { holds($0, for: operation) } ?? true
  }

  private func isWithin(_ operation: TracedOperation, _ selection: TraceSelection) -> Bool {
    if let queues = selection.queues, !(operation.queue.map(queues.contains) ?? false) {
      return false
    }
    guard let span = selection.span else { return true }
    let milestones = operation.milestones
    let begin = milestones.enqueued ?? milestones.started ?? milestones.seen
    return begin <= span.upperBound && milestones.finished ?? trace.end >= span.lowerBound
  }
}

extension Buckets<UInt32> {
  /// Goes along the edges, one further each time, and adds what it comes to.
  fileprivate func follow(
    from seeds: [Int],
    depth: Int,
    within isWithin: [Bool],
    into isSelected: inout [Bool]
  ) {
    var isSeen = [Bool](repeating: false, count: isWithin.count)
    for seed in seeds { isSeen[seed] = true }
    var (front, distance) = (seeds, 0)
    while !front.isEmpty, distance < depth {
      var next: [Int] = []
      for position in front {
        for other in self[position] where !isSeen[Int(other)] {
          isSeen[Int(other)] = true
          guard isWithin[Int(other)] else { continue }
          isSelected[Int(other)] = true
          next.append(Int(other))
        }
      }
      (front, distance) = (next, distance + 1)
    }
  }
}
