import Testing
import TraceAnalysis
import TraceRendering

@Suite
struct DurationTextColumnsTests {
  @Test(
    arguments: [
      (0, 6, "0.000000"), (1_499, 6, "0.000001"), (1_500, 6, "0.000002"),
      (12_345_678_900, 6, "12.345679"), (999_999_999, 3, "1.000"), (5, 9, "0.000000005"),
      (.max, 1, "18446744073.7"),
    ] as [(UInt64, Int, String)]
  )
  func `A moment in seconds has so many decimals`(
    nanoseconds: UInt64,
    decimals: Int,
    expected: String
  ) {
    #expect(DurationText.seconds(nanoseconds, decimals: decimals) == expected)
  }
}
