import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct TinyOperationsRuleTests {
  private let script = TraceScript()

  /// Operations that are added one after the other, each `gapNs` after the one before, and run on two threads.
  @discardableResult
  private func rows(
    _ count: Int = 2_000,
    gapNs: UInt64 = 2_000,
    runsNs: UInt64 = 3_000,
    pauseNs: UInt64 = 1_000
  ) -> [OperationID] {
    let queue = script.queue("rows")
    let threads = [ThreadID(rawValue: 7), ThreadID(rawValue: 8)]
    var free: [UInt64] = [0, 0]
    return (0..<count).map { number in
      let row = script.operation("row", class: "Row")
      let added = UInt64(number) * gapNs
      script.at(ns: added).enqueue(row, on: queue)
      let lane = number % 2
      let start = max(added + 500, free[lane])
      script.at(ns: start).on(threads[lane]).start(row)
      script.at(ns: start + runsNs).finish(row)
      free[lane] = start + runsNs + pauseNs
      return row
    }
  }

  @Test func saysWhatTheyDoAndWhatTheyCost() {
    let all = rows()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "tiny-operations",
          severity: .warning,
          certainty: .likely,
          operations: all,
          queues: [QueueID(rawValue: 1)],
          since: .zero,
          sentence: "2,000 operations of queue rows ran for 3.00 µs in the median, and it takes "
            + "1.00 µs to put one through the queue.",
          proof: [
            "all of them together executed for 6.00 ms, and took 2.00 ms to be added and started"
          ],
          advice: "Put many of these steps into one operation of queue rows, or do them in a loop "
            + "where they are added."
        )
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutFew() {
    rows(999)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOperationsThatAreWorthIt() {
    rows(runsNs: 10_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  /// One each millisecond, as from a timer: nobody is in a hurry, so nobody pays.
  @Test func isSilentAboutSmallOnesNowAndThen() {
    rows(gapNs: 1_000_000, runsNs: 200_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutBurstsInALongTime() {
    rows()
    let late = script.operation("late", class: "Row")
    script.run(late, on: QueueID(rawValue: 1), enqueued: 1_000, started: 1_001, finished: 1_002)
    #expect(script.diagnosis().findings.isEmpty)
  }

  /// An array of operations is written down before the call that adds it: that is no measure of the call.
  @Test func doesNotTakeTheRecordingOfAnArrayForItsCost() {
    rows(gapNs: 50, runsNs: 3_000, pauseNs: 200)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
