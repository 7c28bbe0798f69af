/// Text from strangers, made safe to show on one line.
///
/// Names, classes, threads, errors and notes come from the traced program, and may hold anything: escape sequences that
/// take over a terminal, newlines that forge a line of a report, characters that reverse what stands beside them, or
/// nothing to see at all. Whatever can't be seen for what it is becomes visible, such as `\u{1B}`.
package enum VisibleText {
  /// The text on one line in which every character can be seen; the same text when it is applied again.
  package static func line(_ text: String, charset: TextStyle.Charset = .unicode) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var visible = String.UnicodeScalarView()
    var attached = Attached()
    // A mark at the beginning, or after what became visible, would stand on what is beside the text, or on a brace.
    var hasBase = false
    for scalar in text.unicodeScalars {
      // What became visible joins nothing any more, so the last one that is shown counts.
      let previous = visible.last
      attached.count(scalar, after: previous)
      if scalar == "\t" {
        visible.append(" ")
        hasBase = true
      } else if charset.has(scalar), attached.isModest, hasBase || !isMark(scalar),
        isShownAsItIs(scalar, after: previous)
      {
        visible.append(scalar)
        hasBase = true
      } else {
        visible.append(contentsOf: escaped(scalar).unicodeScalars)
        hasBase = false
      }
    }
    return String(visible)
  }

  /// Whether there is nothing to see in a text, so that something must stand in for it.
  package static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{2800}" }
  }

  /// Whether a character is drawn over the one before it.
  fileprivate static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  private static func isShownAsItIs(
    _ scalar: Unicode.Scalar,
    after previous: Unicode.Scalar?
  ) -> Bool {
    let properties = scalar.properties
    if properties.isNoncharacterCodePoint { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate:
      return false
    case .format where (0xFFF9...0xFFFB).contains(scalar.value):
      return false
    default:
      break
    }
    return properties.isDefaultIgnorableCodePoint ? joins(scalar, after: previous) : true
  }

  /// Whether a character that can't be seen shapes the one before it, as in emoji of several parts or in Persian.
  private static func joins(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    let isAfterEmoji =
      previous == "\u{FE0F}" || (!previous.isASCII && previous.properties.isEmoji)
    switch scalar {
    case "\u{FE0F}": return isAfterEmoji && previous != "\u{FE0F}"
    case "\u{200D}": return isAfterEmoji || isShaped(previous)
    case "\u{200C}": return isShaped(previous)
    default: return false
    }
  }

  /// Whether a letter belongs to a script whose letters take other forms beside each other.
  private static func isShaped(_ scalar: Unicode.Scalar) -> Bool {
    (0x0600..<0x1000).contains(scalar.value) && !scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\0": "\\0"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}

/// How much is attached to the character that is being built.
///
/// A letter carries a few marks and an emoji joins a few parts. A pile of them covers the lines above and below, and makes
/// one character of any length.
private struct Attached {
  private var marks = 0
  private var joiners = 0

  var isModest: Bool {
    marks <= 4 && joiners <= 9
  }

  mutating func count(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) {
    let isAttached = VisibleText.isMark(scalar) || scalar.properties.isEmojiModifier
    marks = isAttached ? marks + 1 : 0
    if scalar == "\u{200D}" {
      joiners += 1
    } else if previous != "\u{200D}", scalar != "\u{FE0F}", marks == 0 {
      joiners = 0
    }
  }
}

extension TextStyle.Charset {
  /// Whether a character that can be seen belongs to the charset.
  fileprivate func has(_ scalar: Unicode.Scalar) -> Bool {
    self == .unicode || scalar.isASCII
  }

  /// What stands for text that was left out.
  var ellipsis: String {
    self == .ascii ? "..." : "…"
  }
}
