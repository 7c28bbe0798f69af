/// A table as comma-separated values (RFC 4180): a line of heads, then a line for each row, each ended by CR and LF.
///
/// Names are data from strangers, and a table may be opened in a spreadsheet or looked at on a terminal: what can't be seen
/// becomes visible, and what a spreadsheet would take for a formula begins with an apostrophe.
package struct CSVText {
  /// What is written so far.
  package private(set) var text = ""

  /// A table with these heads.
  package init(_ heads: [String]) {
    add(heads.map(Cell.word))
  }

  /// A cell.
  package enum Cell: Hashable, Sendable {
    /// A word of our own.
    case word(String)
    /// A text from the traced program.
    case name(String)
    /// A number.
    case number(UInt64)
    /// Nothing.
    case empty
  }

  /// Adds a row with as many cells as there are heads.
  package mutating func add(_ cells: [Cell]) {
    for (position, cell) in cells.enumerated() {
      if position > 0 { text += "," }
      text += Self.text(cell)
    }
    text += "\r\n"
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .word(let word): quoted(word)
    case .name(let name): quoted(harmless(VisibleText.line(name)))
    case .number(let number): String(number)
    case .empty: ""
    }
  }

  /// The text, with an apostrophe before it where it begins as a formula does, in ASCII or in full width.
  private static func harmless(_ text: String) -> String {
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    guard let first, "=+-@＝＋－＠".unicodeScalars.contains(first)
    else { return text }
    return "'" + text
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "\"") && byte != UInt8(ascii: ",") && byte >= 0x20
    }
    if isPlain { return text }
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
