import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SituationTests {
  @Test func tellsWhatEachOperationWasDoing() {
    let script = TraceScript()
    let (q, paused) = (script.queue("q", limit: 2), script.queue("paused", isSuspended: true))
    let free = script.queue("free")
    var expected: [(OperationID, Situation)] = []
    func operation(_ situation: Situation, _ overrides: TraceEvent.Flags = []) -> OperationID {
      let name = "Class\(overrides.rawValue)"
      let id = script.operation("\(situation)", class: name, overrides: overrides)
      expected.append((id, situation))
      return id
    }
    script.run(operation(.over), on: q, enqueued: 0, started: 1, finished: 2)
    let unused = operation(.unused)
    let waiting = operation(.waiting)
    script.at(ms: 1).depend(waiting, on: unused).enqueue(waiting, on: q)
    script.at(ms: 1).enqueue(operation(.notReady, .overridesIsReady), on: free)
    script.at(ms: 1).enqueue(operation(.suspended), on: paused)
    script.run(operation(.inside), on: q, enqueued: 0, started: 3)
    let detached = operation(.detached)
    script.run(detached, on: q, enqueued: 0, started: 3)
    script.at(ms: 4).returnFromStart(detached)
    script.at(ms: 5).enqueue(operation(.queued), on: q)
    let cancelled = operation(.queued)
    script.at(ms: 5).depend(cancelled, on: unused).enqueue(cancelled, on: q).cancel(cancelled)
    script.at(ms: 5).enqueue(operation(.dispatching), on: free)
    let unnotified = operation(.unnotified)
    script.run(unnotified, on: free, enqueued: 0, started: 1)
    script.at(ms: 6).findUnnotified(unnotified)
    let dropped = operation(.over)
    script.at(ms: 1).record(.noted, operation: dropped).deallocate(dropped)

    let facts = StallFacts(script.trace(endMs: 7))
    for (id, situation) in expected {
      let position = facts.index.position(of: id)
      #expect(position.map { facts.situations[$0] } == situation, "\(id)")
    }
  }
}
