import Testing
import TraceRendering
import TraceTestSupport

@Suite
struct MiddleCutTests {
  @Test(arguments: [
    ("short", 8, "short"), ("exactly8", 8, "exactly8"), ("upload IMG_0117", 10, "uploa…0117"),
    ("写真を読み込む", 8, "写真…む"), ("abc", 1, "…"), ("", 4, ""),
  ])
  func `Beginning and end stay`(text: String, limit: Int, expected: String) {
    #expect(MiddleCut.columns(text, to: limit) == expected)
  }

  @Test
  func `The ASCII charset has an ellipsis of three dots`() {
    #expect(MiddleCut.columns("upload IMG_0117", to: 10, charset: .ascii) == "uplo...117")
  }

  @Test
  func `No text is wider than the limit afterwards`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let text = VisibleText.line(HostileText.random(&generator))
      let limit = Int.random(in: 1...40, using: &generator)
      #expect(DisplayWidth.of(MiddleCut.columns(text, to: limit)) <= limit)
      let scalars = MiddleCut.scalars(text, to: limit).unicodeScalars.count
      #expect(scalars <= limit)
    }
  }

  @Test
  func `Ten thousand characters are cut to a thousand`() {
    let cut = MiddleCut.scalars(String(repeating: "0123456789", count: 1_000), to: 1_000)
    #expect(cut.count == 1_000)
    #expect(cut.hasPrefix("0123456789") && cut.hasSuffix("0123456789"))
  }
}
