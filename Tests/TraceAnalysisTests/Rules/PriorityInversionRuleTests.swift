import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct PriorityInversionRuleTests {
  private let script = TraceScript()

  /// A shop with one slot, in which a payment waits for a load that comes after twelve thumbnails of 100 ms.
  private func shop(
    payPriority: Int8 = 8,
    loadPriority: Int8 = 0,
    thumbnailPriority: Int8 = 0,
    thumbnailQuality: Int8 = -1,
    thumbnailMs: Double = 100
  ) -> (queue: QueueID, load: OperationID, pay: OperationID) {
    let queue = script.queue("shop", limit: 1)
    for number in 0..<12 {
      let thumbnail = script.operation("thumbnail\(number)")
      script.at(ms: 0).enqueue(
        thumbnail,
        on: queue,
        priority: thumbnailPriority,
        qualityOfService: thumbnailQuality
      )
      let begin = Double(number) * thumbnailMs
      script.run(thumbnail, started: begin + 1, finished: begin + thumbnailMs)
    }
    let (load, pay) = (script.operation("load"), script.operation("pay"))
    script.at(ms: 0).enqueue(load, on: queue, priority: loadPriority).depend(pay, on: load)
    script.at(ms: 0).enqueue(pay, on: queue, priority: payPriority)
    let end = 12 * thumbnailMs
    script.run(load, started: end + 1, finished: end + 2)
    script.run(pay, started: end + 3, finished: end + 4)
    return (queue, load, pay)
  }

  @Test func namesAnUrgentOperationBehindOthers() {
    let (queue, load, pay) = shop()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "priority-inversion",
          severity: .warning,
          certainty: .likely,
          operations: [load, pay],
          queues: [queue],
          since: .zero,
          sentence: "pay (priority veryHigh) waited for load (normal), which got its slot 1.20 s "
            + "later, after 12 operations that matter less than pay.",
          proof: [
            "pay waited for load from 0 ms into the recording on; queue shop started 12 operations "
              + "of lower priority before it started load 1.20 s into it"
          ],
          advice: "Give load the priority of pay, before the call that adds it to the queue.",
          edges: [
            ProofEdge(from: .operation(pay), to: .operation(load), by: .dependency),
            ProofEdge(from: .operation(load), to: .queue(queue), by: .slot),
          ]
        )
    )
  }

  @Test func tellsManyOfAKindTogether() {
    for _ in 0..<2 { _ = shop() }
    #expect(script.diagnosis().findings.count == 2)
  }

  @Test func summarisesThoseOfAQueue() {
    let (queue, load, _) = shop()
    let check = script.operation("check")
    script.at(ms: 0).depend(check, on: load).enqueue(check, on: queue, priority: 4)
    script.run(check, started: 1_205, finished: 1_206)
    #expect(
      script.diagnosis().only?.sentence
        == "2 operations of high priority waited for others of lower priority, which got their "
        + "slots up to 1.20 s later, after operations that matter less: pay for load and check for "
        + "load."
    )
  }

  // MARK: Near misses

  @Test func isSilentBelowTheThreshold() {
    _ = shop(thumbnailMs: 80)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test(arguments: [(8, 8, 0), (0, -4, 0), (-4, -8, -4), (8, 0, 8)] as [(Int8, Int8, Int8)])
  func isSilentAboutPriorities(pay: Int8, load: Int8, thumbnails: Int8) {
    _ = shop(payPriority: pay, loadPriority: load, thumbnailPriority: thumbnails)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereTheOthersMayBeAsUrgentByTheirQualityOfService() {
    _ = shop(thumbnailQuality: 0x21)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALongOperationInTheOnlySlot() {
    let queue = script.queue("shop", limit: 1)
    let (scan, load, pay) = (
      script.operation("scan"), script.operation("load"), script.operation("pay")
    )
    script.run(scan, on: queue, enqueued: 0, started: 1, finished: 3_000)
    script.at(ms: 2).depend(pay, on: load).enqueue(load, on: queue)
    script.at(ms: 2).enqueue(pay, on: queue, priority: 8)
    script.run(load, started: 3_001, finished: 3_002)
    script.run(pay, started: 3_003, finished: 3_004)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereAnotherDependencyTookLonger() {
    let (_, _, pay) = shop()
    let approve = script.operation("approve")
    script.at(ms: 0).depend(pay, on: approve)
    script.run(approve, on: script.queue("bank"), enqueued: 0, started: 1, finished: 1_202.5)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func goesByThePriorityThatWasSetLast() {
    let (_, load, _) = shop()
    script.at(ms: 1).setPriority(of: load, to: 8)
    #expect(!script.diagnosis().rules.contains("priority-inversion"))
  }
}
