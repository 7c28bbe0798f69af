import TraceRendering

/// An XML document that is being written, an element a line.
struct XMLDocumentText {
  /// What is written so far.
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  private var depth = 0

  /// Begins an element that holds others.
  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    addLine("<\(name)\(Self.words(attributes))>")
    depth += 1
  }

  /// Ends the element that was begun last.
  mutating func close(_ name: String) {
    depth -= 1
    addLine("</\(name)>")
  }

  /// Adds an element that holds text or nothing; what XML does not allow in text is replaced.
  mutating func add(_ name: String, _ attributes: [(String, String)] = [], text: String = "") {
    let begin = "<\(name)\(Self.words(attributes))"
    addLine(text.isEmpty ? "\(begin)/>" : "\(begin)>\(XMLText.escape(text))</\(name)>")
  }

  private mutating func addLine(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  private static func words(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(XMLText.escape($1))\"" }.joined()
  }
}
