/// Shortens a sentence where a clause ends: what it says first stays whole, unlike a name's two ends.
package enum ClauseCut {
  /// The sentence, or as many of its clauses as fit, followed by an ellipsis.
  ///
  /// A clause ends before a comma, colon or semicolon outside of quotation marks. Where none ends behind the first third of the
  /// limit, the sentence is shortened in its middle.
  package static func columns(
    _ sentence: String,
    to limit: Int,
    charset: TextStyle.Charset = .unicode
  ) -> String {
    let ellipsis = " " + charset.ellipsis
    let room = limit - DisplayWidth.of(ellipsis)
    var (used, isQuoted) = (0, false)
    var end: String.Index?
    for position in sentence.indices {
      let character = sentence[position]
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, ",:;".contains(character), used <= room, used > limit / 3 { end = position }
      used += DisplayWidth.of(character)
      guard used > limit else { continue }
      guard let end else { return MiddleCut.columns(sentence, to: limit, charset: charset) }
      return sentence[..<end] + ellipsis
    }
    return sentence
  }
}
