/// A line for a terminal that is being put together, with colours where the style wants them.
///
/// What is added must be safe to show: one line, nothing in it that can't be seen.
struct StyledLine {
  private let usesColor: Bool
  private var text = ""

  /// The columns taken so far.
  private(set) var columns = 0

  init(_ style: TextStyle) {
    usesColor = style.usesColor
  }

  /// Adds text.
  mutating func add(_ piece: some StringProtocol, _ look: Look? = nil) {
    guard !piece.isEmpty else { return }
    columns += DisplayWidth.of(piece)
    if usesColor, let look {
      text += "\u{1B}[\(look.rawValue)m\(piece)\u{1B}[0m"
    } else {
      text += piece
    }
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    guard column > columns else { return }
    text += String(repeating: " ", count: column - columns)
    columns = column
  }

  /// The line without a newline and without spaces at its end.
  var finished: String {
    var line = text[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  /// Looks, as the parameters of a terminal's "select graphic rendition".
  enum Look: String, Sendable {
    case bold = "1"
    case quiet = "2"
    case red = "1;31"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
    case green = "32"
    /// The row that is chosen.
    case reversed = "7"
  }
}
