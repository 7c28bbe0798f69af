import Testing
import TraceRendering
import TraceTestSupport

@Suite
struct TextWrapTests {
  @Test
  func `Text breaks at spaces, and inside a word that is too long`() {
    #expect(TextWrap.lines("one two three", width: 8) == ["one two", "three"])
    #expect(TextWrap.lines("a verylongword b", width: 6) == ["a", "verylo", "ngword", "b"])
    #expect(TextWrap.lines("", width: 6) == [""])
    #expect(TextWrap.lines("写真写真", width: 5) == ["写真", "写真"])
  }

  @Test
  func `No line is too wide and nothing but spaces is lost`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let text = VisibleText.line(HostileText.random(&generator, pieces: 30))
      let width = Int.random(in: 2...60, using: &generator)
      let lines = TextWrap.lines(text, width: width)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      let joined = lines.joined().unicodeScalars.filter { $0 != " " }
      #expect(joined.elementsEqual(text.unicodeScalars.filter { $0 != " " }))
    }
  }
}
