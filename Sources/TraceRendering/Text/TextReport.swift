/// Lines of a report for a terminal that fit its width.
///
/// What is added must be on one line each and safe to show; it is broken at spaces where it is too long.
struct TextReport {
  let style: TextStyle
  private var lines: [String] = []

  init(_ style: TextStyle) {
    self.style = style
  }

  /// The text; every line ends with a newline.
  var text: String {
    lines.map { $0 + "\n" }.joined()
  }

  /// Adds an empty line, unless it would be the first.
  mutating func addGap() {
    if !lines.isEmpty { lines.append("") }
  }

  /// Adds a line that was put together to fit.
  mutating func add(_ line: StyledLine) {
    lines.append(line.finished)
  }

  /// Adds text, broken where it must be.
  ///
  /// The first line begins with `label`, and all lines are indented so that they stand behind it.
  mutating func add(
    _ text: String,
    _ look: StyledLine.Look? = nil,
    label: String = "",
    labelLook: StyledLine.Look = .quiet,
    indent: Int = 0
  ) {
    for (position, piece) in TextWrap.lines(text, width: style.columns - indent).enumerated() {
      var line = StyledLine(style)
      if position == 0 { line.add(label, labelLook) }
      line.pad(to: indent)
      line.add(piece, look)
      add(line)
    }
  }

  /// Adds parts that belong on one line, separated by semicolons, or broken between them.
  mutating func add(parts: [String], _ look: StyledLine.Look? = nil) {
    var line = ""
    for part in parts {
      if line.isEmpty {
        line = part
      } else if DisplayWidth.of(line) + 2 + DisplayWidth.of(part) <= style.columns {
        line += "; " + part
      } else {
        add(line, look)
        line = part
      }
    }
    if !line.isEmpty { add(line, look) }
  }
}
