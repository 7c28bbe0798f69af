import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct QuadraticReleaseRuleTests {
  private let script = TraceScript()

  /// An operation that finishes at 20 ms, and others that depend on it and run one after the other up to 400 ms.
  private func login(
    dependents count: Int = 1_500,
    limit: Int = -1,
    overrides: TraceEvent.Flags = [.overridesStart, .overridesIsFinished],
    className: String = "Login",
    queues: Int = 1
  ) -> (login: OperationID, requests: [OperationID]) {
    let login = script.operation("login", class: className, overrides: overrides)
    let all = (0..<queues).map { script.queue("q\($0)", limit: limit) }
    script.at(ms: 0).enqueue(login, on: script.queue("net")).start(login)
    let requests = (0..<count).map { script.operation("request\($0)", class: "Request") }
    for (number, request) in requests.enumerated() {
      script.at(ms: 1).depend(request, on: login).enqueue(request, on: all[number % queues])
      let start = 21 + 379 / Double(count) * Double(number)
      script.run(request, started: start, finished: start + 0.5)
    }
    return (login, requests)
  }

  @Test func saysHowLongTheFinishTookAndWhatItReleased() {
    let (login, _) = login()
    script.at(ms: 1).returnFromStart(login)
    script.at(ms: 20).finish(login)
    script.at(ms: 330).returnFromFinishNotification(of: login, afterMs: 310)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "quadratic-release",
          severity: .warning,
          certainty: .proven,
          operations: [login],
          queues: [QueueID(rawValue: 2)],
          since: TraceInstant(nanoseconds: 20_000_000),
          sentence: "The finish of login kept its thread busy for 310 ms: it released 1,500 "
            + "operations of queue q0 at once.",
          proof: [
            "login finished 20.0 ms into the recording, and its notification returned 310 ms later",
            "by that finish request0, request1, request2 and 1,497 more became ready",
          ],
          advice: "Let the operations of queue q0 wait in groups of a few hundred, each behind an "
            + "operation of its own, or add them when login is done."
        )
    )
  }

  /// What Foundation finishes itself says nothing; its thread takes up something else when all has been released.
  @Test func concludesItFromWhatTheThreadDidNext() {
    let (login, requests) = login(overrides: .overridesMain)
    script.at(ms: 20).finish(login)
    let next = script.operation("next", class: "Next")
    script.at(ms: 1).enqueue(next, on: QueueID(rawValue: 1))
    script.at(ms: 320).on(ThreadID(rawValue: 1001)).start(next)
    script.at(ms: 321).finish(next)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [login])
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.proof.first
        == "login finished 20.0 ms into the recording, and its thread took up nothing else for "
        + "300 ms"
    )
    #expect(requests.count == 1_500)
  }

  // MARK: Near misses

  @Test func isSilentAboutFewDependents() {
    let (login, _) = login(dependents: 999)
    script.at(ms: 20).finish(login)
    script.at(ms: 330).returnFromFinishNotification(of: login, afterMs: 310)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutManyDependentsInSeveralQueues() {
    let (login, _) = login(queues: 2)
    script.at(ms: 20).finish(login)
    script.at(ms: 330).returnFromFinishNotification(of: login, afterMs: 310)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAQuickRelease() {
    let (login, _) = login()
    script.at(ms: 20).finish(login)
    script.at(ms: 69).returnFromFinishNotification(of: login, afterMs: 49)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhenAClassOfItsOwnSaysNothing() {
    let (login, _) = login()
    script.at(ms: 20).finish(login)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhenTheThreadGoesOnAtOnce() {
    let (login, _) = login(overrides: .overridesMain)
    script.at(ms: 20).finish(login)
    let next = script.operation("next", class: "Next")
    script.at(ms: 1).enqueue(next, on: QueueID(rawValue: 1))
    script.at(ms: 20.1).on(ThreadID(rawValue: 1001)).start(next)
    script.at(ms: 60).finish(next)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereTheDependentsWaitForSlots() {
    let (login, _) = login(limit: 1, overrides: .overridesMain)
    script.at(ms: 20).finish(login)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutDependentsThatWaitedForOthersToo() {
    let (login, requests) = login()
    script.at(ms: 20).finish(login)
    script.at(ms: 330).returnFromFinishNotification(of: login, afterMs: 310)
    let other = script.operation("other", class: "Other", overrides: .overridesIsFinished)
    script.run(other, on: script.queue("late"), enqueued: 0, started: 0, finished: 20.5)
    for request in requests { script.at(ms: 0).depend(request, on: other) }
    #expect(script.diagnosis().findings.isEmpty)
  }
}
