import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct RanAfterCancelledDependencyRuleTests {
  private let script = TraceScript()

  @Test func namesWhatRanOnMissingData() {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    let user = script.operation("user")
    script.run(user, on: queue, enqueued: 0, started: 0, finished: 3)
    script.at(ms: 1).depend(parse, on: download).enqueue(download, on: queue)
    script.at(ms: 1).enqueue(parse, on: queue)
    script.at(ms: 2).by(user).cancel(download)
    script.at(ms: 3).start(download).finish(download)
    script.run(parse, started: 4, finished: 9)
    let diagnosis = script.diagnosis()
    #expect(
      diagnosis.only
        == Finding(
          rule: "ran-after-cancelled-dependency",
          severity: .warning,
          certainty: .proven,
          operations: [parse],
          queues: [queue],
          since: TraceInstant(nanoseconds: 4_000_000),
          sentence: "parse ran although its dependency download was cancelled before it started.",
          proof: [
            "download was cancelled by user 2.00 ms into the recording, parse started 4.00 ms "
              + "into it"
          ],
          advice: "Cancel parse together with its dependency, or begin with a look at whether "
            + "a dependency was cancelled.",
          edges: [ProofEdge(from: .operation(parse), to: .operation(download), by: .dependency)]
        )
    )
    #expect(diagnosis.stalled.isEmpty)
  }

  @Test func isOnlyLikelyWhenTheDependencyHadStarted() {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 5)
    script.at(ms: 4).cancel(download)
    script.run(parse, started: 6, finished: 7)
    let finding = script.diagnosis().only
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.sentence
        == "parse ran although its dependency download was cancelled while it executed."
    )
  }

  @Test func tellsManyOfAQueueTogether() {
    let queue = script.queue("q")
    for number in 0..<30 {
      let (download, parse) = (script.operation("get\(number)"), script.operation("read\(number)"))
      script.at(ms: 0).depend(parse, on: download).enqueue(download, on: queue)
      script.at(ms: 1).enqueue(parse, on: queue).cancel(download)
      script.at(ms: 2).start(download).finish(download)
      script.run(parse, started: 3, finished: 4)
    }
    let finding = script.diagnosis().only
    #expect(finding?.operations.count == 30)
    #expect(finding?.proof.last == "and 18 more of the same kind")
    #expect(
      finding?.sentence
        == "30 operations ran although dependencies of theirs had been cancelled: read0, read1, "
        + "read2 and 27 more after get0, get1, get2 and 27 more."
    )
  }

  @Test func namesAllThatOneLacked() {
    let queue = script.queue("q")
    let parse = script.operation("parse")
    for number in 0..<6 {
      let download = script.operation("get\(number)")
      script.at(ms: 0).depend(parse, on: download).enqueue(download, on: queue).cancel(download)
      script.at(ms: 1).start(download).finish(download)
    }
    script.run(parse, on: queue, enqueued: 1, started: 2, finished: 3)
    let finding = script.diagnosis().only
    #expect(
      finding?.sentence
        == "parse ran although its dependencies get0, get1, get2 and 3 more had been cancelled."
    )
    #expect(finding?.proof.count == 4)
    #expect(finding?.proof.last == "and 3 more dependencies of parse")
    #expect(finding?.edges.count == 6)
  }

  // MARK: Near misses

  private enum Dependent: CaseIterable {
    case cancelledToo, cancelledByItself, failed, barrier, startedBefore
  }

  @Test(arguments: Dependent.allCases)
  private func isSilentAboutADependent(_ dependent: Dependent) {
    let queue = script.queue("q")
    let download = script.operation("download")
    let parse = dependent == .barrier ? script.barrier() : script.operation("parse")
    script.at(ms: 0).enqueue(download, on: queue).cancel(download)
    script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
    if dependent == .cancelledToo { script.at(ms: 1).cancel(parse) }
    script.at(ms: 2).start(download)
    script.at(ms: dependent == .startedBefore ? 1 : 3).start(parse)
    script.at(ms: 2.5).finish(download)
    if dependent == .cancelledByItself { script.at(ms: 4).by(parse).cancel(parse) }
    if dependent == .failed { script.at(ms: 4).fail(parse, "no data") }
    script.at(ms: 5).finish(parse)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutACancelAfterTheFinish() {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 2)
    script.at(ms: 3).cancel(download)
    script.run(parse, started: 4, finished: 5)
    #expect(script.diagnosis().findings.isEmpty)
  }
}
