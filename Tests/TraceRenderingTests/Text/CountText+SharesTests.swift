import Testing
import TraceAnalysis
import TraceRendering

@Suite
struct CountTextSharesTests {
  @Test(
    arguments: [
      (0, "0 %"), (0.001, "<1 %"), (0.005, "1 %"), (0.914, "91 %"), (0.994, "99 %"),
      (0.9999, ">99 %"), (1, "100 %"), (.nan, "0 %"),
    ] as [(Double, String)]
  )
  func `What is neither none nor all never reads so`(share: Double, expected: String) {
    #expect(CountText.percent(share) == expected)
  }

  @Test
  func `A mean has one decimal`() {
    #expect(CountText.mean(0) == "0")
    #expect(CountText.mean(1.55) == "1.6")
    #expect(CountText.mean(1_234) == "1,234.0")
  }
}
