import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

struct MomentWordTests {
  private static let second: UInt64 = 1_000_000_000

  @Test(arguments: [
    ("1.25s", 1_250_000_000), ("350ms", 350_000_000), ("350 ms", 350_000_000), ("12 µs", 12_000),
    ("0", 0), ("start", 0), ("Start", 0), ("1.5", 1_500_000_000), ("0.000001", 1_000),
    ("2 min 3 s", 123 * second), ("2min3s", 123 * second), ("3 h 12 min", 11_520 * second),
    ("2 d 3 h", 51 * 3_600 * second), ("12:30 min", 750 * second), ("1:02:03 h", 3_723 * second),
    ("1:02:03.5h", 3_723_500_000_000), (".02s", 20_000_000), (".5", 500_000_000),
    ("1m", 60 * second), ("1m30s", 90 * second), ("1 m .5 s", 60_500_000_000),
  ])
  func offsetsAreReadAsReportsWriteThem(word: String, nanoseconds: UInt64) {
    #expect(MomentWord(word) == .offset(nanoseconds), "\(word)")
  }

  @Test
  func otherMomentsAreRead() {
    #expect(MomentWord("-2s") == .beforeEnd(2 * Self.second))
    #expect(MomentWord("-1.5") == .beforeEnd(1_500_000_000))
    #expect(MomentWord("end") == .beforeEnd(0))
    let noon = 43_384_500_000_000 as UInt64
    for word in ["12:03:04.5", "12:03:04.5 UTC", "12:03:04.5z"] {
      #expect(MomentWord(word) == .clock(noon, day: nil), "\(word)")
    }
    #expect(MomentWord("12:03") == .clock(43_380 * Self.second, day: nil))
    #expect(MomentWord("1970-01-02 12:03:04.5") == .clock(noon, day: 1))
    #expect(MomentWord("2026-11-30T12:03:04.5Z") == .clock(noon, day: 20_787))
    #expect(MomentWord("2024-02-29 00:00") == .clock(0, day: 19_782))
  }

  @Test(arguments: [
    "", " ", "-", ".", ".s", "--", "1.2.3", "1x", "s", "1s2", "12:", ":30", "12:60", "24:00:00",
    "12:03:04:05",
    "1:60:00 h", "12:61 min", "1:2 h", "2026-02-29 12:00", "2026-13-01 12:00", "2026-1 12:00",
    "1e5", "+1s", "١s", "99999999999999999999", "9999999999s 9999999999s 9999999999s", "strat",
    "999999999999d", "12:03:04.1234567890", "\u{1B}[2J",
  ])
  func whatIsNoMomentIsRefused(word: String) {
    #expect(MomentWord(word) == nil, "\(word)")
  }

  private func trace(startedAt: UInt64 = 0, endMs: Double) -> Trace {
    let script = TraceScript()
    script.header.startedAtUnixNanoseconds = startedAt
    return script.trace(endMs: endMs)
  }

  private func instant(_ word: String, _ trace: Trace) throws -> UInt64 {
    let moment = try #require(MomentWord(word))
    return try moment.instant(in: trace).nanoseconds
  }

  private func reason(_ word: String, _ trace: Trace) -> String {
    do throws(MomentWord.OutOfRange) {
      guard let moment = MomentWord(word) else { return "no moment" }
      return "at \(try moment.instant(in: trace).nanoseconds)"
    } catch {
      return error.reason
    }
  }

  @Test
  func momentsAreFoundInATrace() throws {
    let trace = trace(endMs: 5_196.3)
    #expect(try instant("1.25s", trace) == 1_250_000_000)
    #expect(try instant("end", trace) == trace.end.nanoseconds)
    #expect(try instant("-2s", trace) == trace.end.nanoseconds - 2_000_000_000)
    // As a report writes the end.
    #expect(try instant("5.20 s", trace) == trace.end.nanoseconds)
    #expect(try instant("-5.20 s", trace) == 0)
    #expect(
      reason("5.3s", trace) == "that is after the end; the recording lasted 5.20 s"
    )
    #expect(
      reason("-1min", trace) == "that is before the beginning; the recording lasted 5.20 s"
    )
    #expect(reason("12:00:00", trace).contains("does not say when it began"))
  }

  @Test
  func timesOfDayAreFoundInATrace() throws {
    // 2026-11-30 23:59:58.123456 UTC
    let began = 20_787 * 86_400 * Self.second + 86_398_123_456_000
    let night = trace(startedAt: began, endMs: 5_000)
    #expect(try instant("23:59:59", night) == 876_544_000)
    #expect(try instant("00:00:01", night) == 2_876_544_000)
    #expect(try instant("2026-12-01 00:00:01", night) == 2_876_544_000)
    // As the summary writes the beginning, to the millisecond.
    #expect(try instant("23:59:58.123", night) == 0)
    let span = "the recording went from 2026-11-30 23:59:58.123 UTC to 2026-12-01 00:00:03.123 UTC"
    #expect(reason("23:59:57", night) == span)
    #expect(reason("2026-11-30 00:00:01", night) == span)
    let days = trace(startedAt: began, endMs: 3 * 86_400_000)
    #expect(
      reason("12:00", days)
        == "the recording has several such moments; give the date, too: 2026-11-30 ..."
    )
    #expect(try instant("2026-12-02 00:00", days) == 86_401_876_544_000)
  }
}
