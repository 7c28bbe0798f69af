/// Writes the elements of an SVG document, and keeps what they are painted with.
struct SVGWriter {
  /// What was written so far.
  private(set) var text = ""
  /// The colours that occur.
  private(set) var tones: Set<GraphPalette.Tone> = []
  /// The textures that occur.
  private(set) var textures: Set<PicturePaint.Texture> = []

  /// The outline of a shape.
  struct Outline {
    var tone: GraphPalette.Tone
    var width = 1.0
    var isDashed = false
  }

  /// A place for text: where it begins and its base line.
  struct Place {
    var x: Double
    var y: Double
  }

  /// A rectangle in points.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Its middle from top to bottom.
    var middle: Double { y + height / 2 }
    /// Its right side.
    var right: Double { x + width }
  }

  /// Opens a group; identity and class must be words of ours, the tooltip may be anything.
  mutating func open(id: String? = nil, class name: String, tooltip: String? = nil) {
    text += "<g"
    if let id { text += " id=\"\(id)\"" }
    text += " class=\"\(name)\">"
    if let tooltip { text += "<title>\(XMLText.escape(tooltip))</title>" }
  }

  /// Puts what another one wrote behind this, so many points lower.
  mutating func append(_ other: SVGWriter, below y: Double = 0) {
    text +=
      y == 0 ? other.text : "<g transform=\"translate(0,\(SVGNumber(y)))\">\n\(other.text)</g>\n"
    tones.formUnion(other.tones)
    textures.formUnion(other.textures)
  }

  /// Closes a group.
  mutating func close() {
    text += "</g>\n"
  }

  /// Draws a rectangle.
  mutating func add(
    _ box: Box,
    _ paint: PicturePaint? = nil,
    outline: Outline? = nil,
    radius: Double = 0
  ) {
    text += "<rect x=\"\(SVGNumber(box.x))\" y=\"\(SVGNumber(box.y))\""
    text += " width=\"\(SVGNumber(box.width))\" height=\"\(SVGNumber(box.height))\""
    if radius > 0 { text += " rx=\"\(SVGNumber(radius))\"" }
    if let paint {
      use(paint)
      text += " fill=\"\(paint.attribute)\""
    } else {
      text += " fill=\"none\""
    }
    add(outline)
    text += "/>"
  }

  /// Draws a path.
  mutating func add(path: String, _ paint: PicturePaint? = nil, outline: Outline? = nil) {
    text += "<path d=\"\(path)\""
    if let paint { use(paint) }
    text += " fill=\"\(paint?.attribute ?? "none")\""
    add(outline)
    text += "/>"
  }

  /// Writes words, which may be anything that is safe to show; on a texture the halo is the ground on which they can be read.
  mutating func add(
    _ words: String,
    at place: Place,
    _ tone: GraphPalette.Tone,
    size: Double = 10,
    isBold: Bool = false,
    isStruck: Bool = false,
    halo: GraphPalette.Tone? = nil
  ) {
    tones.insert(tone)
    text += "<text x=\"\(SVGNumber(place.x))\" y=\"\(SVGNumber(place.y))\" fill=\"\(tone.light)\""
    if size != 10 { text += " font-size=\"\(SVGNumber(size))\"" }
    if isBold { text += " font-weight=\"bold\"" }
    if isStruck { text += " text-decoration=\"line-through\"" }
    if let halo {
      tones.insert(halo)
      text += " stroke=\"\(halo.light)\" stroke-width=\"3\" paint-order=\"stroke\""
    }
    text += ">\(XMLText.escape(words))</text>"
  }

  private mutating func add(_ outline: Outline?) {
    guard let outline else { return }
    tones.insert(outline.tone)
    text += " stroke=\"\(outline.tone.light)\""
    if outline.width != 1 { text += " stroke-width=\"\(SVGNumber(outline.width))\"" }
    if outline.isDashed { text += " stroke-dasharray=\"3 2\"" }
  }

  private mutating func use(_ paint: PicturePaint) {
    switch paint {
    case .tone(let tone): tones.insert(tone)
    case .texture(let texture):
      textures.insert(texture)
      tones.insert(texture.tones.ground)
      tones.insert(texture.tones.stroke)
    }
  }
}

/// A number of points as it is written: with one decimal at the most.
struct SVGNumber: CustomStringConvertible {
  let description: String

  init(_ value: Double) {
    let tenths = Int((value * 10).rounded())
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    description = (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }
}
