package import TraceRendering

/// What an SVG picture from Graphviz still lacks: a dark mode, textures, and words for who can't see it.
///
/// The captions of clusters are drawn last, so that no edge runs over them.
/// It changes the text of the picture only, and needs no Graphviz. Applying it twice would add all of it twice.
public struct SVGPresentation: Hashable, Sendable {
  /// What the picture shows, in a few words.
  public var title: String

  /// What there is to be seen in it, in sentences; empty for none.
  public var summary: String

  /// For each colour that the graph uses, the one to use on a dark screen; both as "#rrggbb".
  ///
  /// Graphviz writes colours as the graph names them, so a graph must name its colours in this form too. Pairs that are
  /// not of this form are left out.
  public var darkColors: [String: String]

  /// The textures that are drawn instead of colours, in what Graphviz makes of tables.
  package var textures: [SVGTexture] = []

  /// Names of nodes, edges and clusters by the `id` that they have in the graph.
  ///
  /// Where there is none, the first line of the tooltip is taken; and where there is no tooltip either, Graphviz's own.
  public var names: [String: String]

  /// Makes a presentation.
  public init(
    title: String,
    summary: String = "",
    darkColors: [String: String] = [:],
    names: [String: String] = [:]
  ) {
    self.title = title
    self.summary = summary
    self.darkColors = darkColors
    self.names = names
  }

  /// The picture with title, summary, names, textures and dark mode; well-formed if `svg` is, whatever the texts hold.
  ///
  /// A text that is no SVG comes back as it is.
  public func applied(to svg: String) -> String {
    let scanner = SVGScanner(bytes: Array(svg.utf8))
    let pieces = scanner.pieces()
    guard let root = pieces.firstIndex(where: { scanner.isTag($0, .start, "svg") }),
      !scanner.isEmptyElement(pieces[root])
    else { return svg }
    var result: [UInt8] = []
    result.reserveCapacity(scanner.bytes.count + 4096)
    let last = pieces.lastIndex { scanner.isTag($0, .end, "g") }
    var captions = SVGCaptions()
    let references = Dictionary(textures.map { ($0.color, $0.reference) }) { first, _ in first }
    var position = 0
    while position < pieces.count {
      let piece = pieces[position]
      if position == root {
        result += scanner.bytes[piece.range.lowerBound..<piece.name.upperBound]
        result += Array(rootAttributes.utf8)
        result += scanner.bytes[piece.name.upperBound..<piece.range.upperBound]
        result += Array(rootContent.utf8)
      } else if let group = SVGTitledGroup(at: position, of: pieces, in: scanner) {
        if group.isCluster { captions.beginCluster() }
        result += scanner.bytes[piece.range.lowerBound..<group.title.lowerBound]
        result += name(of: group)
        result += scanner.bytes[group.title.upperBound..<pieces[group.lastPiece].range.upperBound]
        position = group.lastPiece
      } else if position < last ?? 0, let end = captions.take(position, of: pieces, in: scanner) {
        position = end
      } else if scanner.isTag(piece, .start, "polygon"),
        let fill = scanner.attribute("fill", of: piece),
        let reference = references[String(decoding: fill, as: UTF8.self)]
      {
        result += scanner.bytes[piece.range.lowerBound..<fill.startIndex]
        result += Array(reference.utf8)
        result += scanner.bytes[fill.endIndex..<piece.range.upperBound]
      } else {
        if position == last { result += captions.group }
        result += scanner.bytes[piece.range]
      }
      position += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func name(of group: SVGTitledGroup) -> [UInt8] {
    if let name = names[group.id], !name.isEmpty { return Array(XMLText.escape(name).utf8) }
    return group.isWholeGraph ? Array(XMLText.escape(title).utf8) : group.ownName
  }

  /// Makes the edge under the pointer stand out.
  private static let hover = ".edge:hover path{stroke-width:3}\n"

  /// Lets a wide picture fit onto a page.
  private static let print = "@media print{svg:root{max-width:100%;height:auto}}\n"

  private var rootAttributes: String {
    let described = summary.isEmpty ? "" : #" aria-describedby="picture-summary""#
    return #" role="img" aria-labelledby="picture-title""# + described
  }

  private var rootContent: String {
    var lines = [#"<title id="picture-title">"# + XMLText.escape(title) + "</title>"]
    if !summary.isEmpty {
      lines.append(#"<desc id="picture-summary">"# + XMLText.escape(summary) + "</desc>")
    }
    if !textures.isEmpty {
      lines.append("<defs>\n" + textures.map(\.definition).joined() + "</defs>")
    }
    let dark = SVGDarkMode(colors: darkColors).styleSheet
    lines.append("<style>\n" + SVGPresentation.hover + SVGPresentation.print + dark + "</style>")
    return "\n" + lines.joined(separator: "\n")
  }
}
