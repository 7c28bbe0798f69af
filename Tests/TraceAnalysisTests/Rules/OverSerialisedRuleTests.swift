import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct OverSerialisedRuleTests {
  private let script = TraceScript()

  /// Operations of 300 ms that all are there from the beginning, in a queue with a limit.
  @discardableResult
  private func batch(
    _ count: Int = 12,
    limit: Int = 2,
    classes: [String] = ["Resize"],
    isAsynchronous: Bool = false,
    processors: Int? = 16,
    addedEveryMs: Double = 0
  ) -> [OperationID] {
    let queue = script.queue("photos", limit: limit)
    if let processors { script.at(ms: 0).processors(processors) }
    let all = (0..<count).map { number in
      script.operation("resize\(number)", class: classes[number % classes.count])
    }
    for (number, resize) in all.enumerated() {
      let added = Double(number) * addedEveryMs
      let start = max(added, Double(number / limit) * 300)
      script.run(resize, on: queue, enqueued: added, started: start)
      if isAsynchronous { script.at(ms: start).returnFromStart(resize) }
      script.at(ms: start + 300).finish(resize)
    }
    return all
  }

  @Test func saysWhatALargerLimitWouldBring() {
    let all = batch()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "over-serialised",
          severity: .warning,
          certainty: .likely,
          operations: Array(all[2...]),
          queues: [QueueID(rawValue: 1)],
          since: .zero,
          sentence: "With a limit of 16 instead of 2 for queue photos the run would take 300 ms "
            + "instead of 1.80 s, as a simulation with the recorded durations says.",
          proof: [
            "10 operations of queue photos waited for a slot, up to 1.50 s",
            "threads were inside operations 13 % of the time of 16 processors",
            "dependencies and arrivals alone would take 300 ms, with limits of one kept",
          ],
          advice: "Set maxConcurrentOperationCount of queue photos to 16, unless its operations "
            + "share something that must be spared."
        )
    )
  }

  @Test func takesTheLeastLimitThatIsEnough() {
    let all = batch()
    // What comes after takes a second anyway.
    let index = script.operation("index")
    for resize in all { script.at(ms: 0).depend(index, on: resize) }
    script.run(index, on: script.queue("other"), enqueued: 0, started: 1_800, finished: 3_800)
    // 3.8 s; 2.3 s without a limit, 2.9 s with 4 and 2.6 s with 8.
    let sentence = script.diagnosis().only?.sentence
    #expect(sentence?.hasPrefix("With a limit of 16 instead of 2 ") == true)
  }

  @Test func speaksOfSeveralKindsThatShareALimit() {
    batch(classes: ["Download", "LookUp"], isAsynchronous: true)
    #expect(script.diagnosis().rules == ["over-serialised"])
  }

  @Test func knowsThatWhatFollowsAWaitWouldHaveComeEarlier() {
    let queue = script.queue("photos", limit: 2)
    script.at(ms: 0).processors(16)
    // The program adds twelve at a time, and waits for them before it goes on.
    for round in 0..<4 {
      let added = Double(round) * 1_800
      for number in 0..<12 {
        let resize = script.operation("resize\(round)-\(number)", class: "Resize")
        let start = added + Double(number / 2) * 300
        script.run(resize, on: queue, enqueued: added, started: start, finished: start + 300)
      }
      script.at(ms: added).waitForAll(of: queue)
      script.at(ms: added + 1_800).endWaitForAll(of: queue)
    }
    let sentence = script.diagnosis().only?.sentence
    #expect(sentence?.contains("would take 1.20 s instead of 7.20 s") == true)
  }

  // MARK: Near misses

  @Test func isSilentAboutALimitOfOne() {
    batch(limit: 1)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALimitThatSparesSomethingElse() {
    batch(classes: ["Download"], isAsynchronous: true)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test(arguments: [4, nil])
  func isSilentWhereTheMachineIsAtWork(processors: Int?) {
    batch(processors: processors)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereOperationsArriveOneByOne() {
    batch(addedEveryMs: 140)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereItWouldSaveLittle() {
    batch(8)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereDependenciesKeepTheOrder() {
    let all = batch()
    for (a, b) in zip(all, all.dropFirst(2)) { script.at(ms: 0).depend(b, on: a) }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereAnotherQueueTakesAsLong() {
    batch()
    let long = script.operation("long")
    script.run(long, on: script.queue("other"), enqueued: 0, started: 0, finished: 1_700)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereASuspensionIsWhatCounted() {
    let queue = script.queue("other")
    let late = script.operation("late")
    script.at(ms: 0).suspend(queue).enqueue(late, on: queue)
    script.at(ms: 3_000).resume(queue)
    script.run(late, started: 3_001, finished: 3_500)
    batch()
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesAStallToItsRootCause() {
    batch()
    script.detach(script.operation("stuck", class: "Stuck"), on: script.queue("net"), atMs: 0)
    #expect(script.diagnosis(endMs: 12_000).rules == ["never-finished"])
  }
}
