import TraceEvents
import TraceModel

/// Makes an expression of a filter.
struct FilterParser {
  private let text: String
  private var scanner: FilterScanner
  private var token: FilterScanner.Token
  private var depth = 0

  /// Reads the whole of a filter.
  static func parse(_ text: String) throws(FilterError) -> FilterExpression {
    var parser = try FilterParser(text)
    let expression = try parser.alternatives()
    if parser.token.kind == .close { throw parser.error("there is no ( that this ) closes") }
    return expression
  }

  private init(_ text: String) throws(FilterError) {
    self.text = text
    scanner = FilterScanner(text)
    token = try scanner.next()
  }

  /// More than that nobody types, and deeper ones could exhaust the stack.
  private static let mostDepth = 200

  private mutating func advance() throws(FilterError) {
    token = try scanner.next()
  }

  private func error(_ reason: String, at position: Int? = nil) -> FilterError {
    FilterError(text: text, position: position ?? token.position, reason: reason)
  }

  private mutating func alternatives() throws(FilterError) -> FilterExpression {
    var parts = [try conjunction()]
    while token.kind == .or {
      try advance()
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(FilterError) -> FilterExpression {
    var parts = [try factor()]
    while true {
      switch token.kind {
      case .and:
        try advance()
        parts.append(try factor())
      case .or, .close, .end:
        return parts.count == 1 ? parts[0] : .all(parts)
      default:
        parts.append(try factor())
      }
    }
  }

  private mutating func factor() throws(FilterError) -> FilterExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else { throw error("there are too many parentheses") }
    let start = token.position
    switch token.kind {
    case .not:
      try advance()
      return .not(try factor())
    case .open:
      try advance()
      if token.kind == .close { throw error("there is nothing between the parentheses") }
      let inner = try alternatives()
      guard token.kind == .close else { throw error("this ( is never closed", at: start) }
      try advance()
      return inner
    case .word(let word):
      try advance()
      return try condition(beginningWith: word, at: start)
    case .quoted(let text):
      try advance()
      return .text(.any, TextPattern(containing: text))
    case .end where start == 0 || text.allSatisfy(\.isWhitespace):
      throw error("a filter is missing, such as thumbnail, class:Upload* or execution>20ms")
    case .end, .close, .and, .or:
      throw error("something to look for is missing here")
    case .colon:
      throw error("a field is missing in front of the colon, such as name, class or queue")
    case .comparison:
      throw error("a measure is missing here, such as execution, wait or slack")
    }
  }

  private mutating func condition(
    beginningWith word: String,
    at start: Int
  ) throws(FilterError) -> FilterExpression {
    switch token.kind {
    case .colon:
      try advance()
      return try fieldCondition(word, at: start)
    case .comparison(let comparison):
      try advance()
      if comparison == .equal, let field = FilterField(rawValue: word.lowercased()), field != .any {
        return .text(field, TextPattern(exactly: try value(behind: "\(word)=").text))
      }
      return try measureCondition(word, comparison, at: start)
    default:
      if word.first == "#" { return .number(try number(word.dropFirst(), at: start)) }
      return .text(.any, TextPattern(word))
    }
  }

  private mutating func fieldCondition(
    _ word: String,
    at start: Int
  ) throws(FilterError) -> FilterExpression {
    let position = token.position
    let (value, isQuoted) = try value(behind: "\(word):")
    switch word.lowercased() {
    case "is":
      guard let trait = OperationTrait(rawValue: value.lowercased()) else {
        throw unknown("property", value, among: OperationTrait.allCases.map(\.rawValue), position)
      }
      return .trait(trait)
    case "id":
      return .number(try number(value[...], at: position))
    default:
      guard let field = FilterField(rawValue: word.lowercased()), field != .any else {
        let fields = FilterField.allCases.map(\.rawValue).filter { !$0.isEmpty } + ["is", "id"]
        throw unknown("field", word, among: fields, start)
      }
      return .text(field, isQuoted ? TextPattern(containing: value) : TextPattern(value))
    }
  }

  /// The text behind a field and its sign.
  private mutating func value(
    behind field: String
  ) throws(FilterError) -> (text: String, isQuoted: Bool) {
    let value: (text: String, isQuoted: Bool)
    switch token.kind {
    case .word(let word): value = (word, false)
    case .quoted(let text): value = (text, true)
    case .and, .or, .not:
      throw error("put \"\" around a word that has a meaning of its own")
    default: throw error("a value is missing behind \(field)")
    }
    try advance()
    return value
  }

  private mutating func measureCondition(
    _ word: String,
    _ comparison: FilterComparison,
    at start: Int
  ) throws(FilterError) -> FilterExpression {
    guard let measure = OperationMeasure(rawValue: word.lowercased()) else {
      throw unknown("measure", word, among: OperationMeasure.allCases.map(\.rawValue), start)
    }
    let position = token.position
    guard case .word(var value) = token.kind else {
      throw error("a length of time is missing behind \(word)\(comparison.rawValue), such as 20ms")
    }
    try advance()
    // "20 ms" is as good as "20ms".
    if value.allSatisfy(\.isNumberPart), case .word(let unit) = token.kind,
      DurationWord.duration(value + unit) != nil
    {
      value += unit
      try advance()
    }
    guard let duration = DurationWord.duration(value) else {
      throw error("'\(value)' is not \(DurationWord.expected)", at: position)
    }
    return .measure(measure, comparison, nanoseconds: UInt64(duration / .nanoseconds(1)))
  }

  private func number(_ digits: Substring, at position: Int) throws(FilterError) -> OperationID {
    guard let number = UInt32(digits.first == "#" ? digits.dropFirst() : digits) else {
      throw error("'\(digits)' is not the number of an operation, such as #12", at: position)
    }
    return OperationID(rawValue: number)
  }

  private func unknown(
    _ kind: String,
    _ word: String,
    among known: [String],
    _ position: Int
  ) -> FilterError {
    let meant = Suggestion.best(for: word, among: known)
    let advice =
      meant.map { "did you mean \($0)?" } ?? "there are \(CountText.list(known, atMost: 12))"
    return error("there is no \(kind) '\(word)'; \(advice)", at: position)
  }
}

extension Character {
  fileprivate var isNumberPart: Bool {
    isASCII && isNumber || self == "."
  }
}
