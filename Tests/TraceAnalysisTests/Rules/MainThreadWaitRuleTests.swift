import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct MainThreadWaitRuleTests {
  private let script = TraceScript()

  /// A load from 1 ms to 300 ms that the main thread waits for, from 2 ms on.
  private func waitForLoad() -> OperationID {
    let load = script.operation("load")
    script.run(load, on: script.queue("files"), enqueued: 0, started: 1, finished: 300)
    script.at(ms: 2).wait(for: load)
    script.at(ms: 302).endWait(for: load)
    return load
  }

  @Test func namesWhatTheMainThreadKeptWaiting() {
    let main = script.queue(isMain: true)
    let load = waitForLoad()
    let show = script.operation("show")
    script.at(ms: 0).enqueue(show, on: main)
    script.at(ms: 310).on(script.mainThread).start(show).finish(show)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "main-thread-wait",
          severity: .warning,
          certainty: .proven,
          operations: [show],
          queues: [main],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence:
            "The main thread was blocked for 300 ms in waitUntilFinished on load while show "
            + "was ready in the main queue.",
          proof: [
            "the main thread was blocked in waitUntilFinished on load for 300 ms from 2.00 ms into "
              + "the recording on; show was ready 0 ms into it and started 310 ms into it"
          ],
          advice: "Let what comes after the wait be an operation of the main queue that depends on "
            + "load, and return to the run loop instead of waiting.",
          edges: [
            ProofEdge(from: .operation(show), to: .thread(script.mainThread), by: .mainThread),
            ProofEdge(from: .thread(script.mainThread), to: .operation(load), by: .wait),
          ]
        )
    )
  }

  @Test func namesTheWholeQueueWhereThatIsWaitedFor() {
    let (main, files) = (script.queue(isMain: true), script.queue("files"))
    let (load, show) = (script.operation("load"), script.operation("show"))
    script.run(load, on: files, enqueued: 0, started: 1, finished: 300)
    script.at(ms: 2).waitForAll(of: files).wait(for: load)
    script.at(ms: 302).endWait(for: load).endWaitForAll(of: files)
    script.at(ms: 0).enqueue(show, on: main)
    script.at(ms: 310).on(script.mainThread).start(show).finish(show)
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "The main thread was blocked for 300 ms in waitUntilAllOperationsAreFinished on queue "
        + "files while show was ready in the main queue."
    )
    #expect(finding?.proof.count == 1)
    #expect(finding?.edges.last?.target == .queue(files))
  }

  @Test func tellsManyWaitsTogether() {
    let (main, files) = (script.queue(isMain: true), script.queue("files"))
    for number in 0..<20 {
      let begin = Double(number) * 500
      let (load, show) = (script.operation("load\(number)"), script.operation("show\(number)"))
      script.run(load, on: files, enqueued: begin, started: begin, finished: begin + 300)
      script.at(ms: begin).enqueue(show, on: main).wait(for: load)
      script.at(ms: begin + 300).endWait(for: load)
      script.at(ms: begin + 301).on(script.mainThread).start(show).finish(show)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 20)
    #expect(
      finding?.sentence
        == "The main thread was blocked in 20 waits, the longest of 300 ms, while show0, show1, "
        + "show2 and 17 more were ready in the main queue."
    )
  }

  @Test func namesAWaitThatIsStillOpen() {
    let main = script.queue(isMain: true)
    let (load, show) = (script.operation("load"), script.operation("show"))
    script.run(load, on: script.queue("files"), enqueued: 0, started: 1)
    script.at(ms: 1).enqueue(show, on: main)
    script.at(ms: 2).wait(for: load)
    #expect(
      script.diagnosis(endMs: 902).only?.sentence
        == "The main thread has been blocked for 900 ms in waitUntilFinished on load while show "
        + "was ready in the main queue."
    )
  }

  // MARK: Near misses

  @Test func isSilentAboutACommandLineProgram() {
    _ = waitForLoad()
    #expect(script.diagnosis().findings.isEmpty)
  }

  private enum Shown: CaseIterable {
    case before, readyAfter, readyAtTheEnd, dependsOnIt
  }

  @Test(arguments: Shown.allCases)
  private func isSilentWhereTheMainQueueHadNothingToDo(_ shown: Shown) {
    let main = script.queue(isMain: true)
    let load = waitForLoad()
    let show = script.operation("show")
    let times: [Shown: (enqueued: Double, started: Double)] = [
      .before: (0, 1), .readyAfter: (303, 304), .readyAtTheEnd: (250, 310), .dependsOnIt: (0, 310),
    ]
    guard let time = times[shown] else { return }
    if shown == .dependsOnIt { script.at(ms: 0).depend(show, on: load) }
    script.at(ms: time.enqueued).enqueue(show, on: main)
    script.at(ms: time.started).on(script.mainThread).start(show).finish(show)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutAWaitOfAnotherThread() {
    let main = script.queue(isMain: true)
    let (load, show) = (script.operation("load"), script.operation("show"))
    script.run(load, on: script.queue("files"), enqueued: 0, started: 1, finished: 300)
    let thread = ThreadID(rawValue: 7)
    script.at(ms: 2).on(thread).wait(for: load)
    script.at(ms: 302).on(thread).endWait(for: load)
    script.at(ms: 0).enqueue(show, on: main)
    script.at(ms: 310).on(script.mainThread).start(show).finish(show)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutShortWaitsOneAfterTheOther() {
    let (main, files) = (script.queue(isMain: true), script.queue("files"))
    let show = script.operation("show")
    script.at(ms: 0).enqueue(show, on: main)
    for number in 0..<10 {
      let begin = Double(number) * 60
      let load = script.operation("load\(number)")
      script.run(load, on: files, enqueued: begin, started: begin, finished: begin + 50)
      script.at(ms: begin).wait(for: load)
      script.at(ms: begin + 50).endWait(for: load)
    }
    script.at(ms: 610).on(script.mainThread).start(show).finish(show)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesAStallToItsRootCause() {
    let main = script.queue(isMain: true)
    let (load, show) = (script.operation("load", class: "Load"), script.operation("show"))
    script.detach(load, on: script.queue("files"), atMs: 1)
    script.at(ms: 1).depend(show, on: load).enqueue(show, on: main)
    script.at(ms: 2).wait(for: load)
    #expect(script.diagnosis(endMs: 5_000).rules == ["never-finished"])
  }
}
