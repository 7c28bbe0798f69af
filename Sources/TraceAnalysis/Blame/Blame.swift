package import TraceEvents
package import TraceModel

/// Which operations took most, alone or together with others like them.
package struct Blame: Sendable {
  /// The trace.
  package let trace: Trace

  /// What they took is measured by.
  package let measure: Measure

  /// What it comes to for each operation, by position, in nanoseconds.
  package let values: [UInt64]

  /// The operations by position or the groups of them, those that took most first.
  package let entries: [Entry]

  /// The sum of all entries.
  package let total: UInt64

  /// The time in which anything executed, of whatever operation.
  package let busy: UInt64

  /// What an operation took.
  package enum Measure: String, Hashable, Sendable, CaseIterable {
    /// From `start()` to its finish, or to the trace's end.
    case execution
    /// From its enqueue to its start.
    case wait
    /// Its execution, divided at every moment by how many executed then.
    case weighted
  }

  /// Which operations stand together.
  package enum Grouping: String, Hashable, Sendable, CaseIterable {
    /// Those of one class.
    case `class`
    /// Those whose names differ only in numbers.
    case name
  }

  /// An operation, or several that stand together.
  package struct Entry: Hashable, Sendable {
    /// The class or pattern that they have in common; nil for an operation by itself.
    package var label: String?
    /// How many there are.
    package var count: Int
    /// What they took.
    package var total: UInt64
    /// What one took in the median; of an even number the mean of the two in the middle.
    package var median: UInt64
    /// The position of the one that took most.
    package var slowest: Int
  }

  /// Measures operations and puts them in order, in time nearly linear in their number.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - positions: The operations to blame. Others count only as what executed beside them.
  ///   - measure: What they are measured by.
  ///   - grouping: Which ones stand together; nil for each by itself.
  ///   - span: The part of the run in which it counts what they took; nil for all.
  package init(
    _ trace: Trace,
    positions: [Int],
    by measure: Measure,
    grouping: Grouping?,
    within span: ClosedRange<TraceInstant>? = nil
  ) {
    self.trace = trace
    self.measure = measure
    let weighted = WeightedTime(of: trace, within: span)
    busy = weighted.total
    let values: [UInt64] =
      switch measure {
      case .execution: trace.operations.map { $0.accounting(within: span).executing }
      case .wait: trace.operations.map { $0.accounting(within: span).waiting }
      case .weighted: weighted.nanoseconds
      }
    self.values = values
    var entries: [Entry]
    if let grouping {
      entries = Self.groups(positions, in: trace, by: grouping).map { label, members in
        Entry(label, members, values: values)
      }
    } else {
      entries = positions.map { position in
        let value = values[position]
        return Entry(label: nil, count: 1, total: value, median: value, slowest: position)
      }
    }
    entries.sort { a, b in
      if a.total != b.total { return a.total > b.total }
      return (a.label ?? "", a.slowest) < (b.label ?? "", b.slowest)
    }
    self.entries = entries
    total = entries.reduce(0) { $0.addingClamped($1.total) }
  }

  /// The operations that stand together, in the order of first sight.
  private static func groups(
    _ positions: [Int],
    in trace: Trace,
    by grouping: Grouping
  ) -> [(label: String, members: [Int])] {
    var groups: [(label: String, members: [Int])] = []
    var numbers: [String: Int] = [:]
    for position in positions {
      let operation = trace.operations[position]
      let label =
        switch grouping {
        case .class: operation.isBarrier ? "barrier" : operation.className
        case .name: NamePattern(operation.displayName).text
        }
      if let number = numbers[label] {
        groups[number].members.append(position)
      } else {
        numbers[label] = groups.count
        groups.append((label, [position]))
      }
    }
    return groups
  }
}

extension Blame {
  /// What the entries from a place on took together.
  package func total(from place: Int) -> UInt64 {
    entries.dropFirst(place).reduce(0) { $0.addingClamped($1.total) }
  }

  /// The share of an amount in the whole, from 0 to 1.
  package func share(of amount: UInt64) -> Double {
    total == 0 ? 0 : Double(amount) / Double(total)
  }
}

extension Blame.Entry {
  fileprivate init(_ label: String, _ members: [Int], values: [UInt64]) {
    let ordered = members.map { values[$0] }.sorted()
    let (low, high) = (ordered[(ordered.count - 1) / 2], ordered[ordered.count / 2])
    let most = ordered.last ?? 0
    self.init(
      label: label,
      count: members.count,
      total: ordered.reduce(0) { $0.addingClamped($1) },
      median: low + (high - low) / 2,
      slowest: members.first { values[$0] == most } ?? members[0]
    )
  }
}

extension TracedOperation {
  /// How its time within a part of the run is accounted for; that of all of it where there is no part.
  fileprivate func accounting(within span: ClosedRange<TraceInstant>?) -> TimeAccounting {
    guard let span else { return accounting }
    return intervals.reduce(into: TimeAccounting()) { accounting, interval in
      let (start, end) = (interval.start.clamped(to: span), interval.end.clamped(to: span))
      accounting[interval.state] += end.nanoseconds(since: start)
    }
  }
}

extension TraceInstant {
  /// The moment, or the end of a part of the run that is nearer to it.
  func clamped(to span: ClosedRange<TraceInstant>?) -> TraceInstant {
    span.map { min(max(self, $0.lowerBound), $0.upperBound) } ?? self
  }
}
