import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct BarrierLostRuleTests {
  private let script = TraceScript()

  // MARK: Cancelled

  /// A barrier behind a running operation; everything is cancelled, and something more is added.
  private func cancelAll(addingMore: Bool = true) -> (barrier: OperationID, queue: QueueID) {
    let queue = script.queue("q")
    let first = script.operation("first")
    let barrier = script.barrier()
    script.run(first, on: queue, enqueued: 0, started: 1, finished: 60)
    script.at(ms: 10).addBarrier(barrier, on: queue)
    script.at(ms: 20).cancelAll(queue).cancel(barrier)
    if addingMore {
      let more = script.operation("more")
      script.run(more, on: queue, enqueued: 30, started: 62, finished: 65)
    }
    // A cancelled barrier starts and finishes, and its block does not run.
    script.at(ms: 61).record(.started, operation: barrier).record(.finished, operation: barrier)
    return (barrier, queue)
  }

  @Test func saysThatEverythingWasCancelledAndTheQueueUsedOn() {
    let (barrier, queue) = cancelAll()
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "barrier-lost",
          severity: .warning,
          certainty: .proven,
          operations: [barrier],
          queues: [queue],
          since: TraceInstant(nanoseconds: 20_000_000),
          sentence: "The barrier that was added to queue q 10.0 ms into the recording never ran: "
            + "cancelAllOperations took it away 10.0 ms later, and 1 operation added since then ran "
            + "without it.",
          proof: [
            "a barrier was added 10.0 ms into the recording and cancelled with all others of its "
              + "queue 20.0 ms into it"
          ],
          advice: "Add the barrier to queue q again after cancelAllOperations, or cancel the "
            + "operations one by one."
        )
    )
  }

  @Test func isSilentWhenNothingFollows() {
    _ = cancelAll(addingMore: false)
    #expect(script.diagnosis().findings.isEmpty)
  }

  // MARK: Past the queue

  @Test func saysThatABarrierRanOnASuspendedQueue() {
    let queue = script.queue("q")
    let actor = script.operation("actor")
    script.run(actor, on: script.queue("other"), enqueued: 0, started: 0, finished: 10)
    script.at(ms: 1).suspend(queue)
    script.at(ms: 2).by(actor).addBareBarrier(1, on: queue)
    script.at(ms: 3).on(ThreadID(rawValue: 7)).beginBareBarrier(1, on: queue)
    script.at(ms: 4).on(ThreadID(rawValue: 7)).endBareBarrier(1, on: queue)
    script.at(ms: 5).resume(queue)
    let finding = script.diagnosis().only
    #expect(finding?.operations == [])
    #expect(finding?.queues == [queue])
    #expect(
      finding?.sentence
        == "A barrier of queue q ran while the queue was suspended, which holds up no barrier of an "
        + "empty queue."
    )
    #expect(
      finding?.proof == [
        "the queue was suspended 1.00 ms into the recording, a barrier was added by actor 2.00 ms "
          + "into it and its block began 3.00 ms into it"
      ]
    )
  }

  @Test func isSilentWhenTheQueueIsSuspendedAfterTheCallOrResumedBefore() {
    let queue = script.queue("q")
    script.at(ms: 1).addBareBarrier(1, on: queue)
    script.at(ms: 2).suspend(queue)
    script.at(ms: 3).beginBareBarrier(1, on: queue).endBareBarrier(1, on: queue)
    script.at(ms: 4).resume(queue)
    script.at(ms: 5).addBareBarrier(2, on: queue)
    script.at(ms: 6).beginBareBarrier(2, on: queue).endBareBarrier(2, on: queue)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func saysThatABarrierOfTheMainQueueRanBesideIt() {
    let main = script.queue("main", isMain: true)
    for number in UInt64(1)...2 {
      script.at(ms: Double(number)).addBareBarrier(number, on: main)
      script.at(ms: Double(number) + 0.5).on(ThreadID(rawValue: 7))
        .beginBareBarrier(number, on: main).endBareBarrier(number, on: main)
    }
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "2 barriers of the main queue ran on other threads than the main thread."
    )
    #expect(
      finding?.proof.first
        == "a barrier was added 1.00 ms into the recording and its block began on thread 7 1.50 ms "
        + "into it"
    )
  }

  @Test func isSilentAboutABarrierOnTheMainThread() {
    let main = script.queue("main", isMain: true)
    script.at(ms: 1).addBareBarrier(1, on: main)
    script.at(ms: 2).beginBareBarrier(1, on: main).endBareBarrier(1, on: main)
    #expect(script.diagnosis().findings.isEmpty)
  }

  // MARK: Beside others

  private enum Start: CaseIterable {
    case during, before, after, byHand, cancelled
  }

  /// A barrier's block from 10 to 40 ms, and an operation that starts at some time.
  private func reader(_ start: Start, isBare: Bool = false) -> OperationID {
    let queue = script.queue("catalogue")
    if isBare {
      script.at(ms: 9).addBareBarrier(1, on: queue)
      script.at(ms: 10).beginBareBarrier(1, on: queue)
      script.at(ms: 40).endBareBarrier(1, on: queue)
    } else {
      let count = script.operation("count")
      script.run(count, on: queue, enqueued: 0, started: 0, finished: 9)
      let barrier = script.barrier()
      script.at(ms: 1).addBarrier(barrier, on: queue)
      script.at(ms: 10).start(barrier)
      script.at(ms: 40).finish(barrier)
    }
    let read = script.operation("read")
    let moment: Double =
      switch start {
      case .before: 8
      case .after: 41
      default: 20
      }
    script.at(ms: start == .before ? 0 : 15).enqueue(read, on: queue)
    if start == .cancelled { script.at(ms: 16).cancel(read) }
    if start == .byHand {
      script.at(ms: moment).startByHand(read)
    } else {
      script.at(ms: moment).start(read)
    }
    script.at(ms: moment + 5).finish(read)
    return read
  }

  @Test func namesWhatStartedWhileABarrierRan() {
    let read = reader(.during)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "barrier-lost",
          severity: .warning,
          certainty: .proven,
          operations: [read],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 20_000_000),
          sentence: "read of queue catalogue started while a barrier of the queue was running.",
          proof: [
            "the block of a barrier began 10.0 ms into the recording and ended 30.0 ms later",
            "read started 10.0 ms later",
          ],
          advice: "Give queue catalogue no underlyingQueue, or one of the program's own instead of "
            + "a global one."
        )
    )
  }

  @Test func knowsThatABarrierOfAnEmptyQueueKnowsNoUnderlyingQueue() {
    _ = reader(.during, isBare: true)
    #expect(
      script.diagnosis().only?.advice
        == "Use an operation in the barrier's place and let what comes later depend on it: a barrier "
        + "of an empty queue runs beside the underlyingQueue of queue catalogue."
    )
  }

  @Test(arguments: [Start.before, .after, .byHand, .cancelled])
  private func isSilentAboutOthers(start: Start) {
    _ = reader(start)
    #expect(script.diagnosis().findings.filter { $0.rule == "barrier-lost" } == [])
  }

  @Test func namesEachOperationOnceHoweverManyBarriersThereAre() {
    let queue = script.queue("q")
    for number in UInt64(1)...3 {
      script.at(ms: 0).addBareBarrier(number, on: queue)
      script.at(ms: Double(number)).beginBareBarrier(number, on: queue)
      script.at(ms: 50).endBareBarrier(number, on: queue)
    }
    let reads = (0..<4).map { script.operation("read\($0)") }
    for read in reads { script.run(read, on: queue, enqueued: 9, started: 10, finished: 11) }
    let finding = script.diagnosis().only
    #expect(finding?.operations == reads)
    #expect(
      finding?.sentence
        == "read0, read1, read2 and read3 of queue q started while a barrier of the "
        + "queue was running."
    )
  }
}
