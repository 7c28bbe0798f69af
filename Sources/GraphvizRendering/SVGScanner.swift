/// Splits an SVG document into tags and what stands between them.
///
/// It knows as much of XML as Graphviz writes: comments, the declarations at the top, and attributes in quotes.
struct SVGScanner {
  /// A stretch of the document.
  struct Piece {
    /// What it is.
    enum Kind {
      /// A tag that opens an element.
      case start
      /// A tag that closes an element.
      case end
      /// Text, a comment, a declaration, or a tag that the document breaks off in.
      case other
    }

    /// What it is.
    let kind: Kind
    /// Its bytes in the document.
    let range: Range<Int>
    /// The element's name, as bytes in the document; empty for what is no tag.
    let name: Range<Int>
  }

  /// The document in UTF-8.
  let bytes: [UInt8]

  /// The pieces in order; together they are the document.
  func pieces() -> [Piece] {
    var pieces: [Piece] = []
    var position = 0
    while position < bytes.count {
      let piece = bytes[position] == UInt8(ascii: "<") ? markup(at: position) : text(at: position)
      pieces.append(piece)
      position = piece.range.upperBound
    }
    return pieces
  }

  /// Whether a piece is a tag of this kind and name.
  func isTag(_ piece: Piece, _ kind: Piece.Kind, _ name: StaticString) -> Bool {
    piece.kind == kind && matches(name, piece.name)
  }

  /// Whether a start tag ends its element too.
  func isEmptyElement(_ piece: Piece) -> Bool {
    bytes[piece.range].dropLast().last == UInt8(ascii: "/")
  }

  /// The value of an attribute of a start tag as it is written, escapes and all.
  func attribute(_ name: StaticString, of piece: Piece) -> ArraySlice<UInt8>? {
    var position = piece.name.upperBound
    while position < piece.range.upperBound {
      guard let equals = index(of: "=", in: position..<piece.range.upperBound),
        equals + 1 < piece.range.upperBound
      else { return nil }
      var key = position..<equals
      while let first = key.first, isSpace(bytes[first]) { key.removeFirst() }
      let quote = bytes[equals + 1]
      guard let end = bytes[(equals + 2)..<piece.range.upperBound].firstIndex(of: quote) else {
        return nil
      }
      if matches(name, key) { return bytes[(equals + 2)..<end] }
      position = end + 1
    }
    return nil
  }

  // MARK: Pieces

  private func text(at position: Int) -> Piece {
    let end = index(of: "<", in: position..<bytes.count) ?? bytes.count
    return Piece(kind: .other, range: position..<end, name: position..<position)
  }

  private func markup(at position: Int) -> Piece {
    if starts(with: "<!--", at: position) { return other(at: position, through: "-->") }
    if starts(with: "<?", at: position) { return other(at: position, through: "?>") }
    if starts(with: "<!", at: position) { return other(at: position, through: ">") }
    let closes = starts(with: "</", at: position)
    let start = position + (closes ? 2 : 1)
    var end = start
    while end < bytes.count, !isSpace(bytes[end]), bytes[end] != UInt8(ascii: ">"),
      bytes[end] != UInt8(ascii: "/")
    {
      end += 1
    }
    guard let endOfTag = endOfTag(from: end) else {
      return Piece(kind: .other, range: position..<bytes.count, name: position..<position)
    }
    return Piece(kind: closes ? .end : .start, range: position..<endOfTag, name: start..<end)
  }

  private func other(at position: Int, through terminator: StaticString) -> Piece {
    var end = position
    while end < bytes.count, !starts(with: terminator, at: end) { end += 1 }
    end = min(end + terminator.utf8CodeUnitCount, bytes.count)
    return Piece(kind: .other, range: position..<end, name: position..<position)
  }

  /// The position after the tag's ">", which may also stand in a quoted value.
  private func endOfTag(from start: Int) -> Int? {
    var quote: UInt8?
    for position in start..<bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return position + 1
      }
    }
    return nil
  }

  // MARK: Bytes

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func index(of character: Unicode.Scalar, in range: Range<Int>) -> Int? {
    bytes[range].firstIndex(of: UInt8(ascii: character))
  }

  private func starts(with text: StaticString, at position: Int) -> Bool {
    let end = position + text.utf8CodeUnitCount
    return end <= bytes.count && matches(text, position..<end)
  }

  private func matches(_ text: StaticString, _ range: Range<Int>) -> Bool {
    text.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }
}
