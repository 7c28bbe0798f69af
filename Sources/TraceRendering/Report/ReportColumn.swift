/// A column of numbers as the report's page reads it: few characters for numbers that are near the one before.
///
/// Each number is written as a difference, which `Page/columns.js` reads back: seven bits a byte, the lowest first, all in base64. A
/// byte of zero alone stands for no number; any other is the difference shifted by one bit, with a lowest bit that is set
/// where it is not negative. A zero that is written in two bytes says that what stands before it comes again; how often, follows.
struct ReportColumn {
  /// How many numbers it has.
  private(set) var count = 0

  private var bytes: [UInt8] = []
  private var last: Int64 = 0
  private var lastCode: UInt64?
  private var repetitions: UInt64 = 0

  /// The largest number that JavaScript counts up to without a gap: as nanoseconds, 104 days.
  static let largest: Int64 = 1 << 53 - 1

  /// Adds a number as a difference to the last one there.
  mutating func add(_ number: Int64?) {
    let number = number.map { min(max($0, -Self.largest), Self.largest) }
    addDifference(number.map { $0 - last })
    if let number { last = number }
  }

  /// Adds a number as a difference to the last one there.
  mutating func add(_ number: Int?) {
    add(number.map(Int64.init))
  }

  /// Adds a difference, whatever it is to.
  mutating func addDifference(_ difference: Int64?) {
    count += 1
    let code = difference.map { $0.magnitude << 1 | ($0 < 0 ? 0 : 1) } ?? 0
    if code == lastCode {
      repetitions += 1
    } else {
      Self.end(repetitions, of: lastCode, in: &bytes)
      Self.append(code, to: &bytes)
      (lastCode, repetitions) = (code, 0)
    }
  }

  private static func append(_ code: UInt64, to bytes: inout [UInt8]) {
    var rest = code
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes how often the last number comes again, in the shorter way.
  private static func end(_ repetitions: UInt64, of code: UInt64?, in bytes: inout [UInt8]) {
    guard let code, repetitions > 0 else { return }
    var (plain, counted): ([UInt8], [UInt8]) = ([], [0x80, 0x00])
    append(code, to: &plain)
    append(repetitions, to: &counted)
    if plain.count * Int(repetitions) > counted.count {
      bytes += counted
    } else {
      for _ in 0..<repetitions { bytes += plain }
    }
  }

  /// The column as text.
  var base64: String {
    var whole = bytes
    Self.end(repetitions, of: lastCode, in: &whole)
    return Base64.text(whole)
  }
}

/// Moments of operations in columns: in each row, each is a difference to the last one there of the columns before it.
///
/// The first of a row is a difference to the first of the row before.
struct MomentColumns {
  private var columns: [ReportColumn]
  private var first: Int64 = 0

  init(count: Int) {
    columns = Array(repeating: ReportColumn(), count: count)
  }

  /// Adds a row; nanoseconds since the recording began.
  mutating func add(_ row: [UInt64?]) {
    var last = first
    var isFirst = true
    for (place, moment) in row.enumerated() {
      let moment = moment.map { Int64(min($0, UInt64(ReportColumn.largest))) }
      columns[place].addDifference(moment.map { $0 - last })
      guard let moment else { continue }
      last = moment
      if isFirst { first = moment }
      isFirst = false
    }
  }

  /// The columns as text.
  var base64: [String] {
    columns.map(\.base64)
  }
}
