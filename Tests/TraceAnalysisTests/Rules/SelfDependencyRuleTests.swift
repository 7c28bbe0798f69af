import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SelfDependencyRuleTests {
  private let script = TraceScript()

  @Test func namesTheCallThatNeverReturns() {
    let queue = script.queue("q")
    let (outer, task) = (script.operation("outer"), script.operation("task"))
    let after = script.operation("after")
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 1).depend(after, on: outer).enqueue(after, on: queue)
    script.at(ms: 2).by(outer).depend(task, on: task)
    let finding = script.diagnosis(endMs: 2_002).only
    #expect(
      finding
        == Finding(
          rule: "self-dependency",
          severity: .error,
          certainty: .proven,
          operations: [task],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence: "task depends on itself: the call of addDependency that says so has not "
            + "returned on thread 1001 for 2.00 s; outer and after wait for it.",
          proof: [
            "after has waited 2.00 s for outer",
            "outer has been blocked for 2.00 s in the call that makes task depend on itself",
            "task.addDependency(task) was called on thread 1001, by outer, 2.00 ms into the "
              + "recording",
          ],
          advice: "Find the call of addDependency that gets task on both sides, and leave it out.",
          blocked: [outer, after],
          edges: [
            ProofEdge(from: .operation(after), to: .operation(outer), by: .dependency),
            ProofEdge(from: .operation(outer), to: .operation(task), by: .selfDependency),
            ProofEdge(from: .operation(task), to: .operation(task), by: .dependency),
          ]
        )
    )
  }

  @Test func namesAnOperationThatWaitsForItselfWhereTheCallReturns() {
    let queue = script.queue("q")
    let task = script.operation("task")
    script.at(ms: 1).depend(task, on: task, returns: true).enqueue(task, on: queue)
    let finding = script.diagnosis(endMs: 2).only
    #expect(finding?.sentence == "task has not started: it depends on itself.")
    #expect(finding?.queues == [queue])
  }

  // MARK: Near misses

  @Test func isSilentWhenTheDependencyWasRemoved() {
    let task = script.operation("task")
    script.at(ms: 1).depend(task, on: task).undepend(task, from: task)
    #expect(script.diagnosis(endMs: 2).findings.isEmpty)
  }

  @Test func isSilentWhenTheOperationWasCancelledOrRanAllTheSame() {
    let queue = script.queue("q")
    let (cancelled, ran) = (script.operation("cancelled"), script.operation("ran"))
    script.at(ms: 1).depend(cancelled, on: cancelled, returns: true).enqueue(cancelled, on: queue)
    script.at(ms: 2).cancel(cancelled)
    script.at(ms: 1).depend(ran, on: ran)
    script.run(ran, on: queue, enqueued: 2, started: 3, finished: 4)
    #expect(script.diagnosis(endMs: 5).findings.isEmpty)
  }

  @Test func isSilentAboutOneOfTheSameName() {
    let queue = script.queue("q")
    let (first, second) = (script.operation("task"), script.operation("task"))
    script.at(ms: 1).depend(second, on: first).enqueue(second, on: queue)
    script.run(first, on: queue, enqueued: 1, started: 2)
    #expect(script.diagnosis(endMs: 5).findings.isEmpty)
  }
}
