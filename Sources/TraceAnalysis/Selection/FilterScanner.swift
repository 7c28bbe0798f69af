/// Takes a filter apart into words and signs, each with its place.
struct FilterScanner {
  private let characters: [Character]
  private let text: String
  private(set) var position = 0

  /// A word or a sign.
  struct Token: Hashable {
    var kind: Kind
    /// Where it begins, in characters.
    var position: Int

    enum Kind: Hashable {
      case open, close
      case and, or, not
      /// A word without quotation marks.
      case word(String)
      /// What stands in quotation marks.
      case quoted(String)
      /// A colon behind a word.
      case colon
      case comparison(FilterComparison)
      case end
    }
  }

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// The next word or sign.
  mutating func next() throws(FilterError) -> Token {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    let start = position
    guard position < characters.count else { return Token(kind: .end, position: start) }
    let character = characters[position]
    if let sign = Self.signs[character] {
      position += 1
      // "&&" and "||" are what programmers type.
      if character == "&" || character == "|", peek == character { position += 1 }
      return Token(kind: sign, position: start)
    }
    if character == "<" || character == ">" || character == "=" {
      return Token(kind: .comparison(comparison()), position: start)
    }
    if character == "\"" || character == "'" {
      return Token(kind: .quoted(try quotation(character, from: start)), position: start)
    }
    let word = self.word()
    switch word.lowercased() {
    case "and": return Token(kind: .and, position: start)
    case "or": return Token(kind: .or, position: start)
    case "not": return Token(kind: .not, position: start)
    default: return Token(kind: .word(word), position: start)
    }
  }

  private static let signs: [Character: Token.Kind] = [
    "(": .open, ")": .close, "!": .not, "&": .and, "|": .or, ":": .colon,
  ]

  private var peek: Character? {
    position < characters.count ? characters[position] : nil
  }

  private mutating func comparison() -> FilterComparison {
    let first = characters[position]
    position += 1
    guard peek == "=" else {
      return first == "<" ? .less : first == ">" ? .greater : .equal
    }
    position += 1
    return first == "<" ? .lessOrEqual : first == ">" ? .greaterOrEqual : .equal
  }

  private mutating func quotation(_ mark: Character, from start: Int) throws(FilterError) -> String
  {
    position += 1
    var content = ""
    while let character = peek {
      position += 1
      if character == mark { return content }
      // A backslash takes the mark, or itself, into the text.
      if character == "\\", let next = peek, next == mark || next == "\\" {
        position += 1
        content.append(next)
      } else {
        content.append(character)
      }
    }
    throw FilterError(text: text, position: start, reason: "this quotation mark is never closed")
  }

  private mutating func word() -> String {
    var word = ""
    while let character = peek, !character.isWhitespace, !Self.ends.contains(character) {
      word.append(character)
      position += 1
    }
    return word
  }

  private static let ends: Set<Character> = ["(", ")", ":", "<", ">", "=", "\"", "&", "|", "!"]
}
