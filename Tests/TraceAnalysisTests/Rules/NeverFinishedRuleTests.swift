import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct NeverFinishedRuleTests {
  private let script = TraceScript()

  @Test func namesWhatNobodyFinishes() {
    let queue = script.queue("net", limit: 1)
    let (upload, next) = (script.operation("upload", class: "Upload"), script.operation("next"))
    script.detach(upload, on: queue, atMs: 100)
    script.at(ms: 101).enqueue(next, on: queue)
    let finding = script.diagnosis(endMs: 2_100).only
    #expect(
      finding
        == Finding(
          rule: "never-finished",
          severity: .error,
          certainty: .likely,
          operations: [upload],
          queues: [queue],
          since: TraceInstant(nanoseconds: 100_000_000),
          sentence: "upload has not finished: its start() returned 2.00 s ago, and nothing has "
            + "finished it since; it holds the only slot of queue net; next waits for it.",
          proof: [
            "next has waited 2.00 s for a slot of queue net (limit 1), held by upload for 2.00 s",
            "upload was started on thread 1001 100 ms into the recording, returned from start() "
              + "and has not finished",
          ],
          advice: "Let Upload finish on every path of its callback: on success, on every error, "
            + "and when it is cancelled.",
          blocked: [next],
          edges: [
            ProofEdge(from: .operation(next), to: .queue(queue), by: .slot),
            ProofEdge(from: .queue(queue), to: .operation(upload), by: .slot),
          ]
        )
    )
  }

  @Test func tellsSlotsThatLeakOneByOneTogether() {
    let queue = script.queue("net", limit: 2)
    let leaks = ["leaky1", "leaky2"].map { script.operation($0, class: "Leaky") }
    let rest = (0..<20).map { script.operation("block\($0)") }
    for leak in leaks { script.detach(leak, on: queue, atMs: 1) }
    for block in rest { script.at(ms: 2).enqueue(block, on: queue) }
    let diagnosis = script.diagnosis(endMs: 2_000)
    #expect(diagnosis.only?.operations == leaks)
    #expect(diagnosis.only?.blocked == rest)
    #expect(
      diagnosis.only?.sentence
        == "2 operations of queue net have not finished: leaky1 and leaky2 returned from start(), "
        + "the first 2.00 s ago, and nothing has finished them since; block0, block1, block2 and "
        + "17 more wait for them."
    )
    #expect(diagnosis.stalled.count == 22)
  }

  @Test func comparesWithOthersOfItsClass() {
    let queue = script.queue("net")
    for number in 0..<3 {
      let fine = script.operation("fine \(number)", class: "Feed")
      script.run(fine, on: queue, enqueued: 0, started: 1, finished: 201)
    }
    script.detach(script.operation("feed 117", class: "Feed"), on: queue, atMs: 1)
    let proof = script.diagnosis(endMs: 1_300).only?.proof
    #expect(
      proof == [
        "\"feed 117\" was started on thread 1004 1.00 ms into the recording, returned from start() "
          + "and has not finished; 3 others of its class took 200 ms in the median"
      ]
    )
  }

  @Test func saysWhenAClassOverridesOnlyStart() {
    let queue = script.queue("net")
    let task = script.operation("task", class: "Task", overrides: .overridesStart)
    script.detach(task, on: queue, atMs: 1)
    #expect(
      script.diagnosis(endMs: 2_000).only?.advice
        == "Task overrides start() without isExecuting and isFinished: override main() instead, "
        + "or publish both states."
    )
  }

  @Test func seesThroughTheLastGaspOfAProgramThatGivesUp() {
    let queue = script.queue("net", limit: 1)
    let (task, next) = (script.operation("task", class: "Task"), script.operation("next"))
    script.detach(task, on: queue, atMs: 1)
    script.at(ms: 2).enqueue(next, on: queue)
    let other = script.operation("other")
    script.at(ms: 2).depend(other, on: task).enqueue(other, on: script.queue("p"))
    script.at(ms: 2_000).cancelAll(queue).cancel(next).cancel(other)
    script.at(ms: 2_001).start(other).finish(other)
    #expect(script.diagnosis(endMs: 2_002).only?.operations == [task])
  }

  @Test func speaksInABusyProcessWhenItsKindIsMuchFaster() {
    let queue = script.queue("net")
    script.run(
      script.operation("fine", class: "Feed"),
      on: queue,
      enqueued: 0,
      started: 0,
      finished: 900
    )
    let leak = script.operation("leak", class: "Feed")
    script.detach(leak, on: queue, atMs: 1)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().only?.operations == [leak])
  }

  @Test func speaksInABusyProcessWhenSomethingWaitsForIt() {
    let queue = script.queue("net")
    let (leak, next) = (script.operation("leak", class: "Feed"), script.operation("next"))
    script.detach(leak, on: queue, atMs: 1)
    script.at(ms: 2).depend(next, on: leak).enqueue(next, on: queue)
    script.keepBusy(fromMs: 0, toMs: 6_000)
    #expect(script.diagnosis().only?.operations == [leak])
  }

  @Test func saysWhatItHadAddedAndWasDropped() {
    let (requests, mappings) = (script.queue("requests"), script.queue("mappings"))
    let request = script.operation("request", class: "Request")
    let (mapper, other) = (script.operation("mapper"), script.operation("other"))
    script.at(ms: 0).enqueue(request, on: requests)
    script.at(ms: 1).start(request)
    script.at(ms: 2).by(request).enqueue(mapper, on: mappings).enqueue(other, on: mappings)
    script.at(ms: 3).returnFromStart(request)
    script.at(ms: 4).cancel(mapper)
    script.run(mapper, started: 5, finished: 5)
    script.run(other, started: 5, finished: 6)
    let finding = script.diagnosis(endMs: 2_000).only
    #expect(finding?.operations == [request])
    #expect(
      finding?.proof.last
        == "mapper, which it had added, was cancelled without running: what was to be done there "
        + "did not come"
    )
  }

  @Test func namesOneThatHadFinishedAndIsSoNoMore() {
    let queue = script.queue("retries")
    let send = script.operation("send", class: "Send", overrides: .overridesIsFinished)
    script.run(send, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 100).wait(for: send)
    #expect(
      script.diagnosis(endMs: 2_100).only
        == Finding(
          rule: "never-finished",
          severity: .error,
          certainty: .proven,
          operations: [send],
          since: TraceInstant(nanoseconds: 100_000_000),
          sentence: "send had finished, and says that it has not; it has been waited for in vain "
            + "for 2.00 s.",
          proof: [
            "the main thread has been blocked in waitUntilFinished on send for 2.00 s",
            "send finished 2.00 ms into the recording; a wait for it that began 98.0 ms later would "
              + "have returned at once if it still were",
          ],
          advice: "Never let Send leave the finished state; make a new operation for another try.",
          edges: [ProofEdge(from: .thread(script.mainThread), to: .operation(send), by: .wait)]
        )
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutAWaitForWhatHasFinishedThatReturns() {
    let queue = script.queue("retries")
    let send = script.operation("send", class: "Send", overrides: .overridesIsFinished)
    script.run(send, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 100).wait(for: send)
    #expect(script.diagnosis(endMs: 101).findings.isEmpty)
    script.at(ms: 102).endWait(for: send)
    #expect(script.diagnosis(endMs: 2_100).findings.isEmpty)
  }

  @Test func isSilentInMidFlight() {
    let queue = script.queue("net")
    script.detach(script.operation("fetch", class: "Fetch"), on: queue, atMs: 1)
    script.at(ms: 900).stop()
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileItsKindTakesAsLong() {
    let queue = script.queue("net")
    for number in 0..<3 {
      let fine = script.operation("fine \(number)", class: "Feed")
      script.run(fine, on: queue, enqueued: 0, started: 1, finished: 1_001)
    }
    script.detach(script.operation("feed", class: "Feed"), on: queue, atMs: 1)
    #expect(script.diagnosis(endMs: 2_500).findings.isEmpty)
    #expect(script.diagnosis(endMs: 3_100).rules == ["never-finished"])
  }

  @Test func isSilentInABusyProcess() {
    let queue = script.queue("net")
    script.detach(script.operation("fetch", class: "Fetch"), on: queue, atMs: 1)
    script.keepBusy(fromMs: 0, toMs: 4_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutALongConnectionOfItsOwnKind() {
    let queue = script.queue("net")
    script.detach(script.operation("socket", class: "WebSocket"), on: queue, atMs: 1)
    script.keepBusy(fromMs: 0, toMs: 60_000)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhileAnotherOneComputes() {
    let queue = script.queue("net")
    script.detach(script.operation("fetch", class: "Fetch"), on: queue, atMs: 1)
    script.run(script.operation("encode"), on: queue, enqueued: 1, started: 2)
    #expect(script.diagnosis(endMs: 3_000).findings.isEmpty)
  }

  @Test func isSilentAboutWhatFinishedLate() {
    let queue = script.queue("net")
    let fetch = script.operation("fetch", class: "Fetch")
    script.detach(fetch, on: queue, atMs: 1)
    script.at(ms: 3_000).finish(fetch)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func isSilentAboutAGroupWhoseMembersGetOn() {
    let (outer, inner) = (script.queue("outer"), script.queue("inner", limit: 1))
    let group = script.operation("group", class: "Group")
    script.run(group, on: outer, enqueued: 0, started: 1)
    let members = (0..<6).map { script.operation("member\($0)") }
    for (number, member) in members.enumerated() {
      script.at(ms: 2).by(group).enqueue(member, on: inner)
      if number < 5 {
        script.run(
          member,
          started: Double(number) * 1_500,
          finished: Double(number) * 1_500 + 1_499
        )
      }
    }
    script.at(ms: 3).returnFromStart(group)
    script.run(members[5], started: 7_500)
    #expect(script.diagnosis(endMs: 8_500).findings.isEmpty)
  }

  @Test func isSilentWhereTheRecordingLostWhatCameAfter() {
    let queue = script.queue("net")
    script.detach(script.operation("fetch", class: "Fetch"), on: queue, atMs: 1)
    script.at(ms: 50).record(.lost, argument: 12, detail: TraceEvent.LossReason.limit.rawValue)
    #expect(script.diagnosis(endMs: 9_000).findings.isEmpty)
  }

  @Test func leavesALiveProcessTheStallThreshold() {
    let queue = script.queue("net")
    script.detach(script.operation("fetch", class: "Fetch"), on: queue, atMs: 1)
    #expect(script.diagnosis(endMs: 4_000, thresholds: .live).findings.isEmpty)
    #expect(script.diagnosis(endMs: 5_001, thresholds: .live).rules == ["never-finished"])
  }
}
