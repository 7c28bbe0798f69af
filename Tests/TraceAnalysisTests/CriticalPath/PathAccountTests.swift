import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The critical path as it is told.
@Suite struct PathAccountTests {
  let script = TraceScript()

  private func account(endMs: Double? = nil) throws -> PathAccount {
    let trace = script.trace(endMs: endMs)
    return PathAccount(try #require(trace.criticalPath), of: trace)
  }

  @Test(arguments: Array(0..<200) as [UInt64])
  func itAccountsForTheWholeRecording(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    guard let path = trace.criticalPath else { return }
    let account = PathAccount(path, of: trace)
    #expect(account.nanoseconds == path.nanoseconds)
    let lengths = account.parts.reduce(0) { $0 + $1.nanoseconds }
    #expect(account.nanosecondsBefore + lengths + account.nanosecondsAfter == trace.end.nanoseconds)
    #expect(account.sums.values.reduce(0, +) == lengths)
    #expect(account.steps.flatMap { Array($0.parts) } == Array(account.parts.indices))
    for (step, next) in zip(account.steps, account.steps.dropFirst()) {
      // Whoever let the next one begin comes before it.
      #expect(next.release?.source == step.operation)
      #expect(next.operation != step.operation)
    }
    #expect(account.releases.values.reduce(0, +) == account.steps.count { $0.release != nil })
  }

  @Test func itNamesWhoLetTheNextOneGoOn() throws {
    let (net, slots) = (script.queue("net"), script.queue("slots", limit: 1))
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    let fourth = script.operation()
    script.at(ms: 0).depend(second, on: first)
    script.run(first, on: net, enqueued: 0, started: 0, finished: 2)
    script.run(second, on: slots, enqueued: 0, started: 3, finished: 5)
    script.run(third, on: slots, enqueued: 4, started: 6, finished: 8)
    script.at(ms: 4).wait(for: third)
    script.at(ms: 8.5).endWait(for: third)
    script.run(fourth, on: net, enqueued: 9, started: 9, finished: 10)
    let account = try account(endMs: 12)
    let operations: [OperationID?] = [first, second, third]
    #expect(Array(account.steps.map(\.operation).prefix(3)) == operations)
    #expect(account.steps[0].release == nil)
    #expect(account.steps[1].release == .init(kind: .dependency, source: first))
    #expect(account.steps[2].release == .init(kind: .slot, source: second))
    #expect(account.parts.first?.state == .executing)
    #expect(account.steps.last?.operation == fourth)
    #expect(account.nanosecondsAfter == 2_000_000)
  }

  @Test func whoWaitedInTheProgramIsTold() throws {
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 4)
    script.at(ms: 1).wait(for: first)
    script.at(ms: 4).endWait(for: first)
    script.run(second, on: queue, enqueued: 6, started: 6, finished: 9)
    let account = try account()
    #expect(account.steps.map(\.operation) == [first, nil, second])
    #expect(account.steps[1].release == .init(kind: .program, source: first))
    #expect(account.steps[2].release == nil)
    #expect(account.sums == [.executing: 7_000_000, .notEnqueued: 2_000_000])
    #expect(account.releases == [.program: 1])
  }

  @Test func whoEnqueuedAndWhoWasWaitedForInsideIsTold() throws {
    let queue = script.queue()
    let (outer, inner) = (script.operation(), script.operation())
    script.run(outer, on: queue, enqueued: 0, started: 0, finished: 9)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue)
    script.at(ms: 2).by(outer).wait(for: inner)
    script.run(inner, started: 3, finished: 6)
    script.at(ms: 6).by(outer).endWait(for: inner)
    let account = try account()
    #expect(account.steps.map(\.operation) == [outer, inner, outer])
    #expect(account.steps[1].release == .init(kind: .enqueue, source: outer))
    #expect(account.steps[2].release == .init(kind: .wait, source: inner))
  }

  @Test func aSuspensionHasWhoDidIt() throws {
    let queue = script.queue()
    let (other, operation) = (script.operation(), script.operation())
    script.run(other, on: script.queue(), enqueued: 0, started: 0, finished: 1)
    script.at(ms: 0.5).by(other).suspend(queue)
    script.at(ms: 2).enqueue(operation, on: queue)
    script.at(ms: 5).resume(queue)
    script.run(operation, started: 5, finished: 8)
    let account = try account()
    let part = try #require(account.parts.first { $0.state == .queueSuspended })
    #expect(part.nanoseconds == 3_000_000)
    #expect(account.suspender(of: operation, in: part) == other)
    #expect(account.suspender(of: other, in: part) == nil)
  }

  @Test func whatEndedAWaitThatNobodyEndedIsTold() throws {
    let queue = script.queue()
    let own = script.operation(class: "Own", overrides: .overridesIsReady)
    script.at(ms: 0).enqueue(own, on: queue)
    script.at(ms: 3).becomeReady(own)
    script.run(own, started: 3, finished: 4)
    let account = try account()
    let part = try #require(account.parts.first)
    #expect(part.state == .waitingForDependencies)
    #expect(account.readiness(of: own, in: part) == .isReady)
    let execution = try #require(account.parts.last)
    #expect(account.readiness(of: own, in: execution) == nil)
  }

  @Test func aBarrierBlockWithoutAnOperationIsTold() throws {
    let queue = script.queue()
    let operation = script.operation()
    script.at(ms: 0).addBareBarrier(7, on: queue)
    script.at(ms: 1).beginBareBarrier(7, on: queue).enqueue(operation, on: queue)
    script.at(ms: 4).endBareBarrier(7, on: queue)
    script.run(operation, started: 4, finished: 5)
    let account = try account()
    let part = try #require(account.parts.first { $0.state == .waitingForDependencies })
    #expect(account.readiness(of: operation, in: part) == .barrierBlock)
  }

  @Test func aCancelledOneWaitedUntilThen() throws {
    let queue = script.queue()
    let (never, operation) = (script.operation(), script.operation())
    script.at(ms: 0).depend(operation, on: never).enqueue(operation, on: queue)
    script.at(ms: 3).cancel(operation)
    script.run(operation, started: 3, finished: 4)
    let account = try account()
    let part = try #require(account.parts.first)
    #expect(account.readiness(of: operation, in: part) == .cancellation)
  }
}
