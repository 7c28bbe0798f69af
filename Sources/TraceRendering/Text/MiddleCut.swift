/// Shortens text in the middle, where names differ least: their beginnings say what, their ends say which.
package enum MiddleCut {
  /// The text, or its beginning and end around an ellipsis, so that its measure is within the limit.
  ///
  /// No character is split. The limit must have room for the ellipsis. Linear in what is kept, not in the length of
  /// the text.
  package static func cut(
    _ text: String,
    to limit: Int,
    ellipsis: String = "…",
    measure: (Character) -> Int
  ) -> String {
    var total = 0
    var overflows = false
    for character in text {
      total += measure(character)
      if total > limit {
        overflows = true
        break
      }
    }
    guard overflows else { return text }

    let room = max(0, limit - ellipsis.reduce(0) { $0 + measure($1) })
    let tail = text.suffix(fitting: room / 2, measure)
    let tailMeasure = tail.reduce(0) { $0 + measure($1) }
    let head = text.prefix(fitting: room - tailMeasure, measure)
    return String(head) + ellipsis + String(tail)
  }

  /// Shortens to a number of columns of a terminal.
  package static func columns(
    _ text: String,
    to limit: Int,
    charset: TextStyle.Charset = .unicode
  ) -> String {
    cut(text, to: limit, ellipsis: charset.ellipsis, measure: DisplayWidth.of)
  }

  /// Shortens to a number of Unicode scalars, which also bounds the bytes.
  package static func scalars(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    return cut(text, to: limit) { $0.unicodeScalars.count }
  }
}

extension String {
  fileprivate func prefix(fitting room: Int, _ measure: (Character) -> Int) -> Substring {
    var used = 0
    var position = startIndex
    while position < endIndex {
      used += measure(self[position])
      if used > room { break }
      position = index(after: position)
    }
    return self[..<position]
  }

  fileprivate func suffix(fitting room: Int, _ measure: (Character) -> Int) -> Substring {
    var used = 0
    var position = endIndex
    while position > startIndex {
      let before = index(before: position)
      used += measure(self[before])
      if used > room { break }
      position = before
    }
    return self[position...]
  }
}
