import Testing

@testable import OptraceCommands

struct PercentWordTests {
  @Test(arguments: [
    ("10%", 0.1), ("10", 0.1), ("7.5%", 0.075), ("0", 0), ("0%", 0), ("100000%", 1_000),
  ])
  func itIsANumberOfPercent(word: String, share: Double) {
    #expect(PercentWord.share(word) == share)
  }

  @Test(arguments: ["", "%", "-1%", "ten", "1e3", "10 %", "0x1p4", "nan", "inf", "100001", "1.2.3"])
  func everythingElseIsNone(word: String) {
    #expect(PercentWord.share(word) == nil)
  }
}
