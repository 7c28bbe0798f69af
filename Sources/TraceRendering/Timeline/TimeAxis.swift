package import TraceEvents

/// A time axis of so many columns, with ticks at round moments.
package struct TimeAxis {
  let span: RunSpan
  let columns: Int

  /// The ticks from left to right.
  package private(set) var ticks: [Tick] = []

  /// A labelled moment.
  package struct Tick: Hashable {
    /// Its column, from zero.
    package var column: Int
    /// The moment.
    package var instant: TraceInstant
    /// The moment in words.
    package var label: String
  }

  /// Makes an axis of at least one column.
  package init(_ span: RunSpan, columns: Int, charset: TextStyle.Charset) {
    self.span = span
    self.columns = columns
    let steps = TimeAxis.steps.filter { span.nanoseconds / $0 <= UInt64(columns) / 3 }
    // Labels stand well apart, unless that leaves an axis without a scale.
    for gap in [2, 1] where ticks.count < 2 {
      let step = steps.first { step in
        TimeAxis.haveRoom(makeTicks(step: step, charset: charset), gap: gap)
      }
      ticks = step.map { makeTicks(step: $0, charset: charset) } ?? []
    }
  }

  /// The column in which a moment stands.
  func column(of instant: TraceInstant) -> Int {
    min(columns - 1, Int(span.position(of: instant) * Double(columns)))
  }

  private func makeTicks(step: UInt64, charset: TextStyle.Charset) -> [Tick] {
    var ticks: [Tick] = []
    var moment = span.start.nanoseconds
    if !moment.isMultiple(of: step) { moment = (moment / step + 1) &* step }
    while moment >= span.start.nanoseconds, moment <= span.end.nanoseconds {
      let label = TimeAxis.label(
        moment,
        step: step,
        last: span.end.nanoseconds,
        charset: charset
      )
      let instant = TraceInstant(nanoseconds: moment)
      let position = Int(span.position(of: instant) * Double(columns))
      if position < columns { ticks.append(Tick(column: position, instant: instant, label: label)) }
      let (next, overflows) = moment.addingReportingOverflow(step)
      if overflows { break }
      moment = next
    }
    return ticks
  }

  private static func haveRoom(_ ticks: [Tick], gap: Int) -> Bool {
    zip(ticks, ticks.dropFirst()).allSatisfy { tick, next in
      next.column - tick.column >= DisplayWidth.of(tick.label) + gap
    }
  }

  /// A moment in the unit that suits the last one, with as many decimals as tell two ticks apart.
  private static func label(
    _ moment: UInt64,
    step: UInt64,
    last: UInt64,
    charset: TextStyle.Charset
  ) -> String {
    if moment == 0 { return "0" }
    if step >= 1_000_000_000, last >= 600_000_000_000 {
      return clock(moment)
    }
    let micro = charset == .ascii ? "us" : "µs"
    let units: [(UInt64, String)] = [
      (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, micro), (1, "ns"),
    ]
    let (unit, name) = units.first { last >= $0.0 } ?? (1, "ns")
    var decimals = ""
    var remainder = moment % unit
    var place = unit
    while place > 1, !step.isMultiple(of: place) {
      place /= 10
      decimals += String(remainder / place)
      remainder %= place
    }
    return "\(moment / unit)\(decimals.isEmpty ? "" : "." + decimals) \(name)"
  }

  /// A moment beyond ten minutes, as "1:02:03" or "12:30".
  private static func clock(_ moment: UInt64) -> String {
    let seconds = moment / 1_000_000_000
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60)) h" : "\(minutes):\(two(seconds % 60)) min"
  }

  /// Steps that people count in, in nanoseconds.
  private static let steps: [UInt64] = {
    var steps: [UInt64] = []
    var power: UInt64 = 1
    while power <= 10_000_000_000 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    // Up to 50 seconds in tens; minutes, hours and days have steps of their own.
    steps.removeAll { $0 > 20_000_000_000 }
    let seconds: [UInt64] = [
      30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800, 604_800,
      2_592_000, 31_536_000, 315_360_000, 3_153_600_000,
    ]
    return steps + seconds.map { $0 * 1_000_000_000 }
  }()
}
