import TraceRendering

/// A word of a command line that someone may copy into a shell.
enum ShellWord {
  /// The word, in quotes where a shell would not take it as it is; safe to show.
  static func shown(_ word: String, charset: TextStyle.Charset) -> String {
    let visible = VisibleText.line(word, charset: charset)
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-./:@%+,=".contains(Character(scalar))
    }
    guard !isPlain || word.isEmpty else { return visible }
    return "'\(visible.replacing("'", with: "'\\''"))'"
  }
}
