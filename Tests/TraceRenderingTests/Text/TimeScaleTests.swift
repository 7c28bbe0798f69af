import Testing

@testable import TraceRendering

@Suite
struct TimeScaleTests {
  @Test
  func `The unit suits the whole`() {
    func text(_ nanoseconds: UInt64, parts: Int = 1) -> String {
      let scale = TimeScale(nanoseconds, parts: parts, charset: .unicode)
      return "\(scale.text(nanoseconds)) \(scale.unit)"
    }
    #expect(text(0) == "0 ns")
    #expect(text(999) == "999 ns")
    #expect(text(1_500) == "1.500 µs")
    #expect(text(803_112_499) == "803.112 ms")
    #expect(text(1_834_553_500) == "1,834.554 ms")
    #expect(text(61_000_000_000) == "61.000 s")
    #expect(text(.max) == "18,446,744,073.710 s")
    #expect(TimeScale(1_500, parts: 1, charset: .ascii).unit == "us")
  }

  @Test
  func `Where many parts are short it has more decimals, down to a nanosecond`() {
    #expect(TimeScale(1_000_000_000, parts: 10_000, charset: .unicode).text(5) == "0.000")
    #expect(TimeScale(1_000_000_000, parts: 100_000, charset: .unicode).text(54) == "0.0001")
    #expect(TimeScale(1_000_000_000, parts: 10_000_000, charset: .unicode).text(5) == "0.000005")
    #expect(TimeScale(20_000_000_000, parts: .max, charset: .unicode).text(5) == "0.000000005")
  }

  @Test
  func `Shares add up to a hundred percent as they are printed`() {
    #expect(ShareText.percents([1, 1, 1]) == ["33.3 %", "33.4 %", "33.3 %"])
    #expect(ShareText.percents([0, 7]) == ["0.0 %", "100.0 %"])
    #expect(ShareText.percents([0, 0]) == ["0.0 %", "0.0 %"])
    #expect(ShareText.percents([]) == [])
    #expect(ShareText.percents([.max, .max]) == ["50.0 %", "50.0 %"])
  }
}
