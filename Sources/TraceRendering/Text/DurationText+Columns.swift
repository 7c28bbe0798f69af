package import TraceAnalysis

extension DurationText {
  /// A length of time in a charset: without the Greek letter where it can't be shown.
  static func short(_ nanoseconds: UInt64, charset: TextStyle.Charset) -> String {
    short(nanoseconds, ascii: charset == .ascii)
  }

  /// A moment in seconds with 1 to 9 decimals, such as "12.345678", to be read in columns.
  package static func seconds(_ nanoseconds: UInt64, decimals: Int) -> String {
    let unit = (decimals..<9).reduce(into: UInt64(1)) { unit, _ in unit *= 10 }
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: unit)
    let parts = remainder >= unit - remainder ? quotient + 1 : quotient
    let partsInSecond = 1_000_000_000 / unit
    let fraction = String(parts % partsInSecond)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(parts / partsInSecond).\(zeros)\(fraction)"
  }
}
