/// Reads an HTML-like label as strictly as Graphviz: known elements, properly nested, with known attributes.
struct HTMLReader {
  /// The runs of text in the order of the document, with entities decoded.
  private(set) var texts: [String] = []
  /// The widths of the cells of every row that stands in a table of fixed size, with the table's own.
  private(set) var fixedRows: [(cells: [Int], table: Int)] = []

  private var open: [(name: String, attributes: [String: String], cells: [Int], children: Int)] = []

  private static let known: [String: Set<String>] = [
    "TABLE": [
      "ALIGN", "BORDER", "CELLBORDER", "CELLSPACING", "CELLPADDING", "FIXEDSIZE", "WIDTH", "HEIGHT",
    ],
    "TR": [], "TD": ["ALIGN", "FIXEDSIZE", "WIDTH", "HEIGHT", "BGCOLOR"],
    "FONT": ["POINT-SIZE", "COLOR"], "B": [], "S": [],
  ]

  init(_ markup: String) throws {
    // By scalars, as Graphviz reads: a mark after an angle bracket would make one character of the two.
    var rest = markup.unicodeScalars[...]
    while let start = rest.firstIndex(of: "<") {
      try addText(Substring(rest[..<start]))
      guard let end = rest[start...].firstIndex(of: ">") else { throw malformed("open tag") }
      try addTag(Substring(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    try addText(Substring(rest))
    guard open.isEmpty else { throw malformed("\(open.map(\.name)) not closed") }
  }

  private mutating func addText(_ text: Substring) throws {
    guard !text.isEmpty else { return }
    guard let parent = open.last?.name, ["FONT", "B", "S"].contains(parent) else {
      throw malformed("text outside of an element for text")
    }
    guard !text.unicodeScalars.contains(where: { ["<", ">", "\""].contains($0) }) else {
      throw malformed("raw \(text)")
    }
    guard !text.allSatisfy({ $0 == "]" }) else { throw malformed("a run of ] alone") }
    open[open.count - 1].children += 1
    texts.append(Self.decoded(String(text)))
  }

  private mutating func addTag(_ tag: Substring) throws {
    if tag.hasPrefix("/") {
      guard let last = open.popLast(), last.name == tag.dropFirst() else {
        throw malformed("</\(tag)> closes nothing")
      }
      if last.name != "TD", last.children == 0 { throw malformed("empty \(last.name)") }
      if last.name == "TR", open.last?.attributes["FIXEDSIZE"] == "TRUE" {
        let width = Int(open.last?.attributes["WIDTH"] ?? "")
        fixedRows.append((last.cells, width ?? -1))
      }
      if last.name == "TD" {
        open[open.count - 1].cells.append(Int(last.attributes["WIDTH"] ?? "") ?? -1)
      }
      return
    }
    let parts = tag.split(separator: " ")
    let name = String(parts.first ?? "")
    guard let known = Self.known[name] else { throw malformed("unknown element \(name)") }
    var attributes: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, known.contains(pair[0]), pair[1].hasPrefix("\""),
        pair[1].hasSuffix("\"")
      else { throw malformed("attribute \(part)") }
      attributes[pair[0]] = String(pair[1].dropFirst().dropLast())
    }
    if let parent = open.indices.last { open[parent].children += 1 }
    open.append((name, attributes, [], 0))
  }

  /// The text with the entities that we write decoded, and any other left as it is.
  static func decoded(_ text: String) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#93;", "]"), ("&amp;", "&")]
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      if let entity = entities.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
        result += entity.1.unicodeScalars
        rest = rest.dropFirst(entity.0.count)
      } else {
        // Graphviz would take it for an entity or for a bad one: it must not occur.
        result += "(raw ampersand)".unicodeScalars
        rest = rest.dropFirst()
      }
    }
    return String(result + rest)
  }

  private func malformed(_ what: String) -> DOTReader.Malformed {
    DOTReader.Malformed(description: what)
  }
}
