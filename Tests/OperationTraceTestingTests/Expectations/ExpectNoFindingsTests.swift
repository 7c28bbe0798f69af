import OperationTraceTesting
import Testing
import TraceAnalysis
import TraceTestSupport

struct ExpectNoFindingsTests {
  /// One that runs although its dependency was cancelled before it started: a warning.
  private let warned = {
    let script = TraceScript()
    let queue = script.queue("q")
    let (dropped, next) = (script.operation("dropped"), script.operation("next"))
    script.at(ms: 0).depend(next, on: dropped).enqueue(dropped, on: queue).enqueue(next, on: queue)
    script.at(ms: 1).cancel(dropped)
    script.run(dropped, started: 2, finished: 2.1)
    script.run(next, started: 3, finished: 4)
    script.at(ms: 5).stop()
    return script.trace()
  }()

  private let stuck = TraceScript.stuckRun().trace(endMs: 9_000)
  private let rule = "ran-after-cancelled-dependency"

  @Test
  func aRunThatIsWellHasNone() {
    expectNoFindings(in: TraceScript.healthyRun().trace())
  }

  @Test
  func anErrorFailsWithItsDiagnosis() {
    let recorded = issues { expectNoFindings(in: stuck, severity: .error) }
    #expect(recorded.map(\.sentence) == ["The trace has 1 finding: dependency-cycle."])
    for part in [
      "error: dependency-cycle", "  proof   ", "  change  ", "STALLED", "fetch", "report",
    ] {
      #expect(recorded.first?.text.contains(part) == true, "\(part)")
    }
  }

  @Test
  func aWarningFailsToo() {
    let recorded = issues { expectNoFindings(in: warned) }
    #expect(recorded.map(\.sentence) == ["The trace has 1 finding: \(rule)."])
  }

  @Test
  func whatIsAllowedOrNotSevereEnoughDoesNotCount() {
    expectNoFindings(in: warned, allowing: [rule])
    expectNoFindings(in: warned, severity: .error)
    expectNoFindings(in: stuck, allowing: ["dependency-cycle"])
    let recorded = issues { expectNoFindings(in: stuck, allowing: [rule]) }
    #expect(recorded.count == 1)
  }

  @Test
  func anUnknownRuleIsNotAllowed() {
    let recorded = issues { expectNoFindings(in: warned, allowing: ["dependency-cycel"]) }
    #expect(
      recorded.map(\.sentence) == [#"There is no rule "dependency-cycel" that could be allowed."#]
    )
    #expect(recorded.first?.text.contains(#"Near: "dependency-cycle""#) == true)
  }

  @Test
  func thresholdsAreThoseThatAreGiven() {
    let script = TraceScript()
    let queue = script.queue("q")
    script.run(script.operation("slow"), on: queue, enqueued: 0, started: 0)
    let trace = script.trace(endMs: 6_000)
    #expect(issues { expectNoFindings(in: trace) }.count == 1)
    expectNoFindings(in: trace, thresholds: DiagnosisThresholds([.stall: .seconds(7)]))
  }

  @Test
  func manyFindingsAreToldUpToAPoint() {
    let script = TraceScript()
    for number in 0..<40 {
      let queue = script.queue("queue \(number)")
      let (one, other) = (script.operation("a\(number)"), script.operation("b\(number)"))
      script.at(ms: 0).depend(one, on: other).depend(other, on: one)
      script.at(ms: 1).enqueue(one, on: queue).enqueue(other, on: queue)
    }
    let recorded = issues { expectNoFindings(in: script.trace(endMs: 9_000)) }
    #expect(recorded.map(\.sentence) == ["The trace has 40 findings: dependency-cycle."])
    #expect(recorded.first?.text.contains("\nand 35 more findings\n") == true)
    #expect((recorded.first?.text.split(separator: "\n").count ?? .max) < 120)
  }
}
