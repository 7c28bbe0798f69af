import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@Suite struct RetainedAfterFinishRuleTests {
  private let script = TraceScript()

  private enum Block {
    case none, set, setAndRemoved
  }

  /// Operations of the class Fetch, one each `everyMs`, of which those that `leaves` names are released after a while.
  @discardableResult
  private func fetches(
    _ count: Int,
    everyMs: Double = 10,
    addedAtOnce: Bool = false,
    block: Block = .none,
    leaves: (Int) -> Bool = { _ in false }
  ) -> [OperationID] {
    let queue = script.queue("net")
    let all = (0..<count).map { _ in script.operation("fetch", class: "Fetch") }
    for (number, fetch) in all.enumerated() {
      let moment = Double(number) * everyMs
      if block != .none {
        script.at(ms: 0).setCompletionBlock(of: fetch)
        script.at(ms: moment + 2.1).beginCompletion(fetch).endCompletion(fetch)
      }
      script.run(
        fetch,
        on: queue,
        enqueued: addedAtOnce ? 0 : moment,
        started: moment,
        finished: moment + 2
      )
      if block == .setAndRemoved {
        script.at(ms: moment + 2.5).setCompletionBlock(of: fetch, removed: true)
      }
      if leaves(number) { script.at(ms: moment + 3).deallocate(fetch) }
    }
    // Something is released, so that releases are known to be seen.
    let other = script.operation("other")
    script.run(other, on: queue, enqueued: 0, started: 0, finished: 1)
    script.at(ms: 2).deallocate(other)
    return all
  }

  @Test func saysThatCompletionBlocksAreStillSet() {
    let all = fetches(150, block: .set)
    #expect(
      script.diagnosis(endMs: 1_500).only
        == Finding(
          rule: "retained-after-finish",
          severity: .warning,
          certainty: .likely,
          operations: all,
          queues: [QueueID(rawValue: 1)],
          since: TraceInstant(nanoseconds: 2_000_000),
          sentence: "150 finished operations are still alive, and they have become more all the "
            + "time: fetch #1, fetch #2, fetch #3 and 147 more, the first for 1.50 s; their "
            + "completion blocks are still set.",
          proof: [
            "fetch #1 finished 2.00 ms into the recording and fetch #150 1.49 s into it; neither has "
              + "been released",
            "of 150 operations of the kind that have finished, 150 are alive, 150 with a completion "
              + "block",
          ],
          advice: "Let the completion blocks of Fetch capture their operation weakly, or set them "
            + "to nil when they have run."
        )
    )
  }

  @Test func namesTheOperationWhoseDependenciesKeepThem() {
    let all = fetches(150)
    for (fetch, next) in zip(all, all.dropFirst()) {
      script.at(ms: 0).depend(next, on: fetch)
    }
    let last = script.operation("last")
    script.at(ms: 1_400).depend(last, on: all[149]).enqueue(last, on: script.queue("other"))
    let finding = script.diagnosis(endMs: 1_500).only
    #expect(finding?.operations == all)
    #expect(finding?.sentence.hasSuffix("; the dependencies of last keep them.") == true)
    #expect(
      finding?.advice
        == "Take each dependency of last, and of those before it, off once it has finished; or let "
        + "a queue with a limit of 1 keep the order."
    )
  }

  @Test func speaksOfAListThatNobodyEmptiesWhenTheyAreMany() {
    fetches(1_000)
    let finding = script.diagnosis(endMs: 10_000).only
    #expect(finding?.rule == "retained-after-finish")
    #expect(
      finding?.advice
        == "Let go of Fetch once it has finished: take it out of the list or dictionary that holds "
        + "it."
    )
  }

  @Test func speaksWhenHalfOfThemStay() {
    fetches(300, block: .set) { $0.isMultiple(of: 2) }
    #expect(script.diagnosis(endMs: 3_000).only?.operations.count == 150)
  }

  // MARK: Near misses

  @Test func isSilentAboutFew() {
    fetches(99, everyMs: 20, block: .set)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentAboutAListOfResults() {
    fetches(999)
    #expect(script.diagnosis(endMs: 10_000).findings.isEmpty)
  }

  @Test func isSilentAboutABatchThatItsProgramHolds() {
    fetches(500, addedAtOnce: true, block: .set)
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
  }

  @Test func isSilentAboutACacheOfTheLastOnes() {
    fetches(1_000, block: .set) { $0 < 850 }
    #expect(script.diagnosis(endMs: 10_000).findings.isEmpty)
  }

  @Test func isSilentAboutTheFirstOnesThatAProgramKeeps() {
    fetches(1_000, block: .set) { $0 >= 150 }
    #expect(script.diagnosis(endMs: 10_000).findings.isEmpty)
  }

  @Test func isSilentAboutWhatIsMadeOnceAndKept() {
    fetches(150, block: .set)
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
  }

  @Test func isSilentWhenMostAreReleased() {
    fetches(600, block: .set) { !$0.isMultiple(of: 4) }
    #expect(script.diagnosis(endMs: 6_000).findings.isEmpty)
  }

  @Test func isSilentWhenTheBlocksWereTakenOff() {
    fetches(500, block: .setAndRemoved)
    #expect(script.diagnosis(endMs: 5_000).findings.isEmpty)
  }

  @Test func isSilentAboutAShortRun() {
    fetches(150, everyMs: 5, block: .set)
    #expect(script.diagnosis(endMs: 800).findings.isEmpty)
  }

  @Test func isSilentWhereReleasesAreNotSeen() {
    let queue = script.queue("net")
    for number in 0..<200 {
      let block = script.operation()
      let moment = Double(number) * 10
      script.run(block, on: queue, enqueued: moment, started: moment, finished: moment + 1)
      script.at(ms: moment + 1.1).beginCompletion(block).endCompletion(block)
    }
    #expect(script.diagnosis(endMs: 2_000).findings.isEmpty)
    script.at(ms: 2_000).record(.queueDeallocated, queue: script.queue("other"))
    #expect(script.diagnosis(endMs: 2_000).rules == ["retained-after-finish"])
  }
}
