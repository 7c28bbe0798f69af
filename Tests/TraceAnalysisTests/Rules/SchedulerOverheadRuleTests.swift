import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SchedulerOverheadRuleTests {
  private let script = TraceScript()

  /// Blocked operations in a queue, and others that run in it one after the other with a pause before each.
  @discardableResult
  private func jobs(
    blocked: Int = 3_000,
    pauseMs: Double = 0.3,
    runsMs: Double = 0.01,
    limit: Int = -1,
    processors: Int = 2
  ) -> (views: [OperationID], queue: QueueID) {
    script.at(ms: 0).processors(processors)
    let (network, queue) = (script.queue("network"), script.queue("jobs", limit: limit))
    let login = script.operation("login", class: "Login")
    script.detach(login, on: network, atMs: 0)
    for _ in 0..<blocked {
      let request = script.operation(class: "Request")
      script.at(ms: 1).depend(request, on: login).enqueue(request, on: queue)
    }
    let views = (0..<400).map { script.operation("view\($0)", class: "View") }
    var now = 10.0
    for view in views {
      script.at(ms: 10).enqueue(view, on: queue)
      script.run(view, started: now + pauseMs, finished: now + pauseMs + runsMs)
      now += pauseMs + runsMs
    }
    return (views, queue)
  }

  @Test func saysWhatWasLostAndHowManyAreBlocked() {
    let (views, queue) = jobs()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "scheduler-overhead",
          severity: .warning,
          certainty: .likely,
          operations: views,
          queues: [queue],
          since: TraceInstant(nanoseconds: 10_000_000),
          sentence: "Queue jobs lost 120 ms between its operations, 300 µs for each of 400: "
            + "Foundation looked through up to 3,000 others that were blocked in it.",
          proof: [
            "for 124 ms operations were ready and slots free, while 3,000 were blocked; in 120 ms "
              + "of that no thread was inside an operation of the queue"
          ],
          advice: "Add what is blocked in queue jobs only when it can run, or give it a queue of "
            + "its own."
        )
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutFewBlockedOnes() {
    jobs(blocked: 999)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereMostOfTheTimeIsWork() {
    jobs(runsMs: 0.4)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereLittleIsLost() {
    jobs(pauseMs: 0.1)
    #expect(script.diagnosis().findings.isEmpty)
  }

  /// Pauses longer than any look through so many have another reason: nothing was there to start them.
  @Test func isSilentAboutLongPauses() {
    jobs(pauseMs: 4)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereOthersTakeTheProcessors() {
    jobs()
    let busy = script.queue("busy")
    for number in 1...2 {
      let encode = script.operation("encode\(number)", class: "Encode")
      script.run(encode, on: busy, enqueued: 0, started: 1, finished: 140)
    }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereTheSlotsAreTaken() {
    let (_, queue) = jobs(limit: 1)
    let holder = script.operation("holder", class: "Holder")
    script.detach(holder, on: queue, atMs: 0.5)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
