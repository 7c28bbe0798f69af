/// Reads back the part of the DOT language that the renderer writes, as strictly as Graphviz, and gives what it would show.
struct DOTReader {
  /// A statement with attributes.
  struct Item: Hashable {
    var name: String
    /// Source and target, when it is an edge.
    var ends: [String] = []
    /// The cluster that it stands in.
    var cluster: String?
    var attributes: [String: Value] = [:]
  }

  /// A value as it stands in the text: a quoted string without its quotes, or markup without its angles.
  enum Value: Hashable {
    case quoted(String)
    case html(String)
  }

  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var defaults: [Item] = []
  private(set) var nodes: [Item] = []
  private(set) var edges: [Item] = []
  private(set) var clusters: [Item] = []

  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) throws {
    scalars = Array(text.unicodeScalars)
    try expect("digraph")
    try expect("trace")
    try expect("{")
    try readStatements(cluster: nil)
    skipSpace()
    guard position == scalars.count else { throw malformed("text after the graph") }
  }

  private mutating func readStatements(cluster: String?) throws {
    while true {
      skipSpace()
      if take("}") { return }
      let word = try readWord()
      skipSpace()
      if word == "subgraph" {
        let name = try readWord()
        try expect("{")
        clusters.append(Item(name: name))
        try readStatements(cluster: name)
      } else if take("=") {
        guard cluster != nil else { throw malformed("an attribute outside of a cluster") }
        clusters[clusters.count - 1].attributes[word] = try readValue()
      } else if take("->") {
        let target = try readWord()
        let attributes = try readAttributes()
        edges.append(
          Item(name: "", ends: [word, target], cluster: cluster, attributes: attributes)
        )
        try expect(";")
      } else {
        let item = Item(name: word, cluster: cluster, attributes: try readAttributes())
        if ["graph", "node", "edge"].contains(word) {
          defaults.append(item)
        } else {
          nodes.append(item)
        }
        try expect(";")
      }
    }
  }

  private mutating func readAttributes() throws -> [String: Value] {
    try expect("[")
    var attributes: [String: Value] = [:]
    while true {
      skipSpace()
      if take("]") { return attributes }
      let name = try readWord()
      try expect("=")
      let value = try readValue()
      guard attributes.updateValue(value, forKey: name) == nil else {
        throw malformed("\(name) twice")
      }
    }
  }

  private mutating func readValue() throws -> Value {
    skipSpace()
    if take("\"") { return .quoted(try readQuoted()) }
    if take("<") { return .html(try readHTML()) }
    throw malformed("no value")
  }

  /// A quoted string, in which only the backslash before a quote is taken away.
  private mutating func readQuoted() throws -> String {
    var result = String.UnicodeScalarView()
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "\"":
        guard String(result).utf8.count < 16_384 else { throw malformed("string too long") }
        return String(result)
      case "\\":
        guard position < scalars.count else { break }
        if scalars[position] != "\"" { result.append(scalar) }
        // An escaped backslash does not escape what follows it.
        result.append(scalars[position])
        position += 1
      case "\n": throw malformed("a newline in a string")
      default: result.append(scalar)
      }
    }
    throw malformed("a string without end")
  }

  private mutating func readHTML() throws -> String {
    var result = String.UnicodeScalarView()
    var depth = 1
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == "<" { depth += 1 }
      if scalar == ">" { depth -= 1 }
      if depth == 0 { return String(result) }
      result.append(scalar)
    }
    throw malformed("a label without end")
  }

  private mutating func readWord() throws -> String {
    skipSpace()
    var word = String.UnicodeScalarView()
    while position < scalars.count, scalars[position].isWordPart {
      word.append(scalars[position])
      position += 1
    }
    guard !word.isEmpty else { throw malformed("no word") }
    return String(word)
  }

  private mutating func expect(_ text: String) throws {
    skipSpace()
    guard take(text) else { throw malformed("no \(text)") }
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func skipSpace() {
    while position < scalars.count, scalars[position] == " " || scalars[position] == "\n" {
      position += 1
    }
  }

  private func malformed(_ what: String) -> Malformed {
    let start = max(0, position - 60)
    let context = String(
      String.UnicodeScalarView(scalars[start..<min(scalars.count, position + 20)])
    )
    return Malformed(description: "\(what) at \(position): \(context)")
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil || self == "_")
  }
}

// MARK: - What Graphviz shows

extension DOTReader.Value {
  /// The lines of a tooltip, which is unescaped twice.
  var tooltipLines: [String] {
    guard case .quoted(let text) = self else { return [] }
    return Self.unescaped(Self.entitiesDecoded(text))
      .map { Self.unescaped($0).joined(separator: "\n") }
  }

  /// The lines of a plain label.
  var labelLines: [String] {
    guard case .quoted(let text) = self else { return [] }
    return Self.unescaped(Self.entitiesDecoded(text))
  }

  /// The runs of text of an HTML-like label, or an error where Graphviz would see one.
  func texts() throws -> [String] {
    guard case .html(let markup) = self else { return [] }
    return try HTMLReader(markup).texts.map { Self.unescaped($0).joined(separator: "\n") }
  }

  var text: String? {
    if case .quoted(let text) = self { text } else { nil }
  }

  private static func entitiesDecoded(_ text: String) -> String {
    HTMLReader.decoded(text)
  }

  /// Splits at `\n`, and takes the backslash from others; `\N` and its kin would be replaced, so they must not occur.
  private static func unescaped(_ text: String) -> [String] {
    var lines = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        switch scalar {
        case "n", "l", "r": lines.append(String.UnicodeScalarView())
        case "N", "G", "E", "T", "H", "L":
          lines[lines.count - 1].append(contentsOf: "(replaced)".unicodeScalars)
        default: lines[lines.count - 1].append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        lines[lines.count - 1].append(scalar)
      }
    }
    return lines.map { String($0) }
  }
}
