import TraceEvents
import TraceModel

/// The operations of a queue that the queue itself started and nobody had cancelled before, in the order of their starts.
struct StartsOfQueue: Sendable {
  private let operations: [Int]
  private let starts: [TraceInstant]
  private let enqueues: [TraceInstant]
  /// How many of `operations` have been given out.
  private var taken = 0

  /// Collects them, without barriers and some others.
  init(_ queue: Int, leavingOut others: Set<Int>, in facts: StallFacts) {
    let started = facts.index.members[queue].filter { position in
      let operation = facts.operation(position)
      guard let start = operation.milestones.started, !operation.isBarrier,
        !others.contains(position)
      else { return false }
      return operation.milestones.cancelled.map { $0 > start } ?? true
    }
    func start(_ position: Int) -> TraceInstant {
      facts.operation(position).milestones.started ?? .zero
    }
    operations = started.sorted { (start($0), $0) < (start($1), $1) }
    starts = operations.map(start)
    enqueues = operations.compactMap { facts.operation($0).milestones.enqueued }.sorted()
  }

  /// How many of them were added after a moment.
  func count(addedAfter moment: TraceInstant) -> Int {
    enqueues.count - enqueues.partitioningIndex { $0 > moment }
  }

  /// Those that started between two moments and have not been taken yet; the spans must come by their begin.
  mutating func take(after start: TraceInstant, before end: TraceInstant) -> ArraySlice<Int> {
    let first = max(taken, starts.partitioningIndex { $0 > start })
    taken = max(first, starts.partitioningIndex { $0 >= end })
    return operations[first..<taken]
  }
}
