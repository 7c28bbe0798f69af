import Testing
import TraceAnalysis

@Suite struct DurationTextTests {
  @Test(arguments: [
    (0, "0 ms"), (850, "850 ns"), (12_345, "12.3 µs"), (84_000_000, "84.0 ms"),
    (999_499_999, "999 ms"), (999_500_000, "1.00 s"), (1_236_000_000, "1.24 s"),
    (12_400_000_000, "12.4 s"), (59_949_999_999, "59.9 s"), (59_950_000_000, "1 min"),
    (123_000_000_000, "2 min 3 s"), (11_520_000_000_000, "3 h 12 min"),
    (200_000_000_000_000, "2 d 7 h"), (UInt64.max, "213503 d 23 h"),
  ])
  func readsWell(nanoseconds: UInt64, text: String) {
    #expect(DurationText.short(nanoseconds) == text)
  }

  @Test func hasAnASCIIForm() {
    #expect(DurationText.short(12_345, ascii: true) == "12.3 us")
  }
}
