import TraceRendering

/// What stands on a terminal: writes only the lines that change, so that nothing flickers.
struct Screen {
  private var shown: [String] = []
  private var size = (columns: 0, rows: 0)
  private let usesColor: Bool

  init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Forgets what stands there: all of it is written the next time.
  mutating func invalidate() {
    size = (0, 0)
  }

  /// What to send to the terminal so that it shows these lines; empty when it does.
  mutating func update(_ lines: [ScreenLine], columns: Int, rows: Int) -> String {
    let texts = lines.prefix(rows).map { $0.text(width: columns, usesColor: usesColor) }
    var output = ""
    if size != (columns, rows) {
      output += "\u{1B}[0m\u{1B}[2J"
      shown = []
      size = (columns, rows)
    }
    for row in 0..<rows {
      let text = row < texts.count ? texts[row] : ""
      let former = row < shown.count ? shown[row] : ""
      guard text != former else { continue }
      // The rest of the line goes first: at the last column there is nothing to the right of the cursor.
      output += "\u{1B}[\(row + 1);1H\u{1B}[2K\(text)"
    }
    shown = texts
    return output
  }
}
