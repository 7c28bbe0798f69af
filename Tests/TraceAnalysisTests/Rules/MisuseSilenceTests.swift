import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Rules about throughput, lifetime and completion over programs in which nothing of that is wrong.
@Suite struct MisuseSilenceTests {
  private static let quiet: Set<String> = [
    "slot-starvation", "unbounded-backlog", "slow-completion-block", "retained-after-finish",
    "unknown-key-notified", "completion-block-lost", "quadratic-release", "deep-chain",
    "late-result", "over-serialised", "tiny-operations", "scheduler-overhead",
  ]

  /// Random programs last some microseconds and have few operations: nothing in them is long or much.
  ///
  /// In the simulation barriers of empty queues run past suspensions and the main queue, as they do in Foundation; they never
  /// overlap with what was added after them, and nobody cancels a whole queue.
  @Test func sayNothingOfTheSimulatedScheduler() {
    var lostBarriers = 0
    for seed in UInt64(0)..<100 {
      let trace = Trace(SchedulerSimulation(seed: seed).log)
      for finding in trace.diagnosis().findings {
        #expect(!Self.quiet.contains(finding.rule), "seed \(seed): \(finding.sentence)")
        guard finding.rule == "barrier-lost" else { continue }
        #expect(finding.operations == [], "seed \(seed): \(finding.sentence)")
        lostBarriers += 1
      }
    }
    #expect(lostBarriers > 0)
  }

  /// An hour of a server: requests with a chain of steps each, a cache that forgets, progress told by completion blocks.
  @Test func sayNothingOfALongDay() {
    let script = TraceScript()
    var random = SeededGenerator(seed: 3)
    script.at(ms: 0).processors(8)
    let (net, work, files) = (
      script.queue("net", limit: 6), script.queue("work", limit: 4), script.queue("files", limit: 1)
    )
    var kept: [(operation: OperationID, until: Double)] = []
    var now = 0.0
    for number in 0..<3_000 {
      now += Double.random(in: 200...2_200, using: &random)
      while let first = kept.first, first.until < now {
        script.at(ms: first.until).deallocate(first.operation)
        kept.removeFirst()
      }
      let name = "article \(Int.random(in: 0..<400, using: &random))"
      let (ask, parse, store) = (
        script.operation(name, class: "Ask"), script.operation("parse", class: "Parse"),
        script.operation("store \(number)", class: "Store")
      )
      let length = Double.random(in: 20...900, using: &random)
      script.at(ms: now).setCompletionBlock(of: ask).depend(parse, on: ask).depend(store, on: parse)
      script.at(ms: now).enqueue(ask, on: net).enqueue(parse, on: work).enqueue(store, on: files)
      script.at(ms: now + 1).start(ask).returnFromStart(ask)
      script.at(ms: now + length).finish(ask)
      script.at(ms: now + length + 0.2).beginCompletion(ask)
      script.at(ms: now + length + 0.4).endCompletion(ask)
      script.run(parse, started: now + length + 1, finished: now + length + 9)
      script.run(store, started: now + length + 10, finished: now + length + 12)
      for operation in [ask, parse, store] { kept.append((operation, now + 60_000)) }
    }
    #expect(script.diagnosis(endMs: now + 2_000).findings.isEmpty)
  }
}
