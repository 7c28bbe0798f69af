/// A node, edge, cluster or graph in an SVG picture: a group whose first child is its title.
struct SVGTitledGroup {
  /// The group's `id`.
  let id: String

  /// The bytes of the title's text in the document.
  let title: Range<Int>

  /// The position of the piece that ends the title.
  let lastPiece: Int

  /// Whether the group is the graph itself.
  let isWholeGraph: Bool

  /// Whether the group is a cluster.
  let isCluster: Bool

  /// The first line of the tooltip, or the title where there is no tooltip; as it stands in the document.
  let ownName: [UInt8]

  /// Recognises a group whose start tag is the piece at `position`; nil when that begins something else.
  init?(at position: Int, of pieces: [SVGScanner.Piece], in scanner: SVGScanner) {
    guard scanner.isTag(pieces[position], .start, "g"),
      let id = scanner.attribute("id", of: pieces[position]),
      let kind = scanner.attribute("class", of: pieces[position])?.prefix(while: { $0 != 0x20 }),
      ["graph", "node", "edge", "cluster"].contains(String(decoding: kind, as: UTF8.self)),
      let start = Self.next(.start, "title", after: position, of: pieces, in: scanner),
      let end = pieces[start...].firstIndex(where: { scanner.isTag($0, .end, "title") })
    else { return nil }
    self.id = String(decoding: id, as: UTF8.self)
    title = pieces[start].range.upperBound..<pieces[end].range.lowerBound
    lastPiece = end
    isWholeGraph = kind.elementsEqual("graph".utf8)
    isCluster = kind.elementsEqual("cluster".utf8)

    var name = Array(scanner.bytes[title])
    if let group = Self.next(.start, "g", after: end, of: pieces, in: scanner),
      let anchor = Self.next(.start, "a", after: group, of: pieces, in: scanner),
      let tooltip = scanner.attribute("xlink:title", of: pieces[anchor])
    {
      let firstLine = Self.firstLine(of: tooltip)
      if !firstLine.isEmpty { name = firstLine }
    }
    ownName = name
  }

  /// The piece after `position`, or after white space there, when it is this tag.
  private static func next(
    _ kind: SVGScanner.Piece.Kind,
    _ name: StaticString,
    after position: Int,
    of pieces: [SVGScanner.Piece],
    in scanner: SVGScanner
  ) -> Int? {
    var next = position + 1
    while next < pieces.count, scanner.bytes[pieces[next].range].allSatisfy({ $0 <= 0x20 }) {
      next += 1
    }
    return next < pieces.count && scanner.isTag(pieces[next], kind, name) ? next : nil
  }

  /// Graphviz writes a line break in a tooltip as a character reference.
  private static func firstLine(of tooltip: ArraySlice<UInt8>) -> [UInt8] {
    let lineBreak = Array("&#10;".utf8)
    var end = tooltip.startIndex
    while end < tooltip.endIndex, tooltip[end] != 0x0A, !tooltip[end...].starts(with: lineBreak) {
      end += 1
    }
    return Array(tooltip[..<end])
  }
}
