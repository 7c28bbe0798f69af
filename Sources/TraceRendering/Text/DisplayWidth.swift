/// How many columns of a terminal text takes.
///
/// Terminals disagree about emoji of several parts and about characters of ambiguous width. This follows what Unicode
/// says and current terminals do: wide characters and emoji take two columns, combining ones none, ambiguous ones one.
package enum DisplayWidth {
  /// The columns of a text without control characters.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a character.
  package static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}" || scalar.properties.isEmojiPresentation { return 2 }
      columns += of(scalar)
    }
    return columns
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // The second and third parts of a Hangul syllable join the first.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0
    }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// What Unicode calls wide or full-width, apart from emoji, in the order of the likely.
  private static let wide: [ClosedRange<UInt32>] = [
    0x4E00...0xA4CF, 0x3041...0x33FF, 0x3400...0x4DBF, 0xAC00...0xD7A3, 0x2E80...0x303E,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1100...0x115F, 0x2329...0x232A, 0xA960...0xA97F,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
