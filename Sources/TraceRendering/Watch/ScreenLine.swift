/// A line of a screen: pieces of text with their looks, cut to the screen's width.
///
/// What is added must be safe to show: one line, nothing in it that can't be seen.
package struct ScreenLine: Hashable, Sendable {
  private var pieces: [Piece] = []

  /// The columns that its text takes.
  package private(set) var columns = 0

  private struct Piece: Hashable, Sendable {
    var text: String
    var look: StyledLine.Look?
  }

  /// An empty line.
  package init() {}

  /// A line of one piece.
  init(_ text: String, _ look: StyledLine.Look? = nil) {
    add(text, look)
  }

  /// Adds text.
  mutating func add(_ text: String, _ look: StyledLine.Look? = nil) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, look: look))
    columns += DisplayWidth.of(text)
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    if column > columns { add(String(repeating: " ", count: column - columns)) }
  }

  /// Adds text that ends before a column.
  mutating func add(_ text: String, endingAt column: Int, _ look: StyledLine.Look? = nil) {
    pad(to: column - DisplayWidth.of(text))
    add(text, look)
  }

  /// Gives all of the line one look.
  mutating func paint(_ look: StyledLine.Look) {
    for position in pieces.indices { pieces[position].look = look }
  }

  /// The text as a terminal wants it, in no more columns than `width`: no character stands half on the screen.
  package func text(width: Int, usesColor: Bool) -> String {
    var text = ""
    var room = width
    for piece in pieces {
      guard room > 0 else { break }
      let shown = piece.text.prefix(columns: room)
      room -= DisplayWidth.of(shown)
      // What did not fit ends the line, even where something narrower comes after it.
      if shown.endIndex < piece.text.endIndex { room = 0 }
      guard !shown.isEmpty else { continue }
      if usesColor, let look = piece.look {
        text += "\u{1B}[\(look.rawValue)m\(shown)\u{1B}[0m"
      } else {
        text += shown
      }
    }
    return text
  }

  /// The text without looks and without spaces at its end, for tests and pipes.
  package func plain(width: Int) -> String {
    var line = text(width: width, usesColor: false)[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}

extension String {
  /// The beginning that takes no more than so many columns.
  fileprivate func prefix(columns: Int) -> Substring {
    if utf8.count <= columns { return self[...] }
    var used = 0
    var position = startIndex
    while position < endIndex {
      used += DisplayWidth.of(self[position])
      if used > columns { break }
      position = index(after: position)
    }
    return self[..<position]
  }
}
