import Testing
import TraceAnalysis

@Suite struct CountTextTests {
  @Test func countsWithANoun() {
    #expect(CountText.of(1, "operation") == "1 operation")
    #expect(CountText.of(1_002, "operation") == "1,002 operations")
    #expect(CountText.of(0, "class", "classes") == "0 classes")
    #expect(CountText.grouped(-1_234_567) == "-1,234,567")
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c", "d"], "a, b, c and d"),
    (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
  ])
  func listsTheFirstFew(items: [String], text: String) {
    #expect(CountText.list(items) == text)
  }

  @Test func countsWhatIsNotAtHand() {
    #expect(CountText.list(["a", "b"], of: 1_500) == "a, b and 1,498 more")
  }
}
