import TraceAnalysis

/// A unit and a number of decimals in which all times of an account are given, so that what is printed adds up.
///
/// Moments are rounded, and lengths are taken between rounded moments: whatever is cut into parts, the printed parts add up to
/// the printed whole, and each is less than one step of the last decimal away from the truth.
struct TimeScale: Hashable {
  /// The unit, such as "ms".
  let unit: String

  private let decimals: Int
  /// How many nanoseconds a step of the last decimal is.
  private let step: UInt64

  /// The scale for a length of time that is told in so many parts.
  ///
  /// From a microsecond on it has three decimals at least, and more where many parts are short.
  init(_ nanoseconds: UInt64, parts: Int, charset: TextStyle.Charset) {
    let (unit, size): (String, Int) =
      switch nanoseconds {
      case ..<1_000: ("ns", 0)
      case ..<1_000_000: (charset == .ascii ? "us" : "µs", 3)
      case ..<10_000_000_000: ("ms", 6)
      default: ("s", 9)
      }
    self.unit = unit
    let mean = nanoseconds / UInt64(max(1, parts))
    var decimals = min(3, size)
    while decimals < size, Self.power(size - decimals) * 100 > mean { decimals += 1 }
    self.decimals = decimals
    step = Self.power(size - decimals)
  }

  /// A moment, rounded to steps.
  func steps(_ nanoseconds: UInt64) -> UInt64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: step)
    return remainder >= step - remainder ? quotient + 1 : quotient
  }

  /// A number of steps in the unit, such as "1,834.553".
  func text(steps: UInt64) -> String {
    let (whole, rest) = steps.quotientAndRemainder(dividingBy: Self.power(decimals))
    guard decimals > 0 else { return CountText.grouped(whole) }
    let digits = String(rest)
    let zeros = String(repeating: "0", count: decimals - digits.count)
    return "\(CountText.grouped(whole)).\(zeros)\(digits)"
  }

  /// A length of time by itself in the unit.
  func text(_ nanoseconds: UInt64) -> String {
    text(steps: steps(nanoseconds))
  }

  private static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

/// Shares of a whole in percent that add up to 100.0 as they are printed.
enum ShareText {
  /// Each part's share, such as "12.3 %"; of nothing each is "0.0 %".
  static func percents(_ parts: [UInt64]) -> [String] {
    let total = parts.reduce(0.0) { $0 + Double($1) }
    var sum = 0.0
    var before = 0
    return parts.map { part in
      sum += Double(part)
      let after = total > 0 ? Int((sum / total * 1_000).rounded()) : 0
      defer { before = after }
      return text(perMille: after - before)
    }
  }

  private static func text(perMille: Int) -> String {
    "\(perMille / 10).\(perMille % 10) %"
  }
}
