/// The attributes of a node, an edge, a cluster or the graph, in the order in which they were added.
struct DOTAttributes {
  private var words: [String] = []

  /// Adds a fixed word, a number or an identifier of our own making.
  mutating func set(_ name: String, _ value: some CustomStringConvertible) {
    words.append("\(name)=\"\(value)\"")
  }

  /// Adds a colour.
  mutating func set(_ name: String, _ tone: GraphPalette.Tone) {
    set(name, tone.light)
  }

  /// Adds a label of plain text; the lines may hold anything.
  mutating func setLabel(_ lines: [String]) {
    words.append("label=" + DOTEscaping.label(lines))
  }

  /// Adds an HTML-like label; what it holds must be escaped already.
  mutating func setLabel(html: HTMLLabel) {
    words.append("label=<\(html.markup)>")
  }

  /// Adds a tooltip; the lines may hold anything, and are cut to what Graphviz can read.
  mutating func setTooltip(_ lines: [String]) {
    // A quoted string of 16,384 bytes is a syntax error, and a character may take 16 of them once it is escaped.
    var room = 1_000
    var kept: [String] = []
    for line in lines {
      let text = MiddleCut.scalars(VisibleText.line(line), to: 800)
      room -= text.unicodeScalars.count
      guard room > 0 else {
        kept.append("…")
        break
      }
      kept.append(text)
    }
    words.append("tooltip=" + DOTEscaping.tooltip(kept))
  }

  /// The attributes in brackets.
  var bracketed: String {
    "[\(words.joined(separator: " "))]"
  }

  /// The attributes as statements, one a line.
  func statements(indent: String) -> String {
    words.map { "\(indent)\($0)\n" }.joined()
  }
}
