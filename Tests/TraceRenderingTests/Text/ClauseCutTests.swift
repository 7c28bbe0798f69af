import Testing
import TraceRendering

@Suite
struct ClauseCutTests {
  @Test(arguments: [
    ("short: and whole", 16, "short: and whole"),
    ("a waits for b: b waits for c, c waits for a", 36, "a waits for b: b waits for c …"),
    ("a waits for b: b waits for c, c waits for a", 26, "a waits for b …"),
    // A name may hold what ends clauses elsewhere.
    (#"it waits for "a, b, c, d": never"#, 28, #"it waits for "a, b, c, d" …"#),
    ("nothing in this ends a clause at all", 11, "nothi…t all"),
    ("a, then nothing that ends a clause in time", 20, "a, then no…e in time"),
    ("", 4, ""),
  ])
  func `Clauses stay whole`(sentence: String, limit: Int, expected: String) {
    let cut = ClauseCut.columns(sentence, to: limit)
    #expect(cut == expected)
    #expect(DisplayWidth.of(cut) <= limit)
  }

  @Test
  func `The ASCII charset has an ellipsis of three dots`() {
    let cut = ClauseCut.columns("one waits, two waits, three", to: 16, charset: .ascii)
    #expect(cut == "one waits ...")
  }
}
