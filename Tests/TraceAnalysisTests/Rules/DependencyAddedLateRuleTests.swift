import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct DependencyAddedLateRuleTests {
  private let script = TraceScript()

  /// A consumer that depends on a producer from 50 ms on, and a producer that takes from 60 ms to 200 ms.
  private func lateConsumer(
    on queue: QueueID,
    startedMs: Double,
    overrides: TraceEvent.Flags = []
  ) -> (consumer: OperationID, producer: OperationID) {
    let consumer = script.operation("consumer", class: "Consumer", overrides: overrides)
    let producer = script.operation("producer")
    script.at(ms: 10).enqueue(consumer, on: queue)
    script.at(ms: 50).depend(consumer, on: producer)
    script.run(producer, on: queue, enqueued: 55, started: 60, finished: 200)
    script.run(consumer, started: startedMs, finished: 400)
    return (consumer, producer)
  }

  @Test func namesADependencyThatCameAfterTheStart() {
    let queue = script.queue("q")
    let (consumer, producer) = lateConsumer(on: queue, startedMs: 20)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "dependency-added-late",
          severity: .warning,
          certainty: .proven,
          operations: [consumer],
          queues: [queue],
          since: TraceInstant(nanoseconds: 50_000_000),
          sentence: "The dependency of consumer on producer was added 30.0 ms after consumer had "
            + "started: it has no effect.",
          proof: [
            "consumer was added to its queue 10.0 ms into the recording, started 20.0 ms into it "
              + "and came to depend on producer 50.0 ms into it; producer had not finished when "
              + "consumer started"
          ],
          advice: "Call addDependency before consumer is added to its queue, or suspend the queue "
            + "meanwhile.",
          edges: [
            ProofEdge(from: .operation(consumer), to: .operation(producer), by: .dependency)
          ]
        )
    )
  }

  @Test func namesARaceWithTheQueueThatWentWell() {
    let (consumer, _) = lateConsumer(on: script.queue("q"), startedMs: 201)
    let finding = script.diagnosis().only
    #expect(finding?.rule == "dependency-added-late")
    #expect(finding?.operations == [consumer])
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "The dependency of consumer on producer was added 40.0 ms after consumer had been added "
        + "to queue q, which could have started it by then."
    )
    #expect(
      finding?.proof.first?.hasSuffix("; producer had finished when consumer started") == true
    )
  }

  @Test func tellsManyOfAKindTogether() {
    let queue = script.queue("q")
    for number in 0..<20 {
      let (a, b) = (script.operation("a\(number)"), script.operation("b\(number)"))
      script.run(a, on: queue, enqueued: 0, started: number < 5 ? 1 : 9, finished: 10)
      script.at(ms: 2).depend(a, on: b)
      script.run(b, on: queue, enqueued: 3, started: 4, finished: 8)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 20)
    #expect(finding?.proof.count == 13)
    #expect(
      finding?.sentence
        == "20 dependencies of operations were added when it was too late for 5, and a race for "
        + "the others: a0 on b0, a1 on b1, a2 on b2 and 17 more."
    )
  }

  // MARK: Near misses

  @Test func isSilentInASuspendedQueue() {
    let queue = script.queue("q")
    script.at(ms: 5).suspend(queue)
    script.at(ms: 52).resume(queue)
    _ = lateConsumer(on: queue, startedMs: 201)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func speaksOnceTheQueueWasResumed() {
    let queue = script.queue("q")
    script.at(ms: 5).suspend(queue)
    script.at(ms: 45).resume(queue)
    _ = lateConsumer(on: queue, startedMs: 201)
    #expect(script.diagnosis().rules == ["dependency-added-late"])
  }

  @Test func isSilentWhileTheLimitIsZero() {
    let queue = script.queue("q", limit: 0)
    script.at(ms: 52).limit(queue, to: 2)
    _ = lateConsumer(on: queue, startedMs: 201)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileAnotherDependencyHoldsItUp() {
    let queue = script.queue("q")
    let (consumer, _) = lateConsumer(on: queue, startedMs: 201)
    let first = script.operation("first")
    script.at(ms: 0).depend(consumer, on: first)
    script.run(first, on: queue, enqueued: 1, started: 2, finished: 100)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAGroupThatOneOfItsMembersExtends() {
    let queue = script.queue("q")
    let (end, first) = (script.operation("end"), script.operation("first"))
    let second = script.operation("second")
    script.at(ms: 0).depend(end, on: first).enqueue(first, on: queue).enqueue(end, on: queue)
    script.at(ms: 1).start(first)
    script.at(ms: 5).by(first).depend(end, on: second).enqueue(second, on: queue)
    script.at(ms: 6).finish(first)
    script.run(second, started: 7, finished: 8)
    script.run(end, started: 9, finished: 10)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentBehindABarrier() {
    let queue = script.queue("q")
    let (reader, barrier) = (script.operation("reader"), script.barrier())
    script.run(reader, on: queue, enqueued: 0, started: 1, finished: 90)
    script.at(ms: 2).addBarrier(barrier, on: queue)
    script.run(barrier, started: 91, finished: 95)
    _ = lateConsumer(on: queue, startedMs: 201)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentBehindABarrierWithoutAnOperation() {
    let queue = script.queue("q")
    script.at(ms: 1).addBareBarrier(1, on: queue).beginBareBarrier(1, on: queue)
    script.at(ms: 51).endBareBarrier(1, on: queue)
    _ = lateConsumer(on: queue, startedMs: 201)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentBeforeItsClassSaysThatItIsReady() {
    let (consumer, _) = lateConsumer(
      on: script.queue("q"),
      startedMs: 201,
      overrides: .overridesIsReady
    )
    script.at(ms: 60).becomeReady(consumer)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentOnTheMainThreadAboutTheMainQueue() {
    _ = lateConsumer(on: script.queue(isMain: true), startedMs: 201)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhereTheCallerHoldsTheOnlySlot() {
    let queue = script.queue("q", limit: 1)
    let (caller, consumer) = (script.operation("caller"), script.operation("consumer"))
    let producer = script.operation("producer")
    script.run(caller, on: queue, enqueued: 0, started: 1, finished: 9)
    script.at(ms: 2).by(caller).enqueue(consumer, on: queue)
    script.at(ms: 3).by(caller).depend(consumer, on: producer).enqueue(producer, on: queue)
    script.run(producer, started: 10, finished: 11)
    script.run(consumer, started: 12, finished: 13)
    #expect(script.diagnosis().findings.isEmpty)
  }

  private enum Harmless: CaseIterable {
    case cancelled, producerFinished, knownBefore, seenAtTheEnqueue
  }

  @Test(arguments: Harmless.allCases)
  private func isSilentWhereItMakesNoDifference(_ harmless: Harmless) {
    let queue = script.queue("q")
    let (consumer, producer) = (script.operation("consumer"), script.operation("producer"))
    if harmless == .knownBefore { script.at(ms: 0).depend(consumer, on: producer) }
    if harmless == .seenAtTheEnqueue {
      script.at(ms: 1).depend(consumer, on: producer, seenLate: true)
    }
    script.at(ms: 1).enqueue(consumer, on: queue)
    if harmless == .cancelled { script.at(ms: 2).cancel(consumer) }
    let isFinished = harmless == .producerFinished
    script.run(producer, on: queue, enqueued: 1, started: 2, finished: isFinished ? 3 : 6)
    script.at(ms: 4).depend(consumer, on: producer)
    script.run(consumer, started: 7, finished: 8)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
