package import TraceEvents
package import TraceModel

/// The time of each operation's execution, divided at every moment among the operations that executed then.
///
/// What executes alone gets the whole of the time, one of four a quarter of it: so the times add up to the time in which
/// anything executed.
package struct WeightedTime: Sendable {
  /// The nanoseconds of each operation, by its position in the trace.
  package let nanoseconds: [UInt64]

  /// The time in which anything executed: the sum of the others.
  package let total: UInt64

  /// Finds the times by going over all starts and ends in the order of time.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - span: The part of it to look at; nil for all.
  package init(of trace: Trace, within span: ClosedRange<TraceInstant>? = nil) {
    let count = trace.operations.count
    var moments = [UInt64](repeating: 0, count: 2 * count)
    for (position, operation) in trace.operations.enumerated() {
      let start = operation.execution
      let end = TraceInstant(
        nanoseconds: start.nanoseconds + operation.accounting.executing
      )
      moments[2 * position] = start.clamped(to: span).nanoseconds
      moments[2 * position + 1] = end.clamped(to: span).nanoseconds
    }
    // In parts of a nanosecond so small that what is lost by dividing does not come to half of one.
    var reached = moments.isEmpty ? [] : [UInt128](repeating: 0, count: 2 * count)
    var (share, busy): (UInt128, UInt64) = (0, 0)
    var (last, executing) = (UInt64(0), UInt128(0))
    for number in TimeOrder.ascending(moments) {
      let moment = moments[Int(number)]
      if executing > 0, moment > last {
        share += UInt128(moment - last) << Self.fraction / executing
        busy += moment - last
      }
      last = moment
      reached[Int(number)] = share
      // An execution that took no time ends when it begins: its two moments come one after the other.
      if number.isMultiple(of: 2) { executing += 1 } else { executing -= 1 }
    }
    var (sum, before): (UInt128, UInt64) = (0, 0)
    nanoseconds = (0..<count).map { position in
      sum += reached[2 * position + 1] - reached[2 * position]
      // Rounded as they are summed up, they still add up to whole nanoseconds.
      let after = UInt64((sum + Self.half) >> Self.fraction)
      defer { before = after }
      return after - before
    }
    total = busy
  }

  private static let fraction: UInt128 = 63
  private static let half: UInt128 = 1 << 62
}
