import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct DeepChainRuleTests {
  private let script = TraceScript()

  private enum Life {
    case stays, isReleasedOneByOne, isReleasedTogether
  }

  /// A chain in which each operation depends on the one before, and all run one after the other, 1 ms each.
  @discardableResult
  private func chain(
    _ count: Int,
    on queue: QueueID? = nil,
    life: Life = .stays,
    removes: Bool = false,
    starts: Bool = true
  ) -> [OperationID] {
    let queue = queue ?? script.queue("uploads")
    let all = (1...count).map { script.operation("upload\($0)") }
    for (number, upload) in all.enumerated() {
      let moment = Double(number)
      script.at(ms: moment).enqueue(upload, on: queue)
      if number > 0 { script.at(ms: moment).depend(upload, on: all[number - 1]) }
      guard starts else { continue }
      script.run(upload, started: moment + 0.1, finished: moment + 0.9)
      if removes, number > 0 {
        script.at(ms: moment + 0.2).by(upload).undepend(upload, from: all[number - 1])
      }
      switch life {
      case .stays: continue
      case .isReleasedOneByOne: script.at(ms: moment + 2).deallocate(upload)
      case .isReleasedTogether: script.at(ms: Double(count) + 9).deallocate(upload)
      }
    }
    return all
  }

  @Test func saysHowLongTheChainIsAndWhereItBegins() {
    let all = chain(1_200, life: .isReleasedTogether)
    #expect(
      script.diagnosis().only
        == Finding(
          rule: "deep-chain",
          severity: .warning,
          certainty: .proven,
          operations: [all[1_199]],
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 999_000_000),
          sentence:
            "upload1200 is the last of a chain of 1,200 operations, each of which depends on "
            + "the one before and keeps it alive: its release takes as many nested calls, and may "
            + "overflow the stack.",
          proof: [
            "the chain begins with upload1, upload2, upload3 and 1,197 more",
            "1,200 of them have finished, 1,200 have been released",
          ],
          advice: "Take each dependency off once it has finished, before the chain of upload1200 "
            + "grows so long, or let a queue with a limit of 1 keep the order without dependencies."
        )
    )
  }

  @Test func speaksOfAChainThatIsStillToRun() {
    let all = chain(1_000, starts: false)
    let finding = script.diagnosis().findings.first { $0.rule == "deep-chain" }
    #expect(finding?.operations == [all[999]])
  }

  @Test func followsTheLongestWayAndTellsOneForEachQueue() {
    let (queue, other) = (script.queue("q"), script.queue("other"))
    let long = chain(1_100, on: queue)
    let short = chain(1_050, on: other)
    // A fan behind the end, and a short cut past the chain.
    for _ in 0..<3 {
      let leaf = script.operation("leaf")
      script.at(ms: 2_000).depend(leaf, on: long[1_099]).depend(leaf, on: short[0])
      script.run(leaf, on: queue, enqueued: 2_000, started: 2_001, finished: 2_002)
    }
    let findings = script.diagnosis().findings
    #expect(findings.map(\.rule) == ["deep-chain", "deep-chain"])
    #expect(
      findings.contains { $0.sentence.hasPrefix("leaf #2151 is the last of a chain of 1,101 ") }
    )
    #expect(findings.contains { $0.operations == [short[1_049]] })
  }

  @Test func followsAChainOfAnyLengthWithoutRecursion() {
    let queue = script.queue("q", isSuspended: true)
    var last: OperationID?
    for _ in 0..<100_000 {
      let next = script.operation()
      if let last { script.at(ms: 0).depend(next, on: last) }
      script.at(ms: 0).enqueue(next, on: queue)
      last = next
    }
    let finding = script.diagnosis(endMs: 9_000).findings.first { $0.rule == "deep-chain" }
    #expect(finding?.operations == [OperationID(rawValue: 100_000)])
  }

  // MARK: Near misses

  @Test func isSilentAboutAShorterChain() {
    chain(999)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhenEachIsLetGo() {
    chain(1_200, life: .isReleasedOneByOne, removes: true)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentWhenDependenciesAreTakenOff() {
    chain(1_200, removes: true)
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func isSilentAboutManyDependentsOfOne() {
    let queue = script.queue("q")
    let root = script.operation("root")
    script.run(root, on: queue, enqueued: 0, started: 1, finished: 2)
    for _ in 0..<1_500 {
      let leaf = script.operation("leaf")
      script.at(ms: 0).depend(leaf, on: root)
      script.run(leaf, on: queue, enqueued: 0, started: 3, finished: 4)
    }
    #expect(script.diagnosis().findings.isEmpty)
  }

  @Test func leavesACycleToItsOwnRule() {
    let all = chain(1_200, starts: false)
    script.at(ms: 0).depend(all[0], on: all[1_199])
    #expect(script.diagnosis().rules == ["dependency-cycle"])
  }
}
