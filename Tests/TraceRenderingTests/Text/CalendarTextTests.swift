import Testing
import TraceRendering

@Suite
struct CalendarTextTests {
  @Test(
    arguments: [
      (0, "1970-01-01 00:00:00 UTC"), (951_782_399, "2000-02-28 23:59:59 UTC"),
      (951_782_400, "2000-02-29 00:00:00 UTC"), (1_078_099_200, "2004-03-01 00:00:00 UTC"),
      (1_796_025_480, "2026-11-30 07:58:00 UTC"), (4_107_542_399, "2100-02-28 23:59:59 UTC"),
      (4_107_542_400, "2100-03-01 00:00:00 UTC"), (18_446_744_073, "2554-07-21 23:34:33 UTC"),
    ] as [(UInt64, String)]
  )
  func `Seconds since 1970 are a date`(seconds: UInt64, expected: String) {
    #expect(CalendarText.utc(unixNanoseconds: seconds * 1_000_000_000) == expected)
  }
}
