import Testing
import TraceEvents
import TraceRendering
import TraceTestSupport

@Suite
struct TimelineBarTests {
  private func bar(_ parts: [(BarTone, UInt64, UInt64)], columns: Int = 10) -> String {
    let axis = TimeAxis(RunSpan(from: 0, to: 1_000), columns: columns, charset: .ascii)
    let cells = TimelineBar(parts.map { BarPart($0.0, $0.1, $0.2) }, along: axis).cells
    let glyphs = TimelineGlyphs(.ascii)
    return String(cells.map { tone in tone.map(glyphs.glyph) ?? " " })
  }

  @Test
  func `A column shows what took most of it`() {
    #expect(bar([(.waitingForDependencies, 0, 360), (.executing, 360, 800)]) == "....####  ")
    #expect(bar([(.waitingForDependencies, 0, 340), (.executing, 340, 800)]) == "...#####  ")
  }

  @Test
  func `What executed is never lost`() {
    #expect(bar([(.waitingForDependencies, 0, 510), (.executing, 510, 511)]) == ".....#    ")
    #expect(bar([(.executing, 999, 1_000)]) == "         #")
    #expect(bar([(.executing, 0, 10), (.stalled, 10, 1_000)]) == "#XXXXXXXXX")
  }

  @Test
  func `Each state has a character of its own in each charset`() {
    for charset in TextStyle.Charset.allCases {
      let glyphs = TimelineGlyphs(charset)
      #expect(Set(BarTone.allCases.map(glyphs.glyph)).count == BarTone.allCases.count)
    }
  }

  @Test
  func `Any parts give a bar of the axis's length that shows what executed`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1_000 {
      var moment: UInt64 = 0
      var parts: [(BarTone, UInt64, UInt64)] = []
      while moment < 1_000 {
        let end = min(1_000, moment + UInt64.random(in: 1...200, using: &generator))
        parts.append((BarTone.allCases.randomElement(using: &generator) ?? .dispatch, moment, end))
        moment = end + (generator.chance(0.2) ? 50 : 0)
      }
      let columns = Int.random(in: 15...300, using: &generator)
      let text = bar(parts, columns: columns)
      #expect(text.count == columns)
      if let last = parts.last, last.0 == .executing { #expect(text.contains("#")) }
    }
  }
}
