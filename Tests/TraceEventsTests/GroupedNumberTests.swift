import Testing
import TraceEvents

@Suite struct GroupedNumberTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (100_000, "100,000"),
  ])
  func `Thousands are set apart`(number: Int, text: String) {
    #expect(GroupedNumber.text(number) == text)
    #expect(GroupedNumber.text(Int64(number)) == text)
  }

  @Test func `A noun is as many as the number says`() {
    #expect(GroupedNumber.text(1 as UInt64, "event") == "1 event")
    #expect(GroupedNumber.text(342_536 as UInt64, "event") == "342,536 events")
    #expect(GroupedNumber.text(0, "chunk is", "chunks are") == "0 chunks are")
  }
}
