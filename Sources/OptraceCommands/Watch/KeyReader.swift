import TraceRendering

/// Makes keys out of the bytes that a terminal sends.
struct KeyReader {
  private var pending: [UInt8] = []

  /// Whether the beginning of a key is held back until its rest comes.
  var isWaiting: Bool {
    !pending.isEmpty
  }

  /// The keys that are complete with these bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [WatchKey] {
    pending += bytes
    var keys: [WatchKey] = []
    while !pending.isEmpty {
      switch next() {
      case .key(let key, let count):
        pending.removeFirst(count)
        if let key { keys.append(key) }
      case .incomplete:
        return keys
      }
    }
    return keys
  }

  /// What was held back, when nothing came after it: a lone escape is the key of that name.
  mutating func flush() -> [WatchKey] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  private enum Step {
    /// A key, or nil for what means nothing, and how many bytes it takes.
    case key(WatchKey?, Int)
    case incomplete
  }

  /// The longest sequence that is waited for; what is longer means nothing.
  private static let longest = 32

  private func next() -> Step {
    switch pending[0] {
    case 0x1B: escapeSequence()
    case 0x0D, 0x0A: .key(.enter, 1)
    case 0x7F, 0x08: .key(.backspace, 1)
    case 0x01: .key(.home, 1)
    case 0x05: .key(.end, 1)
    case ..<0x20: .key(nil, 1)
    default: character()
    }
  }

  /// A character of one to four bytes of UTF-8; what is none is passed over.
  private func character() -> Step {
    let length =
      switch pending[0] {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    if length == 0 { return .key(nil, 1) }
    if let wrong = pending.prefix(length).dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return .key(nil, wrong)
    }
    guard pending.count >= length else { return .incomplete }
    guard let text = String(validating: pending[..<length], as: UTF8.self), text.count == 1,
      let character = text.first
    else { return .key(nil, length) }
    return .key(.character(character), length)
  }

  private func escapeSequence() -> Step {
    guard pending.count > 1 else { return .incomplete }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return .incomplete }
      return .key(Self.key(final: pending[2], parameters: []), 3)
    case 0x1B: return .key(.escape, 1)
    // With alt, a key is itself behind an escape; here it means the same.
    default: return .key(nil, 2)
    }
  }

  /// "ESC [", numbers between semicolons, and a last byte that says what it is.
  private func controlSequence() -> Step {
    guard let last = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pending.count > Self.longest ? .key(nil, pending.count) : .incomplete
    }
    let text = String(decoding: pending[2..<last], as: UTF8.self)
    let parameters = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    return .key(Self.key(final: pending[last], parameters: parameters), last + 1)
  }

  private static func key(final: UInt8, parameters: [Int?]) -> WatchKey? {
    let hasModifier = parameters.count > 1 && (parameters[1] ?? 1) > 1
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return hasModifier ? .farRight : .right
    case UInt8(ascii: "D"): return hasModifier ? .farLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "M") where parameters.isEmpty: return .enter
    case UInt8(ascii: "~"):
      switch parameters.first ?? nil {
      case 1, 7: return .home
      case 4, 8: return .end
      case 5: return .pageUp
      case 6: return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}
