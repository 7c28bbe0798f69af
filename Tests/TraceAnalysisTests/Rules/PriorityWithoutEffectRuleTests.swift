import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct PriorityWithoutEffectRuleTests {
  private let script = TraceScript()

  @Test func namesOneThatAnOperationSetsForItself() {
    let queue = script.queue("net")
    let upload = script.operation("upload")
    script.run(upload, on: queue, enqueued: 0, started: 1, finished: 9)
    script.at(ms: 3).by(upload).setPriority(of: upload, to: 8)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "priority-without-effect",
          severity: .warning,
          certainty: .proven,
          operations: [upload],
          queues: [queue],
          since: TraceInstant(nanoseconds: 3_000_000),
          sentence: "upload set its own priority to veryHigh 2.00 ms after it had started: that "
            + "has no effect.",
          proof: [
            "upload was added to its queue 0 ms into the recording, started 1.00 ms into it and "
              + "was given priority veryHigh 3.00 ms into it"
          ],
          advice: "Set the priority of upload before it is added to the queue."
        )
    )
  }

  @Test func namesAnAfterthoughtOfTheThreadThatAddedIt() {
    let upload = script.operation("upload")
    script.run(upload, on: script.queue("net"), enqueued: 0, started: 1, finished: 9)
    script.at(ms: 3).setPriority(of: upload, to: 4)
    #expect(
      script.diagnosis().only?.sentence
        == "The priority of upload was set to high 2.00 ms after upload had started: that has no "
        + "effect."
    )
  }

  /// A busy slot, an upload that is raised at 2 ms, and others that start before it, 10 ms each.
  private func overtaken(
    by count: Int,
    limit: Int = 1,
    raisedTo priority: Int8 = 8
  ) -> OperationID {
    let queue = script.queue("net", limit: limit)
    let (busy, upload) = (script.operation("busy"), script.operation("upload"))
    script.run(busy, on: queue, enqueued: 0, started: 0, finished: 10)
    script.at(ms: 1).enqueue(upload, on: queue, qualityOfService: 0x11)
    script.at(ms: 2).on(ThreadID(rawValue: 7)).setPriority(of: upload, to: priority)
    for number in 0..<count {
      let begin = Double(number + 1) * 10
      let other = script.operation("other\(number)")
      script.run(other, on: queue, enqueued: 1, started: begin + 1, finished: begin + 10)
    }
    let end = Double(count + 1) * 10
    script.run(upload, started: end + 1, finished: end + 2)
    return upload
  }

  @Test func namesOneThatOthersOvertook() {
    let upload = overtaken(by: 3)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [upload])
    #expect(
      finding?.sentence
        == "upload was given priority veryHigh 1.00 ms after it had been added to queue net, which "
        + "started 3 operations of lower priority before it all the same."
    )
  }

  @Test func namesOneInAQueueWithoutALimit() {
    let queue = script.queue("net")
    for number in 0..<12 {
      let begin = Double(number) * 100
      let other = script.operation("other\(number)")
      script.run(other, on: queue, enqueued: 0, started: begin + 1, finished: begin + 99)
    }
    let upload = script.operation("upload")
    script.at(ms: 2).enqueue(upload, on: queue, priority: 8)
    script.run(upload, started: 1_202, finished: 1_203)
    let finding = script.diagnosis().only
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "upload has priority veryHigh and waited 1.20 s for a thread behind 11 operations of "
        + "lower priority: its queue has no limit, so priorities have no effect."
    )
    #expect(
      finding?.advice
        == "Set maxConcurrentOperationCount of queue net, so that upload can go first."
    )
  }

  @Test func tellsManyOfAKindTogether() {
    let queue = script.queue("net")
    for number in 0..<20 {
      let upload = script.operation("upload\(number)")
      script.run(upload, on: queue, enqueued: 0, started: 1, finished: 9)
      script.at(ms: 3).by(upload).setPriority(of: upload, to: 8)
    }
    #expect(
      script.diagnosis().only?.sentence
        == "The priorities of 20 operations had no effect: they were set after the start. Those "
        + "are of upload0, upload1, upload2 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutAProgramThatRaisesWhatIsStillThere() {
    let queue = script.queue("net")
    let (upload, other) = (script.operation("upload"), script.operation("other"))
    script.run(upload, on: queue, enqueued: 0, started: 1, finished: 9)
    script.run(other, on: queue, enqueued: 2, started: 3, finished: 9)
    script.at(ms: 4).setPriority(of: upload, to: 8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACallLongAfterTheEnqueue() {
    let upload = script.operation("upload")
    script.run(upload, on: script.queue("net"), enqueued: 0, started: 1, finished: 900)
    script.at(ms: 101).setPriority(of: upload, to: 8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACallThatChangesNothing() {
    let upload = script.operation("upload")
    script.at(ms: 0).enqueue(upload, on: script.queue("net"), priority: 8)
    script.run(upload, started: 1, finished: 9)
    script.at(ms: 3).setPriority(of: upload, to: 8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACallInTime() {
    let upload = script.operation("upload")
    script.at(ms: 0).enqueue(upload, on: script.queue("net")).setPriority(of: upload, to: 8)
    script.run(upload, started: 1, finished: 9)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test(arguments: [(1, 1, 8), (3, 3, 8), (3, 1, -4)] as [(Int, Int, Int8)])
  func isSilentWhereTheOthersMayHaveHadTheirSlots(count: Int, limit: Int, priority: Int8) {
    _ = overtaken(by: count, limit: limit, raisedTo: priority)
    #expect(script.diagnosis().findings.isEmpty)
  }

  private enum Unlimited: CaseIterable {
    case startedSoon, suspended, normal, nothingInFront
  }

  @Test(arguments: Unlimited.allCases)
  private func isSilentInAQueueWithoutALimit(_ unlimited: Unlimited) {
    let queue = script.queue("net")
    let isSoon = unlimited == .startedSoon
    for number in 0..<12 where unlimited != .nothingInFront {
      let begin = Double(number) * (isSoon ? 10 : 100)
      let other = script.operation("other\(number)")
      script.run(other, on: queue, enqueued: 0, started: begin + 1, finished: begin + 9)
    }
    let upload = script.operation("upload")
    script.at(ms: 2).enqueue(upload, on: queue, priority: unlimited == .normal ? 0 : 8)
    if unlimited == .suspended {
      script.at(ms: 3).suspend(queue)
      script.at(ms: 1_200).resume(queue)
    }
    script.run(upload, started: isSoon ? 130 : 1_202, finished: 1_203)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
