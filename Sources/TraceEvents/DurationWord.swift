/// Lengths of time as people type them into settings, such as "500ms", "1.5s" or "2min".
package enum DurationWord {
  /// What to say to someone who typed something else.
  package static let expected = "a length of time such as 100us, 500ms, 5s or 2min"

  /// Reads a length of time: a number, which may have decimals, and a unit, with or without spaces between them.
  ///
  /// - Returns: The length in whole nanoseconds; nil when it is none, has no unit, or is longer than some 290 years.
  package static func duration(_ word: String) -> Duration? {
    let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let name = word.dropFirst(number.count).drop { $0 == " " }
    guard let unit = units.first(where: { $0.names.contains(String(name)) }) else { return nil }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap({ Int64($0) }) else { return nil }
    let (product, overflows) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflows else { return nil }
    guard parts.count == 2 else { return .nanoseconds(product) }
    // Ten decimals of an hour are less than a microsecond apart.
    guard (1...10).contains(parts[1].count), let decimals = Double("0.\(parts[1])") else {
      return nil
    }
    let fraction = Int64((decimals * Double(unit.nanoseconds)).rounded())
    let (sum, isTooLong) = product.addingReportingOverflow(fraction)
    return isTooLong ? nil : .nanoseconds(sum)
  }

  /// A length of time as it would be typed: a whole number of the largest unit that it is one of, such as "5s" or "1500ms".
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let nanoseconds = overflows ? .max : whole + attoseconds / 1_000_000_000
    if nanoseconds == 0 { return "0s" }
    // Nobody would call five minutes 300 s, nor 90 minutes one and a half hours.
    let unit = units.last { nanoseconds.isMultiple(of: $0.nanoseconds) } ?? units[0]
    return "\(nanoseconds / unit.nanoseconds)\(unit.names[0])"
  }

  /// The units from the shortest to the longest; the first of the names is the one that is written.
  private static let units: [(names: [String], nanoseconds: Int64)] = [
    (["ns"], 1),
    (["us", "µs", "μs"], 1_000),
    (["ms"], 1_000_000),
    (["s", "sec"], 1_000_000_000),
    (["min"], 60_000_000_000),
    (["h"], 3_600_000_000_000),
  ]
}
