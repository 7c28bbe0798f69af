/// A texture that stands for a colour in a picture, so that what it means can be told without colours.
package struct SVGTexture: Hashable, Sendable {
  /// The colour that it stands for, as "#rrggbb".
  package let color: String

  /// The value of the attribute `fill` that names it.
  package let reference: String

  /// Its definition in the picture, within `defs`.
  package let definition: String

  /// Makes a texture.
  package init(color: String, reference: String, definition: String) {
    self.color = color
    self.reference = reference
    self.definition = definition
  }
}

extension SVGTexture {
  /// The textures of the states in a graph's bars: the same as in a timeline.
  package static var states: [SVGTexture] {
    BarTone.allCases.compactMap { tone in
      guard case .texture(let texture) = tone.paint else { return nil }
      return SVGTexture(
        color: tone.color.light,
        reference: tone.paint.attribute,
        definition: texture.definition
      )
    }
  }
}
