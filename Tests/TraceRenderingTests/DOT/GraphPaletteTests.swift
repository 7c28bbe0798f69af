import Foundation
import Testing

@testable import TraceRendering

@Suite
struct GraphPaletteTests {
  @Test
  func `Every tone is six digits, and no two share a light value`() {
    let lights = GraphPalette.tones.map(\.light)
    #expect(Set(lights).count == lights.count)
    for value in lights + GraphPalette.tones.map(\.dark) {
      #expect(value.wholeMatch(of: /#[0-9a-f]{6}/) != nil, "\(value)")
    }
    #expect(GraphPalette.darkColors.count == lights.count)
  }

  @Test(arguments: SampleRun.all)
  func `No colour is used that is not in the palette`(run: SampleRun) {
    let known = Set(GraphPalette.tones.map(\.light))
    for detail in [GraphStyle.Detail.card, .heat] {
      let text = run.trace.dot(GraphStyle(detail: detail), diagnosis: run.diagnosis)
      for match in text.matches(of: /(?i:color)="(#[^"]*|[a-z]+)"/) {
        #expect(known.contains(String(match.1)), "\(match.1)")
      }
    }
  }

  /// The least contrast of small text is 4.5, by the Web Content Accessibility Guidelines 2.2, 1.4.3 (level AA).
  @Test(arguments: [
    (GraphPalette.text, GraphPalette.card), (GraphPalette.quietText, GraphPalette.card),
    (GraphPalette.quietText, GraphPalette.queueFill),
    (GraphPalette.quietText, GraphPalette.background),
    (GraphPalette.quietText, GraphPalette.stalledFill),
    (GraphPalette.quietText, GraphPalette.failedFill),
    (GraphPalette.fadedText, GraphPalette.cancelledFill),
    (GraphPalette.fadedText, GraphPalette.background),
    (GraphPalette.verdictText, GraphPalette.stalledFill),
    (GraphPalette.failedText, GraphPalette.failedFill),
    (GraphPalette.suspendedText, GraphPalette.suspendedFill),
    (GraphPalette.warningText, GraphPalette.background),
  ])
  func `Text can be read on its ground`(text: GraphPalette.Tone, ground: GraphPalette.Tone) {
    #expect(Self.contrast(text.light, ground.light) >= 4.5, "\(text.light) on \(ground.light)")
    #expect(Self.contrast(text.dark, ground.dark) >= 4.5, "\(text.dark) on \(ground.dark)")
  }

  /// The contrast of two colours, from 1 to 21.
  private static func contrast(_ left: String, _ right: String) -> Double {
    let (lighter, darker) = (
      max(luminance(left), luminance(right)), min(luminance(left), luminance(right))
    )
    return (lighter + 0.05) / (darker + 0.05)
  }

  private static func luminance(_ color: String) -> Double {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    let parts = [(16, 0.2126), (8, 0.7152), (0, 0.0722)].map { shift, weight in
      let part = Double(value >> shift & 255) / 255
      return weight * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
    }
    return parts.reduce(0, +)
  }
}
