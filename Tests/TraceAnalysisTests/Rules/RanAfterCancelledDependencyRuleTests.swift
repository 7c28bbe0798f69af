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
            + "a dependency was cancelled, and cancel() where one was; if it must run all the same, "
            + "as a clean-up must, allow ran-after-cancelled-dependency.",
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

  // MARK: What may have looked and given up

  /// Lets `parse` run for so long after `download` was cancelled.
  private func parse(forMs duration: Double) -> QueueID {
    let queue = script.queue("q")
    let download = script.operation("download")
    let parse = script.operation("parse", class: "Parse")
    script.at(ms: 0).depend(parse, on: download).enqueue(download, on: queue).cancel(download)
    script.at(ms: 1).start(download).finish(download)
    script.run(parse, on: queue, enqueued: 0, started: 2, finished: 2 + duration)
    return queue
  }

  @Test func isOnlyLikelyOfWhatWasOverAtOnce() {
    _ = parse(forMs: 0.25)
    let finding = script.diagnosis().only
    #expect(finding?.certainty == .likely)
    #expect(
      finding?.proof == [
        "download was cancelled 0 ms into the recording, parse started 2.00 ms into it and ran for "
          + "250 µs only: it may have looked at that, and given up"
      ]
    )
    let strict = DiagnosisThresholds([.giveUp: .zero])
    #expect(script.diagnosis(thresholds: strict).only?.certainty == .proven)
  }

  /// Others of its kind take as short: it did what they do.
  @Test func isOnlyLikelyOfWhatIsAlwaysOverAtOnce() {
    let queue = parse(forMs: 0.25)
    for _ in 0..<4 {
      let other = script.operation("other", class: "Parse")
      script.run(other, on: queue, enqueued: 9, started: 9, finished: 9.3)
    }
    #expect(script.diagnosis().only?.certainty == .likely)
  }

  @Test func isSilentAboutWhatWasOverAtOnceThoughItsKindTakesLong() {
    let queue = parse(forMs: 0.25)
    for _ in 0..<2 {
      let other = script.operation("other", class: "Parse")
      script.run(other, on: queue, enqueued: 9, started: 9, finished: 19)
    }
    #expect(script.diagnosis().findings.isEmpty)
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

  /// A loop cancels the whole chain, and the dependent starts before its turn comes.
  @Test(arguments: [(0.5, true), (50, true), (150, false)])
  func isSilentAboutOneThatWasCancelledTogetherWithItsDependency(
    afterMs delay: Double,
    isSilent: Bool
  ) {
    let queue = script.queue("q")
    let (download, parse) = (script.operation("download"), script.operation("parse"))
    script.at(ms: 0).depend(parse, on: download).enqueue(parse, on: queue)
    script.run(download, on: queue, enqueued: 0, started: 1, finished: 10.1)
    script.at(ms: 10).cancel(download)
    script.run(parse, started: 10.2, finished: 180)
    script.at(ms: 10 + delay).cancel(parse)
    let found = script.diagnosis().rules
    #expect(found.contains("ran-after-cancelled-dependency") != isSilent)
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
