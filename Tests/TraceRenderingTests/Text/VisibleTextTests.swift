import Testing
import TraceRendering
import TraceTestSupport

@Suite
struct VisibleTextTests {
  @Test(arguments: [
    ("load raw data", "load raw data"), ("a\tb", "a b"), ("a\nb\r\nc", "a\\nb\\r\\nc"),
    ("\u{1B}[31m", "\\u{1B}[31m"), ("\0", "\\0"), ("\u{9B}2J", "\\u{9B}2J"),
    ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
    ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"),
    ("a\u{2028}b", "a\\u{2028}b"), ("\u{FFFE}\u{FFFF}", "\\u{FFFE}\\u{FFFF}"),
    ("a\u{AD}b", "a\\u{AD}b"), ("שלום", "שלום"), ("写真", "写真"), ("👩‍👩‍👧‍👦 ❤️ 👋🏽", "👩‍👩‍👧‍👦 ❤️ 👋🏽"),
    ("a\u{200D}b", "a\\u{200D}b"), ("Q\u{FE0F}\u{200D}", "Q\\u{FE0F}\\u{200D}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"),
  ])
  func `What can't be seen becomes visible, and what can stays`(text: String, expected: String) {
    #expect(VisibleText.line(text) == expected)
  }

  @Test
  func `The ASCII charset escapes the rest`() {
    #expect(VisibleText.line("é写\n\"\\", charset: .ascii) == "\\u{E9}\\u{5199}\\n\"\\")
  }

  @Test
  func `A pile of marks or joined emoji does not grow without bounds`() {
    let marks = VisibleText.line("e" + String(repeating: "\u{301}", count: 10_000))
    #expect(marks.map { $0.unicodeScalars.count }.max() ?? 0 <= 6)
    let family = VisibleText.line(String(repeating: "👩\u{200D}", count: 10_000))
    #expect(family.map { $0.unicodeScalars.count }.max() ?? 0 <= 24)
  }

  @Test
  func `A mark without a letter to stand on is escaped`() {
    #expect(VisibleText.line("\u{301}\u{302}e\u{301}") == #"\u{301}\u{302}"# + "e\u{301}")
    #expect(VisibleText.line("\u{1B}\u{301}") == #"\u{1B}\u{301}"#)
  }

  @Test(arguments: [TextStyle.Charset.unicode, .ascii])
  func `Any text comes out safe, and the same when it is applied again`(
    charset: TextStyle.Charset
  ) {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let text = HostileText.random(&generator)
      let visible = VisibleText.line(text, charset: charset)
      #expect(visible.isSafeToShow, "\(text.unicodeScalars.map(\.value))")
      #expect(VisibleText.line(visible, charset: charset).utf8.elementsEqual(visible.utf8))
      if charset == .ascii { #expect(visible.utf8.allSatisfy { $0 < 0x80 }) }
    }
  }

  @Test
  func `Blank is what shows nothing`() {
    #expect(VisibleText.isBlank(""))
    #expect(VisibleText.isBlank(" \u{3000}\u{A0}"))
    #expect(!VisibleText.isBlank(" x"))
  }
}
