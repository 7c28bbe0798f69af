import Testing
import TraceEvents

struct DurationWordTests {
  @Test(arguments: [
    ("5s", Duration.seconds(5)), ("500ms", .milliseconds(500)), ("2min", .seconds(120)),
    ("100us", .microseconds(100)), ("100µs", .microseconds(100)), ("100μs", .microseconds(100)),
    ("7ns", .nanoseconds(7)), ("1h", .seconds(3600)), ("0s", .zero), ("1.5s", .milliseconds(1500)),
    ("5 s", .seconds(5)), ("0.25ms", .microseconds(250)), ("10sec", .seconds(10)),
    ("1.0000000001h", .nanoseconds(3_600_000_000_360)), ("0.4ns", .zero),
    ("9223372036854775807ns", .nanoseconds(Int64.max)),
  ])
  func aNumberAndAUnitAreALengthOfTime(word: String, duration: Duration) {
    #expect(DurationWord.duration(word) == duration)
  }

  @Test(arguments: [
    "", "5", "s", "-5s", "+5s", "5m", "5 m", "5S", "s5", "5s5", "1.2.3s", ".5s", "5.s", "1e3s",
    "five s", "٥s", "5s ", " 5s", "0x5s", "9223372036854775808ns", "300000000h",
    "9223372036854775807.9ns", "1.00000000001s",
  ])
  func anythingElseIsNone(word: String) {
    #expect(DurationWord.duration(word) == nil)
  }

  @Test(arguments: [
    (Duration.seconds(5), "5s"), (.milliseconds(1500), "1500ms"), (.seconds(60), "1min"),
    (.seconds(90), "90s"), (.seconds(5400), "90min"), (.seconds(7200), "2h"), (.zero, "0s"),
    (.microseconds(3), "3us"), (.nanoseconds(1), "1ns"),
  ])
  func aLengthOfTimeIsWrittenAsItWouldBeTyped(duration: Duration, word: String) {
    #expect(DurationWord.text(duration) == word)
  }
}
