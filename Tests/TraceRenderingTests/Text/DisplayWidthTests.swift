import Testing
import TraceRendering

@Suite
struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("写真", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ﾊﾝ", 2), ("Ａ", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("👋🏽", 2), ("·░█╳┃", 5),
    ("שלום", 4), ("नमस्ते", 4), ("", 0),
  ])
  func `Columns are counted as terminals do`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }
}
