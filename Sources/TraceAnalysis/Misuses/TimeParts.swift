import TraceEvents

/// How many of some moments lie in each quarter of a span of time.
struct TimeParts: Sendable {
  /// The counts, in the order of time.
  private(set) var counts = [Int](repeating: 0, count: 4)

  /// Counts the moments within a span; those outside of it are left out.
  init(_ moments: some Sequence<TraceInstant>, from start: TraceInstant, to end: TraceInstant) {
    let length = Double(max(1, end.nanoseconds(since: min(start, end))))
    for moment in moments where start <= moment && moment <= end {
      let share = Double(moment.nanoseconds(since: start)) / length
      counts[min(counts.count - 1, Int(share * Double(counts.count)))] += 1
    }
  }

  /// The sum of the counts.
  var total: Int {
    counts.reduce(0, +)
  }

  /// Whether each part has at least a quarter of its fair share.
  var areSpread: Bool {
    counts.allSatisfy { $0 > 0 && $0 * counts.count * 4 >= total }
  }
}
