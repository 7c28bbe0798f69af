import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct NoWorkerRuleTests {
  private let script = TraceScript()

  /// Starts blocking operations on two processors: two at once, and one more each second.
  private func block(_ count: Int, on queue: QueueID, name: String = "request") -> [OperationID] {
    script.at(ms: 0).processors(2)
    return (0..<count).map { number in
      let operation = script.operation("\(name)\(number)", class: "Request")
      script.run(operation, on: queue, enqueued: 0, started: 1 + 1_000 * Double(max(0, number - 1)))
      return operation
    }
  }

  @Test func namesWhatBlocksTheWorkers() {
    let (requests, replies) = (script.queue("requests"), script.queue("replies"))
    let blockers = block(4, on: requests)
    let (reply, show) = (script.operation("reply"), script.operation("show"))
    let more = script.operation("request4", class: "Request")
    script.at(ms: 0).enqueue(more, on: requests)
    script.at(ms: 1).enqueue(reply, on: replies).depend(show, on: reply).enqueue(show, on: replies)
    let finding = script.diagnosis(endMs: 2_501).only
    #expect(
      finding
        == Finding(
          rule: "no-worker",
          severity: .error,
          certainty: .likely,
          operations: blockers,
          queues: [requests, replies],
          since: TraceInstant(nanoseconds: 1_000_000),
          sentence:
            "reply has not started: ready for 2.50 s, it waits for a worker thread, and request0, "
            + "request1, "
            + "request2 and request3 block all that there are (2 processors); 1 more operation "
            + "behind the blockers.",
          proof: [
            "show has waited 2.50 s for reply",
            "reply has waited 2.50 s for a worker thread, all of which are blocked",
            "request0 has been inside start() on thread 1001 for 2.50 s",
            "request1 has been inside start() on thread 1002 for 2.50 s",
            "request2 has been inside start() on thread 1003 for 1.50 s",
            "request3 has been inside start() on thread 1004 for 500 ms",
            "the last of them started about a second apart: so threads come while all others are "
              + "blocked",
          ],
          advice:
            "Do not let request0, request1, request2 and request3 block: make them asynchronous, "
            + "or let fewer "
            + "of them run at once than there are processors; or give queue replies a serial "
            + "underlyingQueue that you keep alive: it has its own thread.",
          blocked: [reply, show, more].sorted(),
          edges: [ProofEdge(from: .operation(show), to: .operation(reply), by: .dependency)]
            + blockers.map { ProofEdge(from: .operation(reply), to: .operation($0), by: .worker) }
        )
    )
  }

  /// The blockers have been at it for longer than the stall threshold: still one root cause, and it is this one.
  @Test func saysWhereTheBlockersAre() {
    let (requests, replies) = (script.queue("requests"), script.queue("replies"))
    let blockers = block(4, on: requests)
    script.at(ms: 1).enqueue(script.operation("reply"), on: replies)
    let frame = ThreadStack.Frame(function: "Request.main()", file: "/src/Request.swift", line: 9)
    let stack = ThreadStack(systemCall: "recvfrom", frames: [frame])
    script.at(ms: 1_100).findStack(of: blockers[0], stack)
    #expect(
      script.diagnosis(endMs: 2_501).only?.proof.contains(
        "request0 has been inside start() on thread 1001 for 2.50 s; its thread is in "
          + "Request.main() at Request.swift:9, blocked in recvfrom"
      ) ?? false
    )
  }

  @Test func keepsTheBlockersFromBeingRootsOfTheirOwn() {
    let (requests, replies) = (script.queue("requests"), script.queue("replies"))
    let blockers = block(12, on: requests)
    script.at(ms: 1).enqueue(script.operation("reply"), on: replies)
    let diagnosis = script.diagnosis(endMs: 10_500)
    #expect(diagnosis.rules == ["no-worker"])
    #expect(diagnosis.only?.operations == blockers)
  }

  /// Each waits for an operation that needs a worker: a thread more resolves it, for a time.
  @Test func namesWaitersThatWaitForWhatNeedsAWorker() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    let waiters = block(3, on: outer, name: "waiter")
    let needed = script.operation("needed")
    script.at(ms: 1).enqueue(needed, on: inner)
    for (number, waiter) in waiters.enumerated() {
      script.at(ms: 2 + 1_000 * Double(max(0, number - 1))).by(waiter).wait(for: needed)
    }
    let finding = script.diagnosis(endMs: 1_900).only
    #expect(finding?.rule == "no-worker")
    #expect(finding?.certainty == .likely)
    #expect(finding?.operations == waiters)
    #expect(finding?.blocked == [needed])
    #expect(
      finding?.proof.contains(
        "waiter0 has been inside start() on thread 1001 for 1.90 s, blocked in waitUntilFinished "
          + "on needed"
      ) == true
    )
  }

  @Test func isASelfDeadlockOnceNoMoreWorkersCanCome() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner"))
    script.at(ms: 0).processors(2)
    let needed = script.operation("needed")
    script.at(ms: 1).enqueue(needed, on: inner)
    for number in 0..<WorkerShortage.mostWorkers {
      let waiter = script.operation("waiter\(number)")
      script.run(waiter, on: outer, enqueued: 0, started: 2)
      script.at(ms: 3).by(waiter).wait(for: needed)
    }
    let finding = script.diagnosis(endMs: 1_900).only
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.certainty == .likely)
    #expect(finding?.operations.contains(needed) == true)
  }

  @Test func leavesItToWhatTheWaitersWaitFor() {
    let (outer, net, inner) = (script.queue("outer"), script.queue("net"), script.queue("inner"))
    let stuck = script.operation("stuck", class: "Fetch")
    script.detach(stuck, on: net, atMs: 0)
    let waiters = block(3, on: outer, name: "waiter")
    for waiter in waiters { script.at(ms: 1_002).by(waiter).wait(for: stuck) }
    let starved = script.operation("starved")
    script.at(ms: 2).enqueue(starved, on: inner)
    let finding = script.diagnosis(endMs: 2_500).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.operations == [stuck])
    #expect(finding?.blocked == (waiters + [starved]).sorted())
  }

  /// Nobody blocks the workers: the queue's own dispatch queue is busy, or a wake-up was lost.
  @Test func namesWhatNoThreadComesForWithoutAReason() {
    let queue = script.queue("replies")
    let reply = script.operation("reply")
    script.at(ms: 0).processors(2)
    script.at(ms: 10).enqueue(reply, on: queue)
    let finding = script.diagnosis(endMs: 2_010).only
    #expect(finding?.operations == [reply])
    #expect(
      finding?.sentence
        == "reply has been ready for 2.00 s in queue replies, which has a free slot, and no "
        + "thread has come."
    )
    #expect(
      finding?.proof == [
        "reply was ready, its queue runs and had a free slot, and no operation blocked a worker"
      ]
    )
    #expect(
      finding?.advice.hasPrefix("If queue replies has an underlyingQueue, see what keeps that busy")
        == true
    )
  }

  /// Lets `load` of queue models wait for `measure` of queue views, for which no thread comes.
  private func waitForAnotherQueue(sharesQueue: Bool = false) -> (
    models: QueueID, views: QueueID, load: OperationID
  ) {
    let models = script.queue("models")
    let views = sharesQueue ? models : script.queue("views")
    let (load, measure) = (script.operation("load"), script.operation("measure"))
    script.at(ms: 0).processors(4)
    script.run(load, on: models, enqueued: 10, started: 11)
    script.at(ms: 12).by(load).enqueue(measure, on: views)
    script.at(ms: 13).by(load).wait(for: measure)
    return (models, views, load)
  }

  @Test func suspectsASerialQueueUnderBoth() {
    _ = waitForAnotherQueue()
    let finding = script.diagnosis(endMs: 2_012).only
    #expect(finding?.rule == "no-worker")
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "measure has been ready for 2.00 s in queue views, which has a free slot, and no thread "
        + "has come; load waits for it and probably keeps the thread that is needed: queues models "
        + "and views seem to share a serial underlyingQueue."
    )
    #expect(
      finding?.proof == [
        "load has been blocked for 2.00 s in waitUntilFinished on measure",
        "measure was ready, its queue runs and had a free slot, and of 4 workers only 1 was inside "
          + "operations",
      ]
    )
    #expect(
      finding?.advice
        == "If queues models and views have a serial underlyingQueue, do not wait for measure inside "
        + "load: make measure a dependency of what load does next, or give queue views an "
        + "underlyingQueue of its own; if not, see what else keeps threads from coming to queue views."
    )
  }

  @Test func suspectsASerialQueueUnderOne() {
    _ = waitForAnotherQueue(sharesQueue: true)
    #expect(
      script.diagnosis(endMs: 2_012).only?.sentence.hasSuffix(
        "keeps the thread that is needed: queue models seems to have a serial underlyingQueue."
      ) == true
    )
  }

  /// One waits in a call, the others only depend on it.
  @Test func namesWhoOfThoseThatWaitKeepsTheThread() {
    let (models, _, load) = waitForAnotherQueue()
    let show = script.operation("show")
    script.at(ms: 14).depend(show, on: load).enqueue(show, on: models)
    #expect(
      script.diagnosis(endMs: 2_012).only?.sentence.hasSuffix(
        "load and show wait for it, and load probably keeps the thread that is needed: queues models "
          + "and views seem to share a serial underlyingQueue."
      ) == true
    )
  }

  /// They have had two threads at a time.
  @Test func suspectsNoSerialQueueUnderThoseThatOverlapped() {
    let (models, views, _) = waitForAnotherQueue()
    script.run(script.operation("a"), on: models, enqueued: 1, started: 2, finished: 5)
    script.run(script.operation("b"), on: views, enqueued: 1, started: 4, finished: 6)
    let finding = script.diagnosis(endMs: 2_012).only
    #expect(finding?.sentence.hasSuffix("no thread has come; load waits for it.") == true)
    #expect(finding?.advice.hasPrefix("If queue views has an underlyingQueue, see") == true)
  }

  @Test func recognisesAWakeUpThatWasLost() {
    let (net, queue) = (script.queue("net"), script.queue("replies"))
    let (request, reply) = (
      script.operation("request"),
      script.operation("reply", class: "Reply", overrides: .overridesIsReady)
    )
    script.at(ms: 0).processors(2)
    script.at(ms: 0).depend(reply, on: request)
    script.run(request, on: net, enqueued: 1, started: 2, finished: 12)
    script.at(ms: 5).enqueue(reply, on: queue)
    script.at(ms: 12).by(request).becomeReady(reply)
    let finding = script.diagnosis(endMs: 2_012).only
    #expect(finding?.rule == "no-worker")
    #expect(
      finding?.proof.last?.hasSuffix("its last dependency finished while it was being added")
        == true
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutABatchThatWaitsForItself() {
    let requests = script.queue("requests")
    _ = block(4, on: requests)
    for _ in 0..<20 { script.at(ms: 0).enqueue(script.operation(class: "Request"), on: requests) }
    #expect(script.diagnosis(endMs: 2_500).findings.isEmpty)
  }

  @Test func isSilentWhileBothProcessorsMayCompute() {
    let (encoders, replies) = (script.queue("encoders"), script.queue("replies"))
    _ = block(2, on: encoders)
    script.at(ms: 1).enqueue(script.operation("reply"), on: replies)
    #expect(script.diagnosis(endMs: 4_500).findings.isEmpty)
  }

  @Test func isSilentAboutThreadsThatWereFoundComputing() {
    let (encoders, replies) = (script.queue("encoders"), script.queue("replies"))
    for encode in block(3, on: encoders) {
      script.at(ms: 1_100).findStack(of: encode, ThreadStack(systemCall: nil, frames: []))
    }
    script.at(ms: 1).enqueue(script.operation("reply"), on: replies)
    #expect(script.diagnosis(endMs: 1_900).findings.isEmpty)
  }

  @Test func isSilentWhileWorkersChangeHands() {
    let (requests, replies, quick) = (
      script.queue("requests"), script.queue("replies"), script.queue("quick")
    )
    _ = block(3, on: requests)
    script.at(ms: 1).enqueue(script.operation("reply"), on: replies)
    script.run(script.operation("quick"), on: quick, enqueued: 0, started: 1_900, finished: 2_000)
    #expect(script.diagnosis(endMs: 2_500).findings.isEmpty)
  }

  @Test func isSilentForAMoment() {
    let (requests, replies) = (script.queue("requests"), script.queue("replies"))
    _ = block(3, on: requests)
    script.at(ms: 1_500).enqueue(script.operation("reply"), on: replies)
    #expect(script.diagnosis(endMs: 2_400).findings.isEmpty)
  }

  @Test func isSilentAboutQueuesThatAreFullSuspendedOrMain() {
    let requests = script.queue("requests")
    let (full, main) = (script.queue("full", limit: 1), script.queue(isMain: true))
    _ = block(3, on: requests)
    script.run(script.operation("holder"), on: full, enqueued: 0, started: 1)
    script.at(ms: 1).enqueue(script.operation("queued"), on: full)
    let onMain = script.operation("onMain")
    script.at(ms: 1).enqueue(onMain, on: main).on(script.mainThread).start(onMain)
    #expect(script.diagnosis(endMs: 2_400).findings.isEmpty)
  }

  @Test func isSilentWhenAWorkerCameAfterAll() {
    let (requests, replies) = (script.queue("requests"), script.queue("replies"))
    _ = block(3, on: requests)
    script.run(script.operation("reply"), on: replies, enqueued: 1, started: 2_000, finished: 2_001)
    #expect(script.diagnosis(endMs: 3_500).findings.isEmpty)
  }
}
