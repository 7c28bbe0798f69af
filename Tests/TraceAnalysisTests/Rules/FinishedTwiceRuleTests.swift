import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct FinishedTwiceRuleTests {
  private let script = TraceScript()

  @Test func namesBothThreads() {
    let queue = script.queue("net")
    let download = script.operation("download", class: "Download")
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 2.1).finishAgain(download)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "finished-twice",
          severity: .warning,
          certainty: .proven,
          operations: [download],
          queues: [queue],
          since: TraceInstant(nanoseconds: 2_100_000),
          sentence: "download was finished twice: first on thread 1001, and again on the main "
            + "thread, 100 µs later.",
          proof: [
            "download finished on thread 1001 2.00 ms into the recording, and notified isFinished "
              + "again on the main thread 100 µs later"
          ],
          advice: "Let Download finish by whichever path comes first: look, under a lock, whether "
            + "it has finished already."
        )
    )
  }

  @Test func saysWhenItWasTheSameThread() {
    let queue = script.queue("net")
    let download = script.operation("download", class: "Download")
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 2)
    let thread = ThreadID(rawValue: 1001)
    for moment in [3.0, 4, 5] { script.at(ms: moment).on(thread).finishAgain(download) }
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "download was finished twice on thread 1001, the second time 1.00 ms later."
    )
    #expect(finding?.proof.first?.hasSuffix("1.00 ms later, and 2 more times") == true)
  }

  @Test func tellsManyOfAClassTogether() {
    let queue = script.queue("net")
    for number in 0..<20 {
      let download = script.operation("download\(number)", class: "Download")
      script.run(download, on: queue, enqueued: 0, started: 1, finished: 2)
      script.at(ms: 3).finishAgain(download)
    }
    #expect(
      script.diagnosis().only?.sentence
        == "20 operations were finished more than once: download0, download1, download2 and 17 "
        + "more."
    )
  }

  @Test func isSilentAboutOneFinish() {
    let queue = script.queue("net")
    let download = script.operation("download", class: "Download")
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 2).returnFromFinishNotification(of: download, afterMs: 3)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
