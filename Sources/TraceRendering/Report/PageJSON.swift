/// A value of JSON, whose text may stand within a script element of a page as well as in a file.
indirect enum PageJSON: Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([PageJSON])
  /// Fields in the order in which they are written.
  case object([Field])

  /// A field of an object.
  struct Field: Hashable {
    var name: String
    var value: PageJSON
  }

  /// The text, without a space or a line break between its parts.
  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (place, field) in fields.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a string in which nothing ends a script element or a comment of a page, and nothing that can't be seen.
  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": bytes += #"\""#.utf8
      case "\\": bytes += #"\\"#.utf8
      case "<", ">", "&", "\u{7F}"..."\u{9F}", "\u{AD}", "\u{200B}"..."\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2060}"..."\u{206F}", "\u{FEFF}", "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar) ?? .init()
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension PageJSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  init(dictionaryLiteral elements: (String, PageJSON)...) {
    self = .object(elements.map { Field(name: $0.0, value: $0.1) })
  }

  init(arrayLiteral elements: PageJSON...) {
    self = .array(elements)
  }

  /// A whole number.
  init(_ value: Int) {
    self = .integer(Int64(value))
  }

  /// A length of time in nanoseconds; one that JavaScript could not hold is cut.
  init(_ nanoseconds: UInt64) {
    self = .integer(Int64(min(nanoseconds, UInt64(ReportColumn.largest))))
  }

  /// Texts.
  init(_ strings: [String]) {
    self = .array(strings.map { .string($0) })
  }

  /// A column.
  init(_ column: ReportColumn) {
    self = .string(column.base64)
  }
}
