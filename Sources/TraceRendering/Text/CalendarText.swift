/// Moments of the calendar in words.
package enum CalendarText {
  /// A moment as "2026-11-30 08:18:00 UTC", in the Gregorian calendar.
  package static func utc(unixNanoseconds: UInt64) -> String {
    let seconds = unixNanoseconds / 1_000_000_000
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = date(daysSince1970: days)
    let time = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    return "\(date.year)-\(two(date.month))-\(two(date.day)) \(time) UTC"
  }

  private static func date(daysSince1970: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
    var days = daysSince1970
    var year: UInt64 = 1970
    // Unsigned nanoseconds end in 2554, so this loop is short.
    while days >= length(ofYear: year) {
      days -= length(ofYear: year)
      year += 1
    }
    let february: UInt64 = length(ofYear: year) - 337
    var month: UInt64 = 1
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] where days >= length {
      days -= length
      month += 1
    }
    return (year, month, days + 1)
  }

  private static func length(ofYear year: UInt64) -> UInt64 {
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    return isLeap ? 366 : 365
  }

  private static func two(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
