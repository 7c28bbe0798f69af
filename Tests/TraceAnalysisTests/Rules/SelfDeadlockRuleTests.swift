import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct SelfDeadlockRuleTests {
  private let script = TraceScript()

  @Test func namesAWaitForTheSlotThatTheWaiterHolds() {
    let (images, net) = (script.queue("images", limit: 1), script.queue("net"))
    let (decode, resize) = (script.operation("decode"), script.operation("resize"))
    let upload = script.operation("upload")
    script.at(ms: 0).enqueue(decode, on: images)
    script.at(ms: 0).on(ThreadID(rawValue: 4711)).start(decode)
    script.at(ms: 1).depend(upload, on: resize).enqueue(upload, on: net)
    script.at(ms: 2).by(decode).enqueue(resize, on: images).wait(for: resize)
    #expect(
      script.diagnosis(endMs: 12_400).only
        == Finding(
          rule: "self-deadlock",
          severity: .error,
          certainty: .proven,
          operations: [decode, resize],
          queues: [images],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence: "upload has not started: it waits for resize; resize waits for a slot of queue "
            + "images (limit 1), held by decode on thread 4711 for 12.4 s; decode is blocked in "
            + "waitUntilFinished on resize.",
          proof: [
            "upload has waited 12.4 s for resize",
            "resize has waited 12.4 s for a slot of queue images (limit 1), held by decode on "
              + "thread 4711 for 12.4 s",
            "decode has been blocked for 12.4 s in waitUntilFinished on resize",
            "decode called waitUntilFinished on resize on thread 4711, 2.00 ms into the recording",
          ],
          advice: "Do not wait for resize inside decode: make resize a dependency of what decode "
            + "does next, or put it on another queue.",
          blocked: [upload],
          edges: [
            ProofEdge(from: .operation(upload), to: .operation(resize), by: .dependency),
            ProofEdge(from: .operation(decode), to: .operation(resize), by: .wait),
            ProofEdge(from: .operation(resize), to: .queue(images), by: .slot),
            ProofEdge(from: .queue(images), to: .operation(decode), by: .slot),
          ]
        )
    )
  }

  @Test func saysWhereTheWaitIsInTheCode() {
    let queue = script.queue("serial", limit: 1)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    let frame = ThreadStack.Frame(function: "Outer.main()", file: "/src/Outer.swift", line: 9)
    script.at(ms: 5_001).findStack(of: outer, ThreadStack(systemCall: "futex", frames: [frame]))
    #expect(
      script.diagnosis(endMs: 6_000).only?.proof.last?.hasSuffix(
        "2.00 ms into the recording, in Outer.main() at Outer.swift:9"
      ) ?? false
    )
  }

  @Test func needsNoTimeAndNoIdleProcess() {
    let queue = script.queue("serial", limit: 1)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    script.run(script.operation("busy"), on: script.queue(), enqueued: 0, started: 0)
    #expect(script.diagnosis(endMs: 2).only?.operations == [outer, inner])
  }

  @Test func namesAWaitForWhatDependsOnTheWaiter() {
    let queue = script.queue("q")
    let (parent, child) = (script.operation("parent"), script.operation("child"))
    script.run(parent, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(parent).depend(child, on: parent).enqueue(child, on: queue).wait(for: child)
    let finding = script.diagnosis(endMs: 502).only
    #expect(
      finding?.sentence
        == "child has not started: it waits for parent; parent has been blocked for 500 "
        + "ms in waitUntilFinished on child."
    )
  }

  @Test func namesAWaitForTheWholeOwnQueue() {
    let queue = script.queue("q", limit: 4)
    let outer = script.operation("outer")
    let others = (0..<20).map { script.operation("op\($0)") }
    script.run(outer, on: queue, enqueued: 0, started: 1)
    for other in others { script.run(other, on: queue, enqueued: 1, started: 2, finished: 3) }
    // Foundation waits for one operation after the other within.
    script.at(ms: 4).by(outer).waitForAll(of: queue).wait(for: outer)
    let finding = script.diagnosis(endMs: 24).only
    #expect(finding?.operations == [outer])
    #expect(
      finding?.sentence
        == "outer has been blocked for 20.0 ms in waitUntilAllOperationsAreFinished on queue q, to "
        + "which it belongs itself."
    )
    #expect(
      finding?.advice
        == "Do not wait for queue q inside outer: let what comes after the wait be an "
        + "operation or a barrier block of its own."
    )
  }

  @Test func namesAWaitForItself() {
    let queue = script.queue("q")
    let a = script.operation("a")
    script.run(a, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(a).wait(for: a)
    #expect(
      script.diagnosis(endMs: 3).only?.advice
        == "Do not let a wait for itself: leave out the call of waitUntilFinished."
    )
  }

  @Test func namesWaitersThatHoldAllOfSeveralSlots() {
    let queue = script.queue("q", limit: 2)
    let outers = [script.operation("outer1"), script.operation("outer2")]
    let inners = [script.operation("inner1"), script.operation("inner2")]
    for (outer, inner) in zip(outers, inners) {
      script.run(outer, on: queue, enqueued: 0, started: 1)
      script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    }
    let diagnosis = script.diagnosis(endMs: 1_001)
    #expect(Set(diagnosis.only?.operations ?? []) == Set(outers + [inners[0]]))
    #expect(diagnosis.only?.blocked == [inners[1]])
    #expect(
      diagnosis.only?.sentence == "inner1 has not started: it waits for a slot of queue q (limit "
        + "2), held by outer1 on thread 1001 for 1.00 s and outer2 on thread 1002 for 1.00 s; "
        + "outer1 is blocked in waitUntilFinished on inner1."
    )
    #expect(diagnosis.stalled.count == 4)
  }

  @Test func goesThroughThreeQueuesAndABarrier() {
    let (a, b) = (script.queue("a", limit: 1), script.queue("b", limit: 1))
    let (first, second) = (script.operation("first"), script.operation("second"))
    let (barrier, behind) = (script.barrier(), script.operation("behind"))
    script.run(first, on: a, enqueued: 0, started: 1)
    script.run(second, on: b, enqueued: 0, started: 1)
    script.at(ms: 2).addBarrier(barrier, on: b)
    script.at(ms: 3).enqueue(behind, on: b)
    script.at(ms: 4).by(first).wait(for: behind)
    script.at(ms: 5).by(second).wait(for: first)
    let finding = script.diagnosis(endMs: 6).only
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.operations.prefix(1) == [first])
    #expect(finding?.queues == [a, b])
  }

  @Test func suspectsAnOperationThatSignalsFromItsOwnQueue() {
    let queue = script.queue("serial", limit: 1)
    let (handler, callback) = (script.operation("handler"), script.operation("callback"))
    script.run(handler, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(handler).enqueue(callback, on: queue)
    let finding = script.diagnosis(endMs: 6_000).only
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence == "callback has not started: it waits for a slot of queue serial (limit "
        + "1), held by handler on thread 1001 for 6.00 s; handler has not finished and probably "
        + "waits for callback, which it added itself."
    )
    #expect(
      finding?.advice
        == "Let handler finish without waiting for callback, or put it on another queue."
    )
  }

  /// What it probably waits for there can be looked up where its thread stands.
  @Test func saysWhereTheThreadIsThatProbablyWaits() {
    let serial = script.queue("serial", limit: 1)
    let (handler, callback) = (script.operation("handler"), script.operation("callback"))
    script.run(handler, on: serial, enqueued: 0, started: 1)
    script.at(ms: 2).by(handler).enqueue(callback, on: serial)
    let frame = ThreadStack.Frame(function: "handle()", file: "/src/Session.swift", line: 40)
    let stack = ThreadStack(systemCall: "futex", frames: [frame])
    script.at(ms: 5_000).findStack(of: handler, stack)
    let finding = script.diagnosis(endMs: 6_000).only
    #expect(finding?.rule == "self-deadlock")
    #expect(
      finding?.sentence.hasSuffix(
        "handler has not finished and probably waits for callback, which it added itself: its thread "
          + "is in handle() at Session.swift:40, blocked in futex."
      ) == true
    )
    #expect(
      finding?.proof.suffix(3) == [
        "handler has not finished and probably waits for callback, which it added itself",
        "its thread was blocked in futex when it was looked at, 5.00 s into the recording:",
        "in handle() at Session.swift:40",
      ]
    )
  }

  @Test func suspectsAGroupWhoseMemberNeedsTheGroupsSlot() {
    let (outer, inner) = (script.queue("outer", limit: 1), script.queue("inner"))
    let (group, member) = (script.operation("group", class: "Group"), script.operation("member"))
    let shared = script.operation("shared")
    script.run(group, on: outer, enqueued: 0, started: 1)
    script.at(ms: 1).enqueue(shared, on: outer)
    script.at(ms: 2).by(group).depend(member, on: shared).enqueue(member, on: inner)
    script.at(ms: 3).returnFromStart(group)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.operations == [group, member, shared])
  }

  /// Two hold slots, the limit was lowered to one, and one of the two waits for an operation that needs a slot.
  @Test func countsALoweredLimit() {
    let queue = script.queue("q", limit: 2)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    let busy = script.operation("busy")
    for holder in [outer, busy] { script.run(holder, on: queue, enqueued: 0, started: 1) }
    script.at(ms: 2).limit(queue, to: 1)
    script.at(ms: 3).by(outer).enqueue(inner, on: queue).wait(for: inner)
    #expect(script.diagnosis(endMs: 4).only?.operations == [outer, inner])
  }

  /// The block runs in front of what it waits for, and no operation takes part.
  @Test func seesABarrierBlockThatWaitsForWhatStandsBehindIt() {
    let queue = script.queue("q")
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.at(ms: 1).addBareBarrier(1, on: queue)
    let block = script.at(ms: 2).on(ThreadID(rawValue: 50)).beginBareBarrier(1, on: queue)
    block.enqueue(first, on: queue).enqueue(second, on: queue).waitForAll(of: queue)
    let finding = script.diagnosis(endMs: 1_002).only
    #expect(finding?.rule == "self-deadlock")
    #expect(finding?.operations == [first])
    #expect(finding?.blocked == [second])
    #expect(
      finding?.sentence
        == "first has not started: it waits behind the barrier block of queue q, which was added "
        + "before it; the barrier block of queue q has been blocked for 1.00 s in "
        + "waitUntilAllOperationsAreFinished on queue q, where first has not finished."
    )
  }

  // MARK: Near misses

  @Test func isSilentWhenASecondSlotIsFree() {
    let queue = script.queue("q", limit: 2)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    #expect(script.diagnosis(endMs: 3).rules == ["blocking-wait-in-operation"])
  }

  @Test func isSilentWhenAnotherHolderWillLeave() {
    let queue = script.queue("q", limit: 2)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.run(script.operation("other"), on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    #expect(script.diagnosis(endMs: 3).rules == ["blocking-wait-in-operation"])
  }

  @Test func leavesItToTheHolderThatNeverFinishes() {
    let queue = script.queue("q", limit: 2)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    let stuck = script.operation("stuck", class: "Stuck")
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.detach(stuck, on: queue, atMs: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.operations == [stuck])
    #expect(finding?.blocked == [outer, inner])
  }

  @Test func leavesItToTheDeadlockOfAnotherHolder() {
    let queue = script.queue("q", limit: 2)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    let (parent, child) = (script.operation("parent"), script.operation("child"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.run(parent, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    script.at(ms: 2).by(parent).depend(child, on: parent).enqueue(child, on: script.queue("p"))
    script.at(ms: 3).by(parent).wait(for: child)
    let finding = script.diagnosis(endMs: 4).only
    #expect(finding?.operations == [parent, child])
    #expect(finding?.blocked == [outer, inner])
  }

  @Test func leavesItToACircleOfDependencies() {
    let queue = script.queue("q")
    let (a, b) = (script.operation("a"), script.operation("b"))
    let parent = script.operation("parent")
    script.run(parent, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).depend(a, on: b).depend(b, on: a).depend(b, on: parent)
    script.at(ms: 3).enqueue(a, on: queue).enqueue(b, on: queue)
    script.at(ms: 4).by(parent).wait(for: a)
    let finding = script.diagnosis(endMs: 5).only
    #expect(finding?.rule == "dependency-cycle")
    #expect(finding?.blocked == [parent])
  }

  @Test func isSilentWhenTheWaitReturned() {
    let queue = script.queue("serial", limit: 1)
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: queue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: queue).wait(for: inner)
    script.at(ms: 3).cancel(inner)
    script.at(ms: 4).by(outer).endWait(for: inner)
    #expect(script.diagnosis(endMs: 5).rules == ["blocking-wait-in-operation"])
  }

  @Test func isSilentAboutAWaitForAnotherQueue() {
    let (outerQueue, innerQueue) = (script.queue("outer", limit: 1), script.queue("inner"))
    let (outer, inner) = (script.operation("outer"), script.operation("inner"))
    script.run(outer, on: outerQueue, enqueued: 0, started: 1)
    script.at(ms: 2).by(outer).enqueue(inner, on: innerQueue).waitForAll(of: innerQueue)
    script.run(inner, started: 3)
    #expect(script.diagnosis(endMs: 4).findings.isEmpty)
  }

  @Test func isSilentAboutAnOperationThatAddsItsSuccessor() {
    let queue = script.queue("serial", limit: 1)
    let (step, next) = (script.operation("step"), script.operation("next"))
    script.run(step, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(step).enqueue(next, on: queue)
    #expect(script.diagnosis(endMs: 4_000).findings.isEmpty)
  }

  @Test func takesAnOperationThatDependsOnItsCreatorForASuccessor() {
    let queue = script.queue("q")
    let (step, next) = (script.operation("step", class: "Step"), script.operation("next"))
    let last = script.operation("last")
    script.run(step, on: queue, enqueued: 0, started: 0)
    script.at(ms: 1).by(step).depend(last, on: next).enqueue(last, on: queue)
    script.at(ms: 1).by(step).depend(next, on: step).enqueue(next, on: queue)
    script.at(ms: 2).returnFromStart(step)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.rule == "never-finished")
    #expect(finding?.blocked == [next, last])
  }
}
