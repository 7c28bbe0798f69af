import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct CallNeverReturnedRuleTests {
  private let script = TraceScript()
  private let first = ThreadID(rawValue: 50)
  private let second = ThreadID(rawValue: 51)
  private let watchdog = ThreadID(rawValue: 99)

  @Test func namesTheCallAndWhatNeedsItsLock() {
    let queue = script.queue("documents")
    let load = script.operation("load", class: "Load")
    let save = script.operation("save", class: "Save", overrides: .overridesIsReady)
    let (barrier, late) = (script.barrier(), script.operation("late"))
    script.detach(load, on: queue, atMs: 0)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.at(ms: 2).on(first).enqueue(save, on: queue).becomeReady(save)
    script.at(ms: 3).finish(load)
    script.at(ms: 4).on(second).enqueue(late, on: queue)
    script.at(ms: 502).on(watchdog)
      .findBlocked(.addOperation, save, queue: queue, thread: first, sinceMs: 500)
      .findBlocked(.addOperation, late, queue: queue, thread: second, sinceMs: 498)
    let finding = script.diagnosis(endMs: 2_002).only
    #expect(finding?.rule == "call-never-returned")
    #expect(finding?.certainty == .likely)
    #expect(finding?.operations == [save])
    #expect(finding?.queues == [queue])
    #expect(finding?.since == TraceInstant(nanoseconds: 2_000_000))
    #expect(finding?.blocked.contains(late) == true)
    #expect(
      finding?.sentence.hasPrefix(
        "addOperation(save) on queue documents has not returned on thread 50 for 2.00 s: its "
          + "class Save says that it is ready, though the barrier of queue documents stands in front "
          + "of it; "
      ) == true
    )
    #expect(
      finding?.proof.suffix(2) == [
        "thread 50 has been inside addOperation(save) on queue documents for 2.00 s",
        "thread 51 has been waiting behind it in addOperation(late) on queue documents for 2.00 s",
      ]
    )
    #expect(
      finding?.advice
        == "Let isReady of Save be false as long as super.isReady is: it says ready while "
        + "Foundation still ties the operation to a barrier."
    )
  }

  /// Nobody saw the call hang; but it must, and nothing says that it got on.
  @Test func knowsOneKindOfCallWithoutHavingSeenItHang() {
    let (database, net) = (script.queue("database"), script.queue("net"))
    let (load, ask) = (script.operation("load"), script.operation("ask", class: "Ask"))
    let (barrier, store, later) = (
      script.barrier(), script.operation("store"), script.operation("later")
    )
    script.run(load, on: database, enqueued: 0, started: 1, finished: 200)
    script.at(ms: 1).addBarrier(barrier, on: database)
    script.detach(ask, on: net, atMs: 90)
    script.at(ms: 99).cancel(store)
    script.at(ms: 100).on(first).enqueue(store, on: database)
    script.at(ms: 101).depend(later, on: ask).enqueue(later, on: database)
    let finding = script.diagnosis(endMs: 2_100).only
    #expect(finding?.rule == "call-never-returned")
    #expect(finding?.operations == [store])
    #expect(finding?.blocked == [ask, barrier, later].sorted())
    #expect(
      finding?.sentence
        == "addOperation(store) on queue database has not returned on thread 50 for 2.00 s: store "
        + "was cancelled "
        + "before, though the barrier of queue database stands in front of it; the barrier of queue "
        + "database, ask and later wait for it."
    )
    #expect(
      finding?.advice
        == "Do not add store once it is cancelled, or add it first and cancel it then: Foundation "
        + "takes it for ready while it still ties it to the barrier."
    )
  }

  /// A state that is set under the lock that its getters take.
  @Test func saysThatANotificationIsMadeUnderTheLockOfTheGetters() {
    let queue = script.queue("uploads", limit: 1)
    let upload = script.operation("upload", class: "Upload", overrides: .overridesIsExecuting)
    let next = script.operation("next")
    script.run(upload, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).enqueue(next, on: queue)
    script.at(ms: 502).on(watchdog).findBlocked(
      .didChangeValue,
      upload,
      thread: ThreadID(rawValue: 1001),
      sinceMs: 500
    )
    let finding = script.diagnosis(endMs: 2_002).only
    #expect(finding?.rule == "call-never-returned")
    #expect(finding?.blocked == [next])
    #expect(
      finding?.sentence
        == "upload has been stuck in its own didChangeValue on thread 1001 for 2.00 s: what "
        + "Foundation asks it there needs a lock that the caller holds; next waits for it."
    )
    #expect(
      finding?.proof.last
        == "upload on thread 1001 has been inside didChangeValue of upload for 2.00 s"
    )
    #expect(
      finding?.advice.hasPrefix("Let Upload let go of its lock before it calls didChangeValue")
        == true
    )
  }

  @Test func leadsFromTheOneWhoCalled() {
    let queue = script.queue("q")
    let (caller, target) = (script.operation("caller"), script.operation("target"))
    script.run(caller, on: queue, enqueued: 0, started: 1)
    script.at(ms: 502).on(watchdog).findBlocked(
      .cancel,
      target,
      thread: ThreadID(rawValue: 1001),
      sinceMs: 500
    )
    let finding = script.diagnosis(endMs: 2_002).only
    #expect(finding?.operations == [target])
    #expect(finding?.blocked == [caller])
    #expect(
      finding?.edges == [ProofEdge(from: .operation(caller), to: .operation(target), by: .call)]
    )
    #expect(
      finding?.proof.first
        == "caller has been blocked for 2.00 s in a call with target that does not return"
    )
  }

  @Test func namesWhatAQueueCannotStartWhereTheCallIsOnAllOfIt() {
    let queue = script.queue("q")
    let (running, waiting) = (
      script.operation("running", class: "Run"), script.operation("waiting")
    )
    script.detach(running, on: queue, atMs: 0)
    script.at(ms: 1).depend(waiting, on: running).enqueue(waiting, on: queue)
    script.at(ms: 502).on(watchdog).findBlocked(
      .cancelAllOperations,
      queue: queue,
      thread: first,
      sinceMs: 500
    )
    let finding = script.diagnosis(endMs: 2_002).findings.first { $0.rule == "call-never-returned" }
    #expect(finding?.operations == [waiting])
    #expect(
      finding?.sentence
        == "cancelAllOperations on queue q has not returned on thread 50 for 2.00 s."
    )
  }

  // MARK: Near misses

  @Test func isSilentWhenWhatWasCancelledGotOutOfTheQueue() {
    let queue = script.queue("database")
    let (load, store, barrier) = (
      script.operation("load", class: "Load"), script.operation("store"), script.barrier()
    )
    script.detach(load, on: queue, atMs: 0)
    script.at(ms: 1).addBarrier(barrier, on: queue)
    script.at(ms: 2).cancel(store).enqueue(store, on: queue)
    script.run(store, started: 3, finished: 3)
    #expect(script.diagnosis(endMs: 2_000).rules == ["never-finished"])
  }

  @Test func isSilentAboutWhatWasCancelledInItsQueue() {
    let queue = script.queue("database", isSuspended: true)
    let (load, store, barrier) = (
      script.operation("load"), script.operation("store"), script.barrier()
    )
    script.at(ms: 0).enqueue(load, on: queue).addBarrier(barrier, on: queue)
    script.at(ms: 2).enqueue(store, on: queue)
    script.at(ms: 3).cancel(store)
    #expect(script.diagnosis(endMs: 2_000).rules == ["queue-suspended"])
  }

  @Test func isSilentWhenTheCallReturned() {
    let queue = script.queue("q")
    let target = script.operation("target")
    script.run(target, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 502).on(watchdog).findBlocked(.cancel, target, thread: first, sinceMs: 500)
    script.at(ms: 700).record(
      .callReturned,
      operation: target,
      detail: TraceEvent.FoundationCall.cancel.rawValue,
      on: first
    )
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  /// One finish may make thousands of operations ready, and its thread pays for it: that is slow, not stuck.
  @Test func isSilentWhileAFinishReleasesOthers() {
    let queue = script.queue("q")
    let root = script.operation("root", class: "Root")
    script.detach(root, on: queue, atMs: 0)
    script.at(ms: 100).on(first).finish(root)
    script.at(ms: 600).on(watchdog).findBlocked(.didChangeValue, root, thread: first, sinceMs: 500)
    script.keepBusy(fromMs: 100, toMs: 8_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentInABusyProcessForLonger() {
    let queue = script.queue("q")
    let target = script.operation("target")
    script.at(ms: 502).on(watchdog).findBlocked(
      .addOperation,
      target,
      queue: queue,
      thread: first,
      sinceMs: 500
    )
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
    script.keepBusy(fromMs: 4_000, toMs: 6_000)
    #expect(script.diagnosis().rules == ["call-never-returned"])
  }

  @Test func leavesASelfDependencyToItsRule() {
    let task = script.operation("task")
    script.at(ms: 2).on(first).depend(task, on: task)
    script.at(ms: 502).on(watchdog).findBlocked(.addDependency, task, thread: first, sinceMs: 500)
    #expect(script.diagnosis(endMs: 3_000).rules == ["self-dependency"])
  }
}
