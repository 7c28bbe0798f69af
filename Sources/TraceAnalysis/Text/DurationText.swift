/// Lengths of time in words: three digits and the unit in which they read best.
package enum DurationText {
  /// A length of time, such as "850 ns", "12.3 µs", "84.0 ms", "1.24 s", "2 min 3 s" or "3 h 12 min".
  ///
  /// Rounds to the nearest value with three digits, from a minute on to seconds, from an hour on to minutes. In ASCII, "us"
  /// stands for "µs".
  package static func short(_ nanoseconds: UInt64, ascii: Bool = false) -> String {
    switch nanoseconds {
    case 0:
      "0 ms"
    case ..<1_000:
      "\(nanoseconds) ns"
    case ..<999_500:
      threeDigits(nanoseconds, unit: 1_000) + (ascii ? " us" : " µs")
    case ..<999_500_000:
      threeDigits(nanoseconds, unit: 1_000_000) + " ms"
    case ..<59_950_000_000:
      threeDigits(nanoseconds, unit: 1_000_000_000) + " s"
    default:
      long(seconds: rounded(nanoseconds, to: 1_000_000_000))
    }
  }

  private static func long(seconds: UInt64) -> String {
    let minutes = seconds < 3_600 ? seconds / 60 : rounded(seconds, to: 60)
    let (hours, days) = (minutes / 60, minutes / 1_440)
    return switch minutes {
    case ..<60: pair(minutes, "min", seconds % 60, "s")
    case ..<2_880: pair(hours, "h", minutes % 60, "min")
    default: pair(days, "d", hours % 24, "h")
    }
  }

  private static func pair(
    _ large: UInt64,
    _ largeUnit: String,
    _ small: UInt64,
    _ smallUnit: String
  ) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
  }

  /// The value in the unit, with three digits; it must round to less than 1,000 units.
  private static func threeDigits(_ value: UInt64, unit: UInt64) -> String {
    for decimals in [2, 1] {
      let scale: UInt64 = decimals == 2 ? 100 : 10
      let scaled = rounded(value, to: unit / scale)
      guard scaled < 1_000 else { continue }
      let fraction = String(scaled % scale)
      let zeros = String(repeating: "0", count: decimals - fraction.count)
      return "\(scaled / scale).\(zeros)\(fraction)"
    }
    return String(rounded(value, to: unit))
  }

  /// How many units the value is, rounded half up.
  private static func rounded(_ value: UInt64, to unit: UInt64) -> UInt64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
    return remainder >= unit - remainder ? quotient + 1 : quotient
  }
}
