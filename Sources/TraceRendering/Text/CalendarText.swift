/// Moments of the calendar in words.
package enum CalendarText {
  /// A moment as "2026-11-30 08:18:00 UTC" or, with decimals, "2026-11-30 08:18:00.123 UTC", in the Gregorian calendar.
  package static func utc(unixNanoseconds: UInt64, decimals: Int = 0) -> String {
    let seconds = unixNanoseconds / 1_000_000_000
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = date(daysSince1970: days)
    let time = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    var fraction = ""
    if decimals > 0 {
      let digits = String(unixNanoseconds % 1_000_000_000 + 1_000_000_000).dropFirst()
      fraction = "." + digits.prefix(decimals)
    }
    return "\(date.year)-\(two(date.month))-\(two(date.day)) \(time)\(fraction) UTC"
  }

  /// How many days after 1970-01-01 a day is; nil for one that there is not.
  package static func days(year: UInt64, month: UInt64, day: UInt64) -> UInt64? {
    guard (1970...2553).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    var days = (1970..<year).reduce(UInt64(0)) { $0 + length(ofYear: $1) } + day - 1
    for length in lengthsOfMonths(inYear: year).prefix(Int(month) - 1) { days += length }
    // What is beyond the month's end comes back as a day of the next one.
    let date = date(daysSince1970: days)
    return date.month == month && date.day == day ? days : nil
  }

  private static func date(daysSince1970: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
    var days = daysSince1970
    var year: UInt64 = 1970
    // Unsigned nanoseconds end in 2554, so this loop is short.
    while days >= length(ofYear: year) {
      days -= length(ofYear: year)
      year += 1
    }
    var month: UInt64 = 1
    for length in lengthsOfMonths(inYear: year).dropLast() {
      guard days >= length else { break }
      days -= length
      month += 1
    }
    return (year, month, days + 1)
  }

  private static func lengthsOfMonths(inYear year: UInt64) -> [UInt64] {
    [31, length(ofYear: year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  private static func length(ofYear year: UInt64) -> UInt64 {
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    return isLeap ? 366 : 365
  }

  private static func two(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
