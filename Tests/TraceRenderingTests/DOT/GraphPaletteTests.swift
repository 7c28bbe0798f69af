import Testing
import TraceRendering

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
}
