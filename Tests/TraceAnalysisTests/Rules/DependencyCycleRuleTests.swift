import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct DependencyCycleRuleTests {
  private let script = TraceScript()

  @Test func namesACycleAcrossQueuesAndDrawsIt() {
    let (net, db) = (script.queue("net"), script.queue("db"))
    let (fetch, store) = (script.operation("fetch"), script.operation("store"))
    let report = script.operation("report")
    script.at(ms: 1).depend(fetch, on: store).enqueue(fetch, on: net)
    script.at(ms: 2).depend(store, on: fetch).enqueue(store, on: db)
    script.at(ms: 3).depend(report, on: fetch).enqueue(report, on: net)
    let diagnosis = script.diagnosis(endMs: 12)
    #expect(
      diagnosis
        == Diagnosis(
          findings: [
            Finding(
              rule: "dependency-cycle",
              severity: .error,
              certainty: .proven,
              operations: [fetch, store],
              queues: [net, db],
              since: TraceInstant(nanoseconds: 2_000_000),
              sentence: "fetch and store have waited for each other for 10.0 ms and can never "
                + "start: fetch waits for store, store waits for fetch, across queues net and db; "
                + "report waits for them.",
              proof: [
                "report has waited 9.00 ms for fetch",
                "circle: fetch → store → fetch",
                "closed by store.addDependency(fetch) on the main thread, 2.00 ms into the "
                  + "recording",
              ],
              advice: "Remove one dependency of the circle; the one that closed it is that of "
                + "store on fetch.",
              blocked: [report],
              edges: [
                ProofEdge(from: .operation(report), to: .operation(fetch), by: .dependency),
                ProofEdge(from: .operation(fetch), to: .operation(store), by: .dependency),
                ProofEdge(from: .operation(store), to: .operation(fetch), by: .dependency),
              ]
            )
          ],
          stalled: [fetch: 0, store: 0, report: 0]
        )
    )
  }

  @Test func needsNoTimeAndNoIdleProcess() {
    let queue = script.queue("q")
    let (a, b, c) = (script.operation("a"), script.operation("b"), script.operation("c"))
    script.at(ms: 1).depend(a, on: b).depend(b, on: c).depend(c, on: a)
    for operation in [a, b, c] { script.at(ms: 1).enqueue(operation, on: queue) }
    let busy = script.operation("busy")
    script.run(busy, on: queue, enqueued: 1, started: 1)
    #expect(script.diagnosis(endMs: 1).only?.operations == [a, b, c])
  }

  @Test func drawsTheShortestCircleFirstAndKeepsTheOthers() {
    let queue = script.queue("q")
    let all = (0..<5).map { script.operation("op\($0)") }
    let moment = script.at(ms: 1)
    for (operation, next) in zip(all, all.dropFirst() + [all[0]]) {
      moment.depend(operation, on: next)
    }
    moment.depend(all[1], on: all[0])
    for operation in all { moment.enqueue(operation, on: queue) }
    let finding = script.diagnosis().only
    #expect(finding?.operations == all)
    #expect(finding?.proof.first == "circle: op0 → op1 → op0")
  }

  @Test func goesThroughABarrier() {
    let queue = script.queue("q")
    let (first, late) = (script.operation("first"), script.operation("late"))
    let barrier = script.barrier()
    script.at(ms: 1).depend(first, on: late).enqueue(first, on: queue)
    script.at(ms: 2).addBarrier(barrier, on: queue)
    script.at(ms: 3).enqueue(late, on: queue)
    let finding = script.diagnosis(endMs: 9).only
    #expect(finding?.rule == "dependency-cycle")
    #expect(finding?.operations == [first, late, barrier])
  }

  @Test func tellsSeveralCirclesOfAQueueTogether() {
    let queue = script.queue("q")
    let pairs = (0..<20).map { (script.operation("a\($0)"), script.operation("b\($0)")) }
    for (a, b) in pairs {
      script.at(ms: 1).depend(a, on: b).depend(b, on: a).enqueue(a, on: queue).enqueue(b, on: queue)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 40)
    #expect(
      finding?.sentence
        == "40 operations of queue q can never start: a0, b0, a1 and 37 more wait for each other "
        + "in 20 circles."
    )
    #expect(finding?.proof.last == "and 8 more of the same kind")
  }

  // MARK: Near misses

  @Test func isSilentWhenADependencyWasRemovedInTime() {
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 1).depend(a, on: b).depend(b, on: a).undepend(b, from: a)
    script.at(ms: 2).enqueue(a, on: queue).enqueue(b, on: queue)
    #expect(!script.diagnosis(endMs: 3).rules.contains("dependency-cycle"))
  }

  @Test func isSilentWhenAMemberWasCancelled() {
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 1).depend(a, on: b).depend(b, on: a).enqueue(a, on: queue).enqueue(b, on: queue)
    script.at(ms: 2).cancel(a)
    #expect(script.diagnosis(endMs: 3).findings.isEmpty)
  }

  @Test func isSilentAboutOperationsNobodyWaitsFor() {
    let (a, b) = (script.operation("a"), script.operation("b"))
    script.at(ms: 1).depend(a, on: b).depend(b, on: a)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutADiamond() {
    let queue = script.queue("q")
    let all = ["load", "left", "right", "join"].map { script.operation($0) }
    script.at(ms: 0).depend(all[1], on: all[0]).depend(all[2], on: all[0])
    script.at(ms: 0).depend(all[3], on: all[1]).depend(all[3], on: all[2])
    for operation in all { script.at(ms: 1).enqueue(operation, on: queue) }
    script.at(ms: 2).start(all[0])
    #expect(script.diagnosis(endMs: 3).findings.isEmpty)
  }
}
