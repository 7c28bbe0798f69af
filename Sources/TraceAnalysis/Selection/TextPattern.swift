/// A text or a pattern that texts are compared with, in upper or lower case.
///
/// A pattern has `*` for any text and `?` for any one character, and is meant for the whole of a text. A text without them, or
/// in quotation marks, may stand anywhere in it, but for a number, which is not found in a longer one: `load 1` is not in
/// `load 12`.
struct TextPattern: Hashable, Sendable {
  private let pieces: [Piece<Character>]
  /// The same for texts of ASCII, which most are; nil when the pattern is of none.
  private let bytes: [Piece<UInt8>]?

  private enum Piece<Element: Hashable & Sendable>: Hashable, Sendable {
    case anyText
    case anyOne
    case one(Element)
    /// Takes nothing, and is no place in the middle of a number.
    case edgeOfNumber
  }

  /// A text that may stand anywhere.
  init(containing text: String) {
    self.init(
      [.anyText, .edgeOfNumber] + text.lowercased().map { .one($0) } + [.edgeOfNumber, .anyText]
    )
  }

  /// The whole of a text, in which `*` and `?` are no signs.
  init(exactly text: String) {
    self.init(text.lowercased().map { .one($0) })
  }

  /// A text, or a pattern if there are signs of one in it.
  init(_ word: String) {
    guard word.contains(where: { $0 == "*" || $0 == "?" }) else {
      self.init(containing: word)
      return
    }
    self.init(
      word.lowercased().map { $0 == "*" ? .anyText : $0 == "?" ? .anyOne : .one($0) }
    )
  }

  private init(_ pieces: [Piece<Character>]) {
    self.pieces = pieces
    var bytes: [Piece<UInt8>]? = []
    for piece in pieces {
      switch piece {
      case .anyText: bytes?.append(.anyText)
      case .anyOne: bytes?.append(.anyOne)
      case .edgeOfNumber: bytes?.append(.edgeOfNumber)
      case .one(let character):
        if let byte = character.asciiValue { bytes?.append(.one(byte)) } else { bytes = nil }
      }
    }
    self.bytes = bytes
  }

  /// Whether a text is like the pattern.
  func matches(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return Self.matches(Array(text.lowercased()), pieces) { $0.isASCII && $0.isNumber }
    }
    guard let bytes else { return false }
    let lowercased = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return Self.matches(lowercased, bytes) { (0x30...0x39).contains($0) }
  }

  /// Takes at most the product of both lengths: where what follows a `*` does not fit, only the last `*` takes more.
  private static func matches<Element>(
    _ text: [Element],
    _ pieces: [Piece<Element>],
    isDigit: (Element) -> Bool
  ) -> Bool {
    func isInNumber(_ place: Int) -> Bool {
      place > 0 && place < text.count && isDigit(text[place - 1]) && isDigit(text[place])
    }
    var (piece, place) = (0, 0)
    var retry: (piece: Int, place: Int)?
    while place < text.count {
      if piece < pieces.count, pieces[piece] == .edgeOfNumber, !isInNumber(place) {
        piece += 1
      } else if piece < pieces.count, pieces[piece] == .anyText {
        retry = (piece, place)
        piece += 1
      } else if piece < pieces.count,
        pieces[piece] == .anyOne || pieces[piece] == .one(text[place])
      {
        piece += 1
        place += 1
      } else if let last = retry {
        retry = (last.piece, last.place + 1)
        (piece, place) = (last.piece + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .anyText || $0 == .edgeOfNumber }
  }
}
