/// The SVG document around what is drawn: names for those who can't see it, styles and textures.
struct TimelineDocument {
  private let contents: TimelineContents
  private let body: SVGWriter
  private let width: Double
  private let height: Double

  init(_ contents: TimelineContents, body: SVGWriter, width: Double, height: Double) {
    self.contents = contents
    self.body = body
    self.width = width
    self.height = height
  }

  /// The document; it ends with a newline.
  var text: String {
    let description = contents.description
    let (width, height) = (SVGNumber(width), SVGNumber(height))
    let colors = body.tones.union([GraphPalette.background]).map { ($0.light, $0.dark) }
    let sheet = SVGDarkMode(colors: Dictionary(colors) { first, _ in first }).styleSheet
    let textures = PicturePaint.Texture.allCases.filter(body.textures.contains)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="picture-title" \
      aria-describedby="picture-summary" font-family="\(FontMetrics.family)" font-size="10">
      <title id="picture-title">\(XMLText.escape(description.title))</title>
      <desc id="picture-summary">\(XMLText.escape(description.summary))</desc>
      <style>
      \(sheet)</style>
      <defs>
      \(textures.map(\.definition).joined())</defs>
      <rect width="\(width)" height="\(height)" fill="\(GraphPalette.background.light)"/>
      \(body.text)</svg>

      """
  }
}
