/// A picture in SVG as it can stand within a page: the element alone, without styles, and without what only makes it longer.
///
/// The page has styles of its own, and shows none that it does not know. Comments, the fonts that each text names, most
/// decimals of coordinates, identities of links, and what edges are called, which their tooltips say as well, are a third of a picture.
enum InlinePicture {
  /// The element; empty where the text holds none.
  static func element(of svg: String) -> String {
    let bytes = Array(svg.utf8)
    guard let start = bytes.place(of: "<svg", from: 0) else { return "" }
    let font = #" font-family="\#(FontMetrics.family)""#
    return [("<style", "</style>"), ("<!--", "-->"), (font, ""), (" id=\"a_", "\"")]
      .reduce(Array(bytes[start...])) { $0.without(from: $1.0, to: $1.1) }
      .withoutNamesOfEdges
      .withShortCoordinates
      .text
  }
}

extension [UInt8] {
  fileprivate var text: String {
    String(decoding: self, as: UTF8.self)
  }

  /// The same without the titles of edges.
  fileprivate var withoutNamesOfEdges: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var start = 0
    while let edge = place(of: #" class="edge "#, from: start),
      let first = place(of: "<title>", from: edge),
      let last = place(of: "</title>\n", from: first)
    {
      result += self[start..<first]
      start = last + "</title>\n".utf8.count
    }
    return result + self[start...]
  }

  /// The same with one decimal in the coordinates of paths and polygons, and none in the paths of edges.
  fileprivate var withShortCoordinates: [UInt8] {
    let (path, polygon) = (Array(#" d=""#.utf8), Array(#" points=""#.utf8))
    let (kind, edge) = (Array(#" class=""#.utf8), Array("edge".utf8))
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var (isEdge, isPath, isCoordinate) = (false, false, false)
    // How far from its point on a byte of a number stands, from 1; and up to where such bytes are kept.
    var (decimals, limit) = (0, 0)
    for (place, byte) in enumerated() {
      if byte == UInt8(ascii: "\"") {
        let before = self[...place]
        if before.ends(with: kind) { isEdge = self[(place + 1)...].starts(with: edge) }
        isPath = !isCoordinate && before.ends(with: path)
        isCoordinate = isPath || !isCoordinate && before.ends(with: polygon)
      }
      if byte == UInt8(ascii: ".") {
        decimals = 1
        // A number may begin with its point.
        limit = isPath && isEdge && result.last.map(Self.isDigit) ?? false ? 0 : 2
      } else {
        decimals = Self.isDigit(byte) && decimals > 0 ? decimals + 1 : 0
      }
      if !isCoordinate || decimals <= limit { result.append(byte) }
    }
    return result
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
  }

  /// The same without what stands from one text to the end of another.
  fileprivate func without(from opening: String, to closing: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var start = 0
    while let first = place(of: opening, from: start),
      let last = place(of: closing, from: first + opening.utf8.count)
    {
      result += self[start..<first]
      start = last + closing.utf8.count
    }
    return result + self[start...]
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: [UInt8]) -> Bool {
    suffix(text.count).elementsEqual(text)
  }
}

extension [UInt8] {
  /// Where a text begins, from a place on.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    let sought = Array(text.utf8)
    if sought.isEmpty { return start }
    guard count >= sought.count, start <= count - sought.count else { return nil }
    return (start...count - sought.count).first { place in
      self[place] == sought[0] && self[place..<place + sought.count].elementsEqual(sought)
    }
  }
}
