import GraphvizRendering
import Testing

@Suite struct GraphvizSizeTests {
  @Test func boundsAWidePNGAndSaysSo() throws {
    let picture = try Graphviz.render(DOTSamples.chain(of: 400), as: .png)
    #expect(width(ofPNG: picture) == 9600)
    #expect(picture.scale > 0.1 && picture.scale < 0.3)
  }

  @Test func boundsPNGAtAnyResolution() throws {
    let fine = try Graphviz.render(DOTSamples.chain(of: 400, attributes: "dpi=300"), as: .png)
    #expect(width(ofPNG: fine) == 9600)
    let absurd = try Graphviz.render(DOTSamples.chain(of: 2, attributes: "dpi=1000000"), as: .png)
    #expect(width(ofPNG: absurd) < 9600)
  }

  @Test func keepsASmallerSizeThatTheGraphAsksFor() throws {
    let text = DOTSamples.chain(of: 20, attributes: #"size="2,2""#)
    #expect(width(ofPNG: try Graphviz.render(text, as: .png)) <= 2 * 96)
  }

  @Test func boundsASizeThatTheGraphAsksFor() throws {
    let text = DOTSamples.chain(of: 20, attributes: #"size="1000000!""#)
    #expect(width(ofPNG: try Graphviz.render(text, as: .png)) <= 9600)
  }

  @Test func doesNotBoundSVG() throws {
    let picture = try Graphviz.render(DOTSamples.chain(of: 400), as: .svg)
    #expect(picture.scale == 1)
  }

  @Test func keepsPDFWithinWhatReadersTake() throws {
    let picture = try Graphviz.render(DOTSamples.chain(of: 400), as: .pdf)
    let text = String(decoding: picture.bytes, as: UTF8.self)
    let box = text.firstMatch(of: #/MediaBox \[ 0 0 ([0-9]+) /#)
    let points = box.flatMap { Int($0.output.1) } ?? 0
    #expect(points > 14_000 && points <= 14_400)
  }

  @Test func refusesMoreNodesOrEdgesThanTheLimits() {
    let text = DOTSamples.chain(of: 30)
    for limits in [GraphvizLimits(nodes: 29, edges: 29), GraphvizLimits(nodes: 30, edges: 28)] {
      #expect(throws: GraphvizError.tooLarge(nodes: 30, edges: 29, limits: limits)) {
        try Graphviz.render(text, as: .svg, limits: limits)
      }
    }
    #expect(throws: Never.self) {
      try Graphviz.render(text, as: .svg, limits: GraphvizLimits(nodes: 30, edges: 29))
    }
  }

  /// The width in the header of a PNG file.
  private func width(ofPNG picture: RenderedGraph) -> Int {
    picture.bytes.dropFirst(16).prefix(4).reduce(0) { $0 * 256 + Int($1) }
  }
}
