import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct AsynchronousWorkInMainRuleTests {
  private let script = TraceScript()

  private func login(
    on queue: QueueID,
    _ overrides: TraceEvent.Flags = [.overridesIsAsynchronous, .overridesMain],
    takesMs: Double = 0.1
  ) -> OperationID {
    let login = script.operation("login", class: "Login", overrides: overrides)
    script.run(login, on: queue, enqueued: 0, started: 1, finished: 1 + takesMs)
    return login
  }

  @Test func hintsAtWorkThatMayHaveGoneOn() {
    let queue = script.queue("net")
    let login = login(on: queue)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "asynchronous-work-in-main",
          severity: .warning,
          certainty: .likely,
          operations: [login],
          queues: [queue],
          since: TraceInstant(nanoseconds: 1_100_000),
          sentence: "login is asynchronous by its own account, but was finished when main() "
            + "returned after 100 µs: what main() began may have gone on.",
          proof: [
            "Login overrides isAsynchronous, and neither start() nor isFinished",
            "login started 1.00 ms into the recording and finished 100 µs later",
          ],
          advice: "Let Login override start(), isExecuting and isFinished too, and finish in the "
            + "callback, if its main() only begins the work; if it does all of it, leave out "
            + "isAsynchronous, which no queue asks for."
        )
    )
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("net")
    for _ in 0..<20 { _ = login(on: queue) }
    let finding = script.diagnosis().only
    #expect(finding?.proof.filter { $0.contains("isAsynchronous") }.count == 1)
    #expect(
      finding?.sentence
        == "20 operations of class Login are asynchronous by their own account, but were finished "
        + "when main() returned: login #1, login #2, login #3 and 17 more; what main() began may "
        + "have gone on."
    )
  }

  // MARK: Near misses

  @Test(
    arguments: [
      [], .overridesMain, [.overridesIsAsynchronous, .overridesStart],
      [.overridesIsAsynchronous, .overridesIsFinished],
    ] as [TraceEvent.Flags]
  )
  func isSilentAboutAClassThatOverrides(_ overrides: TraceEvent.Flags) {
    _ = login(on: script.queue("net"), overrides)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereMainDoesTheWork() {
    let queue = script.queue("net")
    for _ in 0..<3 { _ = login(on: queue, takesMs: 12) }
    _ = login(on: queue)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACancelledOne() {
    let queue = script.queue("net")
    let login = script.operation("login", class: "Login", overrides: .overridesIsAsynchronous)
    script.at(ms: 0).enqueue(login, on: queue).cancel(login)
    script.run(login, started: 1, finished: 1)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
