import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct BarrierBlockedRuleTests {
  private let script = TraceScript()
  private let thread = ThreadID(rawValue: 50)

  @Test func namesABlockThatDoesNotEnd() {
    let (cache, disk) = (script.queue("cache"), script.queue("disk"))
    let (read, drop, show) = (
      script.operation("read"), script.operation("drop"), script.operation("show")
    )
    script.at(ms: 1).addBareBarrier(1, on: cache)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: cache)
    script.at(ms: 3).enqueue(read, on: cache).enqueue(drop, on: cache).cancel(drop)
    script.at(ms: 4).depend(show, on: read).enqueue(show, on: disk)
    #expect(
      script.diagnosis(endMs: 6_002).only
        == Finding(
          rule: "barrier-blocked",
          severity: .error,
          certainty: .likely,
          operations: [read, drop],
          queues: [cache],
          since: TraceInstant(nanoseconds: 3_000_000),
          sentence:
            "The barrier block of queue cache has been executing on thread 50 for 6.00 s: read "
            + "and drop, which were added after it, can't start; show waits for them.",
          proof: [
            "show has waited 6.00 s for read",
            "a barrier block was added to queue cache on the main thread 1.00 ms into the "
              + "recording, when the queue was empty, began 2.00 ms into it, and has not ended",
          ],
          advice:
            "Look at what the barrier block of queue cache waits for, and give that a timeout.",
          blocked: [show],
          edges: [
            ProofEdge(from: .operation(show), to: .operation(read), by: .dependency),
            ProofEdge(from: .operation(read), to: .queue(cache), by: .barrier),
            ProofEdge(from: .operation(drop), to: .queue(cache), by: .barrier),
          ]
        )
    )
  }

  /// The queue was not empty: its barrier is an operation, and the fault is the same.
  @Test func namesABarrierThatDoesNotEnd() {
    let (cache, disk) = (script.queue("cache"), script.queue("disk"))
    let (first, barrier) = (script.operation("first"), script.barrier())
    let (read, show) = (script.operation("read"), script.operation("show"))
    script.at(ms: 0).enqueue(first, on: cache)
    script.at(ms: 1).start(first)
    script.at(ms: 2).addBarrier(barrier, on: cache)
    script.at(ms: 3).enqueue(read, on: cache)
    script.at(ms: 4).depend(show, on: read).enqueue(show, on: disk)
    script.at(ms: 5).finish(first)
    script.at(ms: 6).on(thread).start(barrier)
    let frame = ThreadStack.Frame(function: "Cache.clear()", file: "/src/Cache.swift", line: 12)
    let lock = ThreadStack.Frame(function: "pthread_mutex_lock", module: "/lib/libc.so.6")
    let stack = ThreadStack(systemCall: "futex", frames: [lock, frame])
    script.at(ms: 5_006).on(ThreadID(rawValue: 99)).findStack(of: barrier, stack)
    #expect(
      script.diagnosis(endMs: 6_006).only
        == Finding(
          rule: "barrier-blocked",
          severity: .error,
          certainty: .likely,
          operations: [barrier],
          queues: [cache],
          since: TraceInstant(nanoseconds: 6_000_000),
          sentence:
            "The barrier of queue cache has been executing on thread 50 for 6.00 s: read, which was "
            + "added after it, can't start; its thread is in Cache.clear() at Cache.swift:12, blocked "
            + "in futex; show waits for it.",
          proof: [
            "show has waited 6.00 s for read",
            "read has waited 6.00 s behind the barrier of queue cache, which was added before it",
            "the barrier of queue cache was added 2.00 ms into the recording and began 6.00 ms into "
              + "it, and has not ended",
            "its thread was blocked in futex when it was looked at, 5.01 s into the recording:",
            "in pthread_mutex_lock in libc.so.6",
            "called by Cache.clear() at Cache.swift:12",
          ],
          advice:
            "Find out who holds the lock that Cache.clear() at Cache.swift:12 waits for: it must be "
            + "unlocked on every path, and a thread that locks it twice waits for itself.",
          blocked: [read, show],
          blockedByBarrier: [read],
          edges: [
            ProofEdge(from: .operation(show), to: .operation(read), by: .dependency),
            ProofEdge(from: .operation(read), to: .operation(barrier), by: .barrier),
          ]
        )
    )
  }

  @Test func callsOneOfSeveralBarriersByItsNumber() {
    let cache = script.queue("cache")
    let (first, barrier, read) = (
      script.operation("first"), script.barrier(), script.operation("read")
    )
    script.at(ms: 0).enqueue(first, on: cache).addBarrier(script.barrier(), on: cache)
    script.at(ms: 1).start(first).addBarrier(barrier, on: cache).enqueue(read, on: cache)
    let finding = script.diagnosis(endMs: 7_000).only
    #expect(finding?.rule == "executing-too-long")
    #expect(
      finding?.proof.contains(
        "read has waited 7.00 s behind barrier \(barrier.rawValue), which was added before it"
      ) == true
    )
  }

  /// The block waits for an operation that is stuck: that one is the root, and the block only stands in between.
  @Test func leavesItToWhatTheBlockWaitsFor() {
    let (cache, net) = (script.queue("cache"), script.queue("net"))
    let (read, stuck) = (script.operation("read"), script.operation("stuck", class: "Fetch"))
    script.detach(stuck, on: net, atMs: 0)
    script.at(ms: 1).addBareBarrier(1, on: cache)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: cache).wait(for: stuck)
    script.at(ms: 3).enqueue(read, on: cache)
    let finding = script.diagnosis(endMs: 6_003).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.blocked == [read])
    #expect(finding?.blockedByBarrier == [read])
    #expect(
      finding?.proof.prefix(2) == [
        "read has waited 6.00 s behind the barrier block of queue cache, which was added before it",
        "the barrier block of queue cache has been blocked for 6.00 s in waitUntilFinished on "
          + "stuck",
      ]
    )
  }

  // MARK: Near misses

  @Test func isSilentWhileTheBlockMayCompute() {
    let cache = script.queue("cache")
    script.at(ms: 1).addBareBarrier(1, on: cache)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: cache)
    script.at(ms: 3).enqueue(script.operation("read"), on: cache)
    #expect(script.diagnosis(endMs: 4_900).findings.isEmpty)
  }

  @Test func isSilentWhenNothingStandsBehindIt() {
    let (cache, other) = (script.queue("cache"), script.queue("other"))
    script.at(ms: 1).addBareBarrier(1, on: cache)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: cache)
    script.run(script.operation("read"), on: other, enqueued: 3, started: 4, finished: 5)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  /// It is an operation like any other then.
  @Test func leavesABarrierWithNothingBehindItToItsLength() {
    let cache = script.queue("cache")
    let (first, barrier) = (script.operation("first"), script.barrier())
    script.at(ms: 0).enqueue(first, on: cache).start(first)
    script.at(ms: 1).addBarrier(barrier, on: cache)
    script.at(ms: 2).finish(first)
    script.at(ms: 3).start(barrier)
    #expect(script.diagnosis(endMs: 4_900).findings.isEmpty)
    #expect(script.diagnosis(endMs: 6_000).rules == ["executing-too-long"])
  }

  @Test func isSilentWhileTheBarrierMayCompute() {
    let cache = script.queue("cache")
    let (first, barrier) = (script.operation("first"), script.barrier())
    script.at(ms: 0).enqueue(first, on: cache).start(first)
    script.at(ms: 1).addBarrier(barrier, on: cache)
    script.at(ms: 2).enqueue(script.operation("read"), on: cache).finish(first)
    script.at(ms: 3).start(barrier)
    #expect(script.diagnosis(endMs: 4_900).findings.isEmpty)
  }

  @Test func isSilentWhenTheBlockEnded() {
    let cache = script.queue("cache")
    let read = script.operation("read")
    script.at(ms: 1).addBareBarrier(1, on: cache)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: cache)
    script.at(ms: 3).enqueue(read, on: cache)
    script.at(ms: 8_000).on(thread).endBareBarrier(1, on: cache)
    script.run(read, started: 8_001, finished: 8_002)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutTheMainQueueWhereSuchABlockHoldsUpNothing() {
    let main = script.queue(isMain: true)
    let read = script.operation("read")
    script.at(ms: 1).addBareBarrier(1, on: main)
    script.at(ms: 2).on(thread).beginBareBarrier(1, on: main)
    script.at(ms: 3).enqueue(read, on: main)
    script.run(read, started: 4)
    // That it runs beside the main thread is a fault of its own.
    #expect(script.diagnosis(endMs: 4_000).rules == ["barrier-lost"])
  }
}
