import TraceEvents
import TraceModel

/// The priorities by which a queue ordered its operations.
///
/// Foundation on Linux takes the quality of service for the priority of an operation that has none of its own, and the
/// recording can't tell no priority from a normal one. So what is known is a range.
struct OperationPriorities {
  private let facts: StallFacts
  /// What was set between the enqueue and the start, by position.
  private var changed: [Int: EnqueueDetail] = [:]

  init(_ facts: StallFacts) {
    self.facts = facts
    for event in facts.log.events[.priorityChanged] ?? [] {
      guard let position = facts.index.position(of: event.operation),
        facts.operation(position).milestones.started.map({ event.instant <= $0 }) ?? true
      else { continue }
      changed[position] = EnqueueDetail(packed: event.detail)
    }
  }

  /// The priorities that an operation can have had when it was started.
  func range(of operation: Int) -> ClosedRange<Int8> {
    Self.range(of: changed[operation] ?? facts.operation(operation).enqueueDetail)
  }

  /// The priorities that an operation with these settings can have.
  static func range(of detail: EnqueueDetail) -> ClosedRange<Int8> {
    if detail.priority != 0 { return detail.priority...detail.priority }
    let implied: Int8 =
      switch detail.qualityOfService {
      case 0x21: 8
      case 0x19: 4
      case 0x11: -4
      case 0x09: -8
      default: 0
      }
    return min(0, implied)...max(0, implied)
  }

  /// What a priority is called, such as "high".
  static func name(of priority: Int8) -> String {
    switch priority {
    case ..<(-4): "veryLow"
    case ..<0: "low"
    case 0: "normal"
    case ...4: "high"
    default: "veryHigh"
    }
  }
}

/// When the operations of queues started, and with which priority.
struct QueueStarts {
  private let facts: StallFacts
  private let priorities: OperationPriorities
  private var known: [Int: Starts] = [:]

  init(_ facts: StallFacts, _ priorities: OperationPriorities) {
    self.facts = facts
    self.priorities = priorities
  }

  /// How many operations of a queue, all surely of lower priority, started between two moments, these left out.
  ///
  /// The first question about a queue costs its size, the others its logarithm.
  mutating func count(
    in queue: Int,
    after begin: TraceInstant,
    before end: TraceInstant,
    below priority: Int8
  ) -> Int {
    if known[queue] == nil { known[queue] = Starts(queue, facts, priorities) }
    return known[queue]?.count(after: begin, before: end, below: priority) ?? 0
  }

  private struct Starts {
    private var instants: [TraceInstant] = []
    /// How many of the first so many have a priority below that of each level.
    private var below: [[Int32]]
    private static let levels: [Int8] = [-4, 0, 4, 8]

    init(_ queue: Int, _ facts: StallFacts, _ priorities: OperationPriorities) {
      let starts = facts.index.members[queue].compactMap { member in
        facts.operation(member).milestones.started.map { (instant: $0, operation: member) }
      }.sorted { ($0.instant, $0.operation) < ($1.instant, $1.operation) }
      instants = starts.map(\.instant)
      below = Self.levels.map { level in
        var counts: [Int32] = [0]
        counts.reserveCapacity(starts.count + 1)
        for (number, start) in starts.enumerated() {
          let isBelow = priorities.range(of: start.operation).upperBound < level
          counts.append(counts[number] + (isBelow ? 1 : 0))
        }
        return counts
      }
    }

    func count(after begin: TraceInstant, before end: TraceInstant, below priority: Int8) -> Int {
      // A priority between two levels is taken for the lower one.
      guard let level = Self.levels.lastIndex(where: { $0 <= priority }) else { return 0 }
      let first = instants.partitioningIndex { $0 > begin }
      let last = instants.partitioningIndex { $0 >= end }
      return first < last ? Int(below[level][last] - below[level][first]) : 0
    }
  }
}
