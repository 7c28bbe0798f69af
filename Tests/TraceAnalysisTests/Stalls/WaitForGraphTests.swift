import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceAnalysis

@Suite struct WaitForGraphTests {
  private let script = TraceScript()

  /// The edges as text, such as "0 dependency 1", operations by position; "slots 0" and "all 0" are of queues.
  private func edges(_ facts: StallFacts) -> [String] {
    func text(_ node: Int) -> String {
      switch facts.graph.node(node) {
      case .operation(let operation): "\(operation)"
      case .slots(let queue): "slots \(queue)"
      case .all(let queue): "all \(queue)"
      case .resumption(let queue): "resumption \(queue)"
      case .barrierBlock(let queue): "block \(queue)"
      case .workers: "workers"
      case .mainThread: "main"
      }
    }
    let digraph = facts.graph.digraph
    return facts.graph.reasons.indices.map { edge in
      "\(text(digraph.sources[edge])) \(facts.graph.reasons[edge]) \(text(digraph.targets[edge]))"
    }
  }

  @Test func hasAnEdgeForEveryKindOfWait() {
    let (q, p) = (script.queue("q", limit: 1), script.queue("p"))
    let (holder, queued) = (script.operation("holder"), script.operation("queued"))
    let (dependent, inner) = (script.operation("dependent"), script.operation("inner"))
    script.run(holder, on: q, enqueued: 0, started: 1)
    script.at(ms: 2).enqueue(queued, on: q)
    script.at(ms: 3).depend(dependent, on: queued).enqueue(dependent, on: p)
    script.at(ms: 4).by(holder).waitForAll(of: p)
    script.at(ms: 5).by(holder).start(inner)
    #expect(
      edges(StallFacts(script.trace(endMs: 6))) == [
        "2 dependency 1", "slots 0 holder 0", "1 slot slots 0", "0 wait(0) all 1",
        "all 1 member 2", "0 nestedStart 3",
      ]
    )
  }

  @Test func hasAnEdgeForWhatQueuesAndThreadsKeepBack() {
    let (main, paused) = (script.queue(isMain: true), script.queue("paused", isSuspended: true))
    let (zero, busy) = (script.queue("zero", limit: 0), script.queue("busy"))
    let (ui, held, never) = (
      script.operation("ui"), script.operation("held"), script.operation("never")
    )
    let (behind, cancelled) = (script.operation("behind"), script.operation("cancelled"))
    script.at(ms: 1).enqueue(ui, on: main).enqueue(held, on: paused).enqueue(never, on: zero)
    script.at(ms: 2).addBareBarrier(1, on: busy)
    let block = script.at(ms: 3).on(ThreadID(rawValue: 50)).beginBareBarrier(1, on: busy)
    script.at(ms: 4).enqueue(behind, on: busy).enqueue(cancelled, on: busy).cancel(cancelled)
    script.at(ms: 5).waitForAll(of: paused)
    block.wait(for: behind)
    #expect(
      edges(StallFacts(script.trace(endMs: 6))) == [
        "0 mainThread main", "1 suspension resumption 1", "2 slot slots 2", "3 barrier block 3",
        "4 barrier block 3", "block 3 wait(0) 3", "main wait(1) all 1", "all 1 member 1",
      ]
    )
  }

  /// Where the limit was lowered, one operation that leaves is not enough.
  @Test func needsAsManyHoldersToLeaveAsThereAreTooMany() {
    let queue = script.queue("q", limit: 3)
    let holders = (0..<3).map { script.operation("holder \($0)") }
    let queued = script.operation("queued")
    for holder in holders { script.run(holder, on: queue, enqueued: 0, started: 1) }
    script.at(ms: 2).limit(queue, to: 2).enqueue(queued, on: queue)
    let graph = StallFacts(script.trace(endMs: 3)).graph
    #expect(graph.needed(by: graph.number(of: .slots(0))) == 2)
    #expect(!graph.stuckNodes(isObstacle: { $0 == 0 })[3])
    #expect(graph.stuckNodes(isObstacle: { $0 < 2 })[3])
  }

  @Test func chainsBarriersWithFewEdges() {
    let queue = script.queue("q")
    let running = script.operation("running")
    let (first, second) = (script.barrier(), script.barrier())
    let (between, after) = (script.operation("between"), script.operation("after"))
    script.run(running, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).addBarrier(first, on: queue)
    script.at(ms: 2).enqueue(between, on: queue)
    script.at(ms: 3).addBarrier(second, on: queue)
    script.at(ms: 4).enqueue(after, on: queue)
    #expect(
      edges(StallFacts(script.trace(endMs: 5))).sorted() == [
        "1 barrier 0", "2 barrier 1", "3 barrier 1", "3 barrier 2", "4 barrier 3",
      ]
    )
  }

  /// What can't get on is what is left when one tries again and again, for as long as anything changes.
  @Test(arguments: 0..<60)
  func agreesWithTryingAgainAndAgain(seed: UInt64) {
    let facts = StallFacts(
      Trace(SchedulerSimulation(seed: seed, operationCount: 40).log),
      thresholds: DiagnosisThresholds([.idle: .zero])
    )
    let graph = facts.graph
    let isObstacle = { (node: Int) in node.isMultiple(of: 7) }
    var isStuck = [Bool](repeating: true, count: graph.digraph.nodeCount)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for node in isStuck.indices where isStuck[node] && !isObstacle(node) {
        let targets = graph.digraph.edges(from: node).map { graph.digraph.targets[$0] }
        let needed = min(targets.count, graph.needed(by: node) ?? .max)
        guard targets.count(where: { !isStuck[$0] }) >= needed else { continue }
        isStuck[node] = false
        hasChanged = true
      }
    }
    #expect(graph.stuckNodes(isObstacle: isObstacle) == isStuck)
  }
}
