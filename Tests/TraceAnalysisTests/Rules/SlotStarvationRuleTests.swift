import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SlotStarvationRuleTests {
  private let script = TraceScript()

  /// Two slots held by asynchronous downloads from 0 to 1,200 ms, and something quick that is ready all the while.
  private func pictures(
    limit: Int = 2,
    downloadClass: String = "Download",
    quickMs: Double = 5,
    startsAtMs: Double = 1_200
  ) -> OperationID {
    let queue = script.queue("pictures", limit: limit)
    for number in 1...limit {
      let download = script.operation("download\(number)", class: downloadClass)
      script.detach(download, on: queue, atMs: 0)
      script.at(ms: startsAtMs).finish(download)
    }
    let quick = script.operation("thumbnail", class: "Thumbnail")
    script.run(
      quick,
      on: queue,
      enqueued: 10,
      started: startsAtMs,
      finished: startsAtMs + quickMs
    )
    return quick
  }

  @Test func namesTheQuickOneAndWhoHeldTheSlots() {
    let thumbnail = pictures()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "slot-starvation",
          severity: .warning,
          certainty: .likely,
          operations: [thumbnail],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 10_000_000),
          sentence:
            "thumbnail waited 1.19 s for a slot of queue pictures (limit 2), while download1 "
            + "and download2 held the slots and used no thread.",
          proof: [
            "thumbnail was ready 10.0 ms into the recording, waited 1.19 s for a slot and ran for "
              + "5.00 ms; the slots were held by other classes without a thread 100 % of that time"
          ],
          advice: "Give Thumbnail a queue of its own: the limit of queue pictures is taken up by "
            + "operations that only wait."
        )
    )
  }

  @Test func seesHoldersThatAreBlockedInRecordedWaits() {
    let (queue, other) = (script.queue("q", limit: 2), script.queue("other"))
    let slow = script.operation("slow")
    script.run(slow, on: other, enqueued: 0, started: 0, finished: 1_500)
    for number in 1...2 {
      let parent = script.operation("parent\(number)", class: "Parent")
      script.run(parent, on: queue, enqueued: 0, started: 0, finished: 1_501)
      script.at(ms: 1).by(parent).wait(for: slow)
      script.at(ms: 1_500).by(parent).endWait(for: slow)
    }
    let quick = script.operation("quick", class: "Quick")
    script.run(quick, on: queue, enqueued: 5, started: 1_502, finished: 1_503)
    let finding = script.diagnosis().findings.first { $0.rule == "slot-starvation" }
    #expect(finding?.operations == [quick])
  }

  @Test func tellsManyOfAClassTogether() {
    let first = pictures()
    let more = (0..<5).map { script.operation("more\($0)", class: "Thumbnail") }
    for (number, operation) in more.enumerated() {
      let start = 1_210 + Double(number)
      script.run(
        operation,
        on: QueueID(rawValue: 1),
        enqueued: 20,
        started: start,
        finished: start + 1
      )
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations == [first] + more)
    #expect(
      finding?.sentence
        == "6 operations waited up to 1.19 s for a slot of queue pictures (limit 2), while operations "
        + "of other classes held the slots and used no thread: thumbnail, more0, more1 and 3 more."
    )
  }

  // MARK: Behind more urgent ones

  /// A queue with one slot in which every operation of high priority adds the next one, and one of low priority waits.
  private func stream(
    count: Int = 1_500,
    priority: Int8 = 4,
    allAtOnce: Bool = false
  ) -> (low: OperationID, queue: QueueID) {
    let queue = script.queue("q", limit: 1)
    let low = script.operation("low")
    let first = script.operation("first")
    script.at(ms: 0).enqueue(first, on: queue, priority: priority)
    script.at(ms: 0).enqueue(low, on: queue, priority: -8)
    script.at(ms: 0).start(first)
    var before = first
    for number in 1...count {
      let next = script.operation()
      let moment = Double(number)
      script.at(ms: allAtOnce ? 0.5 : moment - 0.5).enqueue(next, on: queue, priority: priority)
      script.at(ms: moment).finish(before)
      script.at(ms: moment).start(next)
      before = next
    }
    script.at(ms: Double(count + 1)).finish(before)
    script.run(low, started: Double(count + 1), finished: Double(count + 2))
    return (low, queue)
  }

  @Test func countsTheMoreUrgentOnesThatCameLater() {
    let (low, queue) = stream()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "slot-starvation",
          severity: .warning,
          certainty: .likely,
          operations: [low],
          queues: [queue],
          since: .zero,
          sentence: "low waited 1.50 s for a slot of queue q (limit 1): 1,500 operations of higher "
            + "priority that were added later went first.",
          proof: [
            "low was ready 0 ms into the recording, waited 1.50 s for a slot and ran for 1.00 ms; "
              + "meanwhile 1,500 more urgent operations came and started"
          ],
          advice:
            "Raise the priority of low when it has waited long enough, or give what is urgent "
            + "a queue of its own."
        )
    )
  }

  @Test func isSilentAboutABatchThatIsMoreUrgent() {
    _ = stream(allAtOnce: true)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOthersOfTheSamePriority() {
    _ = stream(priority: -8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutFewMoreUrgentOnes() {
    _ = stream(count: 999)
    let busy = script.diagnosis(thresholds: DiagnosisThresholds([.starvation: .milliseconds(500)]))
    #expect(busy.findings.isEmpty)
  }

  @Test func isSilentWhereLowPriorityWaitedForASmallPartOfALongTime() {
    let (_, queue) = stream()
    let late = script.operation("late")
    script.run(late, on: queue, enqueued: 60_000, started: 60_001, finished: 60_002)
    #expect(script.diagnosis().findings.isEmpty)
  }

  // MARK: Near misses

  @Test func isSilentAboutALimitThatHoldsBackOneKind() {
    let queue = script.queue("downloads", limit: 3)
    for number in 0..<12 {
      let download = script.operation("download\(number)", class: "Download")
      let start = Double(number / 3) * 800
      script.run(download, on: queue, enqueued: 0, started: start)
      script.at(ms: start).returnFromStart(download)
      script.at(ms: start + 800).finish(download)
    }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALimitOfOne() {
    _ = pictures(limit: 1)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatIsSlowItself() {
    _ = pictures(quickMs: 150)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAShortWait() {
    _ = pictures(startsAtMs: 1_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereTheHoldersUseTheirThreads() {
    let queue = script.queue("q", limit: 2)
    for number in 1...2 {
      let encode = script.operation("encode\(number)", class: "Encode")
      script.run(encode, on: queue, enqueued: 0, started: 0, finished: 1_500)
    }
    let quick = script.operation("quick", class: "Quick")
    script.run(quick, on: queue, enqueued: 0, started: 1_500, finished: 1_501)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALineOfQuickOnes() {
    let queue = script.queue("q", limit: 2)
    for number in 0..<200 {
      let ask = script.operation(class: "Ask")
      let start = Double(number / 2) * 20
      script.at(ms: 0).enqueue(ask, on: queue)
      script.at(ms: start).start(ask).returnFromStart(ask)
      script.at(ms: start + 20).finish(ask)
    }
    let quick = script.operation("quick", class: "Quick")
    script.run(quick, on: queue, enqueued: 0, started: 2_000, finished: 2_003)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesAStallToItsRootCause() {
    let queue = script.queue("q", limit: 2)
    for number in 1...2 {
      script.detach(script.operation("leak\(number)", class: "Leak"), on: queue, atMs: 0)
    }
    script.at(ms: 1).enqueue(script.operation("quick", class: "Quick"), on: queue)
    #expect(script.diagnosis(endMs: 20_000).rules.allSatisfy { $0 != "slot-starvation" })
  }
}
