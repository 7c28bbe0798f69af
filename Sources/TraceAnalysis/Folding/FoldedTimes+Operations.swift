import TraceEvents
import TraceModel

extension FoldedTimes {
  /// The times of some operations of a trace, in time linear in their number but for the order of their executions.
  init(of positions: [Int], in trace: Trace) {
    self.init()
    var executions: [UInt64] = []
    executions.reserveCapacity(positions.count)
    begin = TraceInstant(nanoseconds: .max)
    for position in positions {
      let accounting = trace.operations[position].accounting
      let milestones = trace.operations[position].milestones
      total = total.addingClamped(accounting.executing)
      waited = waited.addingClamped(accounting.waiting)
      if executions.isEmpty || accounting.executing > longest {
        longest = accounting.executing
        slowest = position
      }
      executions.append(accounting.executing)
      begin = min(begin, milestones.enqueued ?? milestones.started ?? milestones.seen)
      if let started = milestones.started { start = min(start ?? started, started) }
      end = max(end, milestones.finished ?? trace.end)
    }
    if executions.isEmpty { begin = .zero }
    median = executions.isEmpty ? 0 : executions.value(ofRank: executions.count / 2)
    histogram = Self.histogram(executions)
  }

  /// The number of bars of a histogram.
  static let bars = 5

  /// How many of the values lie in each span; the spans grow by the same ratio, as times differ by it.
  private static func histogram(_ values: [UInt64]) -> [Int] {
    guard let first = values.min(), let last = values.max() else { return [] }
    // Below a microsecond no difference counts.
    let (shortest, longest) = (Double(max(first, 1_000)), Double(max(last, 1_000)))
    var counts = [Int](repeating: 0, count: bars)
    let range = longest / shortest
    for value in values {
      let ratio = Double(max(value, 1_000)) / shortest
      let place = range > 1 ? logarithm(ratio, range: range) : bars / 2
      counts[place] += 1
    }
    return counts
  }

  /// In which of the spans from 1 to a range a ratio lies.
  private static func logarithm(_ ratio: Double, range: Double) -> Int {
    // Without a logarithm of the standard library: each span ends where the fifth root, taken so often, does.
    var place = 0
    var power = ratio * ratio * ratio * ratio * ratio
    while place < bars - 1, power >= range {
      power /= range
      place += 1
    }
    return place
  }
}
