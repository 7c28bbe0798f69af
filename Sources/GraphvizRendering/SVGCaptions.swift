/// Takes the captions of clusters out of a picture, to be drawn last: Graphviz draws edges over them.
///
/// Each gets a rim in the colour of its cluster, so that it can be read on whatever runs below it. The pointer does not notice it.
struct SVGCaptions {
  /// The captions that were taken, with their rims.
  private(set) var content: [UInt8] = []

  /// The attributes that draw the rim, up to its colour.
  private static let rim =
    #" paint-order="stroke" stroke-width="4" stroke-linejoin="round" stroke=""#

  /// How many groups are open within the cluster at hand, itself included; zero outside of clusters.
  private var depth = 0
  /// What the cluster at hand is filled with; nil before its shape.
  private var fill: ArraySlice<UInt8>?

  /// The captions as a group; empty where there are none.
  var group: [UInt8] {
    guard !content.isEmpty else { return [] }
    return Array(#"<g class="captions" pointer-events="none">"#.utf8) + Array("\n".utf8) + content
      + Array("</g>\n".utf8)
  }

  /// Notices that a cluster begins, behind its title.
  mutating func beginCluster() {
    depth = 1
    fill = nil
  }

  /// Looks at a piece of the picture; tells the last piece of the caption that begins there, which is taken.
  mutating func take(
    _ position: Int,
    of pieces: [SVGScanner.Piece],
    in scanner: SVGScanner
  ) -> Int? {
    guard depth > 0 else { return nil }
    let piece = pieces[position]
    if scanner.isTag(piece, .start, "g") { depth += 1 }
    if scanner.isTag(piece, .end, "g") { depth -= 1 }
    if scanner.isTag(piece, .start, "path") || scanner.isTag(piece, .start, "polygon") {
      fill = fill ?? scanner.attribute("fill", of: piece)
    }
    guard let fill, scanner.isTag(piece, .start, "text"), !scanner.isEmptyElement(piece),
      let end = pieces[position...].firstIndex(where: { scanner.isTag($0, .end, "text") })
    else { return nil }
    content += scanner.bytes[piece.range.lowerBound..<piece.name.upperBound]
    content += Array(Self.rim.utf8) + fill + Array("\"".utf8)
    content += scanner.bytes[piece.name.upperBound..<pieces[end].range.upperBound]
    content += Array("\n".utf8)
    return end
  }
}
