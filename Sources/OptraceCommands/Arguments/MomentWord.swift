import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// A moment of a trace as people type it, such as "1.25s", "-2s", "12:03:04.5" or "end".
enum MomentWord: Hashable {
  /// So long after the beginning, in nanoseconds.
  case offset(UInt64)
  /// So long before the end, in nanoseconds.
  case beforeEnd(UInt64)
  /// A time of day in UTC, in nanoseconds since midnight, on a day counted from 1970-01-01, if one is given.
  case clock(UInt64, day: UInt64?)

  /// What to say to someone who typed something else.
  static let expected = """
    a moment such as 1.25s, 350ms, 2min, 1h, -2s (before the end), 12:03:04.5 (UTC), start or end
    """

  /// Reads a moment; nil when it is none.
  ///
  /// Lengths of time may be written as the timeline writes them: "2 min 3 s", "12:30 min", "1:02:03 h". A number without a
  /// unit is in seconds, as in the log of events. Before a point there may be nothing, and "m" stands for minutes.
  init?(_ word: String) {
    let word = word.lowercased()
    if ["start", "begin", "beginning"].contains(word) {
      self = .offset(0)
    } else if word == "end" {
      self = .beforeEnd(0)
    } else if word.hasPrefix("-") {
      guard let length = Self.length(word.dropFirst()) else { return nil }
      self = .beforeEnd(length)
    } else if let length = Self.length(word[...]) {
      self = .offset(length)
    } else if let clock = Self.clock(word) {
      self = clock
    } else {
      return nil
    }
  }

  private static let second: UInt64 = 1_000_000_000
  private static let day = 86_400 * second

  // MARK: Reading

  /// A length of time of one or more parts, in nanoseconds.
  private static func length(_ word: Substring) -> UInt64? {
    if let seconds = decimal(word) { return seconds }
    for (unit, parts) in [("min", 2), ("h", 3)] where word.hasSuffix(unit) && word.contains(":") {
      let time = word.dropLast(unit.count).trimmingSpaces.split(
        separator: ":",
        omittingEmptySubsequences: false
      )
      guard time.count == parts else { return nil }
      return sexagesimal(time)
    }
    var rest = word.trimmingSpaces
    var total: UInt64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let unit = rest.dropFirst(number.count).drop { $0 == " " }.prefix {
        !$0.isNumber && $0 != " "
      }
      guard !number.isEmpty, !unit.isEmpty else { return nil }
      let part: UInt64
      if unit == "d" {
        guard let days = UInt64(number), days < 100_000 else { return nil }
        part = days * day
      } else {
        let whole = number.first == "." ? "0" : ""
        let name = unit == "m" ? "min" : unit
        guard let duration = DurationWord.duration("\(whole)\(number)\(name)") else { return nil }
        part = UInt64(duration / .nanoseconds(1))
      }
      let (sum, overflows) = total.addingReportingOverflow(part)
      guard !overflows else { return nil }
      total = sum
      rest = rest[unit.endIndex...].drop { $0 == " " }
    }
    return total
  }

  /// A number of seconds with up to nine decimals, in nanoseconds.
  private static func decimal(_ word: Substring) -> UInt64? {
    let word = word.first == "." ? "0\(word)" : word
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = number(parts[0]), whole < 1 << 33 else {
      return nil
    }
    guard parts.count == 2 else { return whole * second }
    guard let fraction = number(parts[1]), parts[1].count <= 9 else { return nil }
    let unit = (parts[1].count..<9).reduce(UInt64(1)) { unit, _ in unit * 10 }
    return whole * second + fraction * unit
  }

  /// Hours, minutes and seconds, of which the last may have decimals, in nanoseconds.
  private static func sexagesimal(_ parts: [Substring]) -> UInt64? {
    guard let last = parts.last, let seconds = decimal(last), seconds < 60 * second else {
      return nil
    }
    var units: UInt64 = 0
    for (position, part) in parts.dropLast().enumerated() {
      guard let value = number(part), value < (position == 0 ? 100_000 : 60) else { return nil }
      units = units * 60 + value
    }
    return units * 60 * second + seconds
  }

  private static func number(_ text: Substring) -> UInt64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt64(text) : nil
  }

  /// A time of day, perhaps behind a date, as the summary writes them.
  private static func clock(_ word: String) -> MomentWord? {
    var time = word[...]
    for suffix in ["utc", "z"] where time.hasSuffix(suffix) {
      time = time.dropLast(suffix.count)
      break
    }
    time = time.trimmingSpaces
    var date: UInt64?
    if let gap = time.firstIndex(where: { $0 == " " || $0 == "t" }) {
      let parts = time[..<gap].split(separator: "-", omittingEmptySubsequences: false).map(number)
      guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
        let days = CalendarText.days(year: year, month: month, day: day)
      else { return nil }
      date = days
      time = time[time.index(after: gap)...]
    }
    var parts = time.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 { parts.append("00") }
    guard parts.count == 3, let nanoseconds = sexagesimal(parts), nanoseconds < day else {
      return nil
    }
    return .clock(nanoseconds, day: date)
  }
}

// MARK: - Where it is in a trace

extension MomentWord {
  /// Why a moment is not one of a trace.
  struct OutOfRange: Error, Hashable {
    /// The reason, safe to show.
    var reason: String
  }

  /// The moment in a trace.
  func instant(in trace: Trace) throws(OutOfRange) -> TraceInstant {
    let end = trace.end.nanoseconds
    let length = DurationText.short(end)
    switch self {
    case .offset(let offset):
      // What is read off a report has been rounded.
      if offset > end, DurationText.short(offset) != length {
        throw OutOfRange(reason: "that is after the end; the recording lasted \(length)")
      }
      return TraceInstant(nanoseconds: min(offset, end))
    case .beforeEnd(let back):
      if back > end, DurationText.short(back) != length {
        throw OutOfRange(reason: "that is before the beginning; the recording lasted \(length)")
      }
      return TraceInstant(nanoseconds: end - min(back, end))
    case .clock(let time, let day):
      return try instant(in: trace, at: time, day: day)
    }
  }

  private func instant(
    in trace: Trace,
    at time: UInt64,
    day: UInt64?
  ) throws(OutOfRange) -> TraceInstant {
    let start = trace.header.startedAtUnixNanoseconds
    guard start > 0 else {
      throw OutOfRange(
        reason: "the recording does not say when it began; give a moment such as 1.25s"
      )
    }
    let (sum, overflows) = start.addingReportingOverflow(trace.end.nanoseconds)
    let end = overflows ? UInt64.max : sum
    let days = day.map { $0...$0 } ?? (start / Self.day)...(end / Self.day)
    let moments = days.lazy.prefix(100_000).compactMap { day -> UInt64? in
      let (midnight, isLate) = day.multipliedReportingOverflow(by: Self.day)
      let (moment, isLater) = midnight.addingReportingOverflow(time)
      guard !isLate, !isLater, start / Self.millisecond * Self.millisecond <= moment, moment <= end
      else { return nil }
      return moment
    }
    let found = Array(moments.prefix(2))
    let began = CalendarText.utc(unixNanoseconds: start, decimals: 3)
    guard let moment = found.first else {
      let ended = CalendarText.utc(unixNanoseconds: end, decimals: 3)
      throw OutOfRange(reason: "the recording went from \(began) to \(ended)")
    }
    guard found.count == 1 else {
      throw OutOfRange(
        reason:
          "the recording has several such moments; give the date, too: \(began.prefix(10)) ..."
      )
    }
    return TraceInstant(nanoseconds: moment > start ? moment - start : 0)
  }

  private static let millisecond: UInt64 = 1_000_000
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
