import TraceRendering

/// A value in a file of settings, before it is known whether it makes sense there.
enum SettingsValue: Decodable, Hashable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([SettingsValue])
  case object([String: SettingsValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([SettingsValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: SettingsValue].self))
    }
  }

  /// The value in one word or two, for a message: what was written, or what kind of value it is.
  var words: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list: "a list"
    case .object: "an object"
    }
  }
}
