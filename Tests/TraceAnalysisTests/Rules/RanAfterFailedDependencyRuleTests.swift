import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct RanAfterFailedDependencyRuleTests {
  private let script = TraceScript()

  @Test func namesWhatRanOnMissingData() {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.at(ms: 0).depend(parse, on: download).enqueue(download, on: queue)
    script.at(ms: 0).enqueue(parse, on: queue)
    script.run(download, started: 1, finished: 3)
    script.at(ms: 2).by(download).fail(download, "no connection")
    script.run(parse, started: 4, finished: 9)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "ran-after-failed-dependency",
          severity: .warning,
          certainty: .proven,
          operations: [parse],
          queues: [queue],
          since: TraceInstant(nanoseconds: 4_000_000),
          sentence: "parse ran although its dependency download had failed.",
          proof: [
            "download failed (\"no connection\") and finished 3.00 ms into the recording, parse "
              + "started 4.00 ms into it"
          ],
          advice: "Cancel parse where the failure of its dependency is met, or begin with a look "
            + "at whether a dependency failed, and cancel() where one did; if it must run all the "
            + "same, as a clean-up must, allow ran-after-failed-dependency.",
          edges: [ProofEdge(from: .operation(parse), to: .operation(download), by: .dependency)]
        )
    )
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("q")
    for number in 0..<30 {
      let (download, parse) = (script.operation("get\(number)"), script.operation("read\(number)"))
      script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
      script.run(download, on: queue, enqueued: 0, started: 1, finished: 3)
      script.at(ms: 2).fail(download, "")
      script.run(parse, started: 4, finished: 5)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 30)
    #expect(
      finding?.proof.first
        == "get0 failed and finished 3.00 ms into the recording, read0 started 4.00 ms into it"
    )
    #expect(finding?.proof.last == "and 18 more of the same kind")
    #expect(
      finding?.sentence
        == "30 operations ran although dependencies of theirs had failed: read0, read1, read2 and "
        + "27 more after get0, get1, get2 and 27 more."
    )
  }

  // MARK: Near misses

  private enum Dependent: CaseIterable {
    case cancelled, cancelledByItself, failedToo, barrier
  }

  @Test(arguments: Dependent.allCases)
  private func isSilentAboutADependent(_ dependent: Dependent) {
    let queue = script.queue("q")
    let download = script.operation("download")
    let parse = dependent == .barrier ? script.barrier() : script.operation("parse")
    script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 3)
    script.at(ms: 2).fail(download, "no connection")
    if dependent == .cancelled { script.at(ms: 2).cancel(parse) }
    script.at(ms: 4).start(parse)
    if dependent == .cancelledByItself { script.at(ms: 5).by(parse).cancel(parse) }
    if dependent == .failedToo { script.at(ms: 5).fail(parse, "no data") }
    script.at(ms: 6).finish(parse)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutOneThatDoesNotDependOnIt() {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 3)
    script.at(ms: 2).fail(download, "no connection")
    script.run(parse, on: queue, enqueued: 0, started: 4, finished: 5)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
