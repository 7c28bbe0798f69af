/// Breaks text into lines.
package enum TextWrap {
  /// The text in lines of at most `width` columns, broken at spaces; a word that is longer is broken inside.
  ///
  /// The text must be on one line and safe to show. Nothing but spaces at the breaks is lost.
  package static func lines(_ text: String, width: Int) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    func finishLine() {
      lines.append(line)
      line = ""
      used = 0
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let columns = DisplayWidth.of(word)
      if used > 0, used + 1 + columns <= width {
        line += " " + word
        used += 1 + columns
        continue
      }
      if used > 0 { finishLine() }
      if columns <= width {
        line = String(word)
        used = columns
        continue
      }
      for character in word {
        let columns = DisplayWidth.of(character)
        if used > 0, used + columns > width { finishLine() }
        line.append(character)
        used += columns
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
