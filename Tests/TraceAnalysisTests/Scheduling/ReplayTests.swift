import Testing
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import TraceAnalysis

@Suite struct ReplayTests {
  private let script = TraceScript()

  /// The finishes of a replay in milliseconds, by operation; those that there are.
  private func finishes(_ trace: Trace, limits: [Int?]? = nil) -> [OperationID: Double] {
    let index = TraceIndex(trace)
    let run = Replay(index).run(
      operationCount: trace.operations.count,
      limits: limits ?? Replay.limits(of: index)
    )
    var result: [OperationID: Double] = [:]
    for (operation, finish) in zip(trace.operations, run.finishes) {
      if let finish { result[operation.id] = Double(finish) / 1e6 }
    }
    return result
  }

  // MARK: Against the scheduler that knows the truth

  /// The recorded limits give the recorded run, to the nanosecond.
  @Test(arguments: 0..<60)
  func theRecordedLimitsGiveTheRecordedRun(seed: UInt64) {
    let simulation = SchedulerSimulation(
      seed: seed,
      operationCount: 60,
      allowsSuspension: false,
      allowsLimitChanges: false
    )
    let trace = Trace(simulation.log)
    let index = TraceIndex(trace)
    let run = Replay(index).run(
      operationCount: trace.operations.count,
      limits: Replay.limits(of: index)
    )
    for truth in simulation.truths {
      guard let position = trace.position(of: truth.id), truth.started != nil else { continue }
      #expect(run.finishes[position] == truth.finished, "operation \(truth.id.rawValue)")
    }
  }

  /// Without limits nothing finishes later than it did, whatever the limits were.
  @Test(arguments: 0..<40)
  func withoutLimitsNothingIsLater(seed: UInt64) {
    let simulation = SchedulerSimulation(
      seed: seed,
      operationCount: 60,
      allowsSuspension: false,
      allowsLimitChanges: false
    )
    let trace = Trace(simulation.log)
    let free = Replay(TraceIndex(trace)).run(
      operationCount: trace.operations.count,
      limits: trace.queues.map { _ in nil }
    )
    for truth in simulation.truths {
      guard let position = trace.position(of: truth.id), let finished = truth.finished else {
        continue
      }
      #expect(free.finishes[position].map { $0 <= finished } == true)
    }
  }

  // MARK: Other limits

  /// Six operations of 10 ms on a queue with one slot, all there from the beginning.
  private func batch() -> [OperationID] {
    let queue = script.queue("q", limit: 1)
    let all = (0..<6).map { script.operation("op\($0)") }
    for (number, operation) in all.enumerated() {
      let start = Double(number) * 10
      script.run(operation, on: queue, enqueued: 0, started: start, finished: start + 10)
    }
    return all
  }

  @Test(arguments: [(1, 60.0), (2, 30), (4, 20), (6, 10), (100, 10)])
  func aLargerLimitShortensABatch(limit: Int, end: Double) {
    let all = batch()
    let finishes = finishes(script.trace(), limits: [limit])
    #expect(finishes.count == all.count)
    #expect(finishes.values.max() == end)
  }

  @Test func noLimitLeavesTheLongestChain() {
    let all = batch()
    script.at(ms: 0).depend(all[5], on: all[4])
    #expect(finishes(script.trace(), limits: [nil])[all[5]] == 20)
  }

  @Test func arrivalsFollowWhoAddedThem() {
    let queue = script.queue("q", limit: 1)
    let other = script.queue("other")
    let all = ["a", "b", "parent", "child", "after"].map { script.operation($0) }
    script.run(all[0], on: queue, enqueued: 0, started: 0, finished: 10)
    script.run(all[1], on: queue, enqueued: 0, started: 10, finished: 20)
    script.run(all[2], on: queue, enqueued: 0, started: 20, finished: 30)
    script.at(ms: 25).by(all[2]).enqueue(all[3], on: other)
    script.run(all[3], started: 26, finished: 29)
    // The main thread waits for the parent, and 5 ms later adds the last one.
    script.at(ms: 1).wait(for: all[2])
    script.at(ms: 30).endWait(for: all[2])
    script.run(all[4], on: other, enqueued: 35, started: 36, finished: 40)
    let finishes = finishes(script.trace(), limits: [nil, nil])
    #expect(finishes == [all[0]: 10, all[1]: 10, all[2]: 10, all[3]: 9, all[4]: 20])
  }

  @Test func keepsWhatHeldAnOperationUpByItself() {
    let queue = script.queue("q", limit: 1)
    let (a, gated) = (
      script.operation("a"),
      script.operation("gated", class: "Gated", overrides: .overridesIsReady)
    )
    script.run(a, on: queue, enqueued: 0, started: 0, finished: 30)
    script.at(ms: 0).enqueue(gated, on: queue)
    script.at(ms: 12).becomeReady(gated)
    script.run(gated, started: 31, finished: 35)
    #expect(finishes(script.trace(), limits: [nil]) == [a: 30, gated: 17])
  }

  @Test func neverGivesAwayTheSlotOfOneThatDidNotFinish() {
    let queue = script.queue("q", limit: 2)
    let (stuck, a, b) = (script.operation("stuck"), script.operation("a"), script.operation("b"))
    script.run(stuck, on: queue, enqueued: 0, started: 0)
    script.run(a, on: queue, enqueued: 0, started: 0, finished: 10)
    script.run(b, on: queue, enqueued: 0, started: 10, finished: 20)
    #expect(finishes(script.trace()) == [a: 10, b: 20])
    #expect(finishes(script.trace(), limits: [1]) == [:])
  }

  @Test func comesToAnEndWithoutRecursionHoweverLongAChainOfNothingIs() {
    let queue = script.queue("q")
    var last: OperationID?
    for _ in 0..<100_000 {
      let next = script.operation()
      if let last { script.at(ms: 0).depend(next, on: last) }
      script.run(next, on: queue, enqueued: 0, started: 1, finished: 1)
      last = next
    }
    #expect(finishes(script.trace()).count == 100_000)
  }

  @Test(arguments: 0..<60)
  func survivesEventsWithoutSense(seed: UInt64) {
    let trace = Trace(.garbage(seed: seed))
    #expect(finishes(trace, limits: trace.queues.map { _ in 1 }).count <= trace.operations.count)
  }
}
