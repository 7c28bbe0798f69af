import Testing
import TraceTestSupport

@testable import OperationTraceTesting

/// What is said of a body that did not end.
struct HangTests {
  @Test
  func whatIsStuckIsDiagnosed() {
    let failure = Judgement(of: TraceScript.stuckRun().trace(endMs: 9_000)).hang(after: .seconds(9))
    #expect(failure.sentence == "The traced code has not ended after 9.00 s.")
    #expect(failure.report.contains("error: dependency-cycle"))
    #expect(failure.operations.count == 3)
  }

  /// The rules wait as long as suits a server; a test that gave less time wants to know all the same.
  @Test
  func aShortLimitIsEnoughForTheRules() {
    let script = TraceScript()
    script.run(script.operation("slow"), on: script.queue(), enqueued: 0, started: 0)
    let judgement = Judgement(of: script.trace(endMs: 200))
    #expect(judgement.hang(after: .milliseconds(200)).report.contains("slow"))
    let patient = judgement.hang(after: .seconds(60))
    #expect(patient.report == "")
    #expect(patient.details == ["Nothing is known to be stuck; unfinished: slow."])
    #expect(patient.operations == [0])
  }

  @Test
  func aBodyThatWaitsForSomethingElseIsSaidTo() {
    let failure = Judgement(of: TraceScript.healthyRun().trace()).hang(after: .seconds(60))
    #expect(failure.details == ["All 4 traced operations finished: it waits for something else."])
    #expect(failure.report == "")
    #expect(failure.operations.isEmpty)
    let one = TraceScript()
    one.run(one.operation(), on: one.queue(), enqueued: 0, started: 1, finished: 2)
    #expect(
      Judgement(of: one.trace()).hang(after: .zero).details
        == ["The one traced operation finished: it waits for something else."]
    )
    #expect(
      Judgement(of: TraceScript().trace()).hang(after: .zero).details
        == ["No operation was traced: it waits for something else."]
    )
  }

  @Test
  func warningsKeepNobodyFromEnding() {
    let script = TraceScript()
    let queue = script.queue("q")
    let (dropped, next) = (script.operation("dropped"), script.operation("next"))
    script.at(ms: 0).depend(next, on: dropped).enqueue(dropped, on: queue).enqueue(next, on: queue)
    script.at(ms: 1).cancel(dropped)
    script.run(dropped, started: 2, finished: 2.1)
    script.run(next, started: 3, finished: 4)
    #expect(Judgement(of: script.trace()).hang(after: .seconds(60)).report == "")
  }
}
