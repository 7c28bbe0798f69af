import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What took most.
@Suite struct BlameTests {
  private static let trace: Trace = {
    let script = TraceScript()
    let queue = script.queue("q")
    for (number, length) in [30.0, 10, 50, 20].enumerated() {
      let start = Double(number + 1) * 100
      let operation = script.operation("thumbnail \(number)", class: "Thumbnail")
      script.run(operation, on: queue, enqueued: start - length, started: start)
      script.at(ms: start + length).finish(operation)
    }
    let load = script.operation("load")
    script.run(load, on: queue, enqueued: 500, started: 500, finished: 560)
    return script.trace()
  }()

  private func blame(_ measure: Blame.Measure, _ grouping: Blame.Grouping? = nil) -> Blame {
    let positions = Array(Self.trace.operations.indices)
    return Blame(Self.trace, positions: positions, by: measure, grouping: grouping)
  }

  private func names(_ blame: Blame) -> [String] {
    blame.entries.map { Self.trace.operations[$0.slowest].displayName }
  }

  @Test func theSlowestComesFirst() {
    let execution = blame(.execution)
    #expect(
      names(execution) == ["load", "thumbnail 2", "thumbnail 0", "thumbnail 3", "thumbnail 1"]
    )
    #expect(execution.total == 170_000_000)
    #expect(execution.total(from: 2) == 60_000_000)
    #expect(execution.total(from: 9) == 0)
    #expect(execution.share(of: 85_000_000) == 0.5)
    #expect(
      names(blame(.wait)) == ["thumbnail 2", "thumbnail 0", "thumbnail 3", "thumbnail 1", "load"]
    )
    #expect(blame(.wait).total == 110_000_000)
  }

  @Test(arguments: [
    // Each executes from its hundred on; the first two end before 120, the third and the fourth are cut.
    (Blame.Measure.execution, [("thumbnail 2", 25.0), ("thumbnail 0", 10)]),
    (.weighted, [("thumbnail 2", 25), ("thumbnail 0", 10)]),
    (.wait, [("thumbnail 2", 50)]),
  ])
  func onlyWhatLiesInAPartOfTheRunCounts(
    measure: Blame.Measure,
    expected: [(name: String, ms: Double)]
  ) {
    func instant(_ ms: UInt64) -> TraceInstant { TraceInstant(nanoseconds: ms * 1_000_000) }
    let blame = Blame(
      Self.trace,
      positions: Array(Self.trace.operations.indices),
      by: measure,
      grouping: nil,
      within: instant(120)...instant(325)
    )
    let entries = blame.entries.filter { $0.total > 0 }
    #expect(
      entries.map { Self.trace.operations[$0.slowest].displayName }.prefix(1) == ["thumbnail 2"]
    )
    for (name, ms) in expected {
      let entry = entries.first { Self.trace.operations[$0.slowest].displayName == name }
      #expect(entry?.total == UInt64(ms * 1e6), "\(name)")
    }
    #expect(blame.total == entries.reduce(0) { $0 + $1.total })
    // What executed at other times has no part in it.
    #expect(blame.busy == (25 + 10 + 10) * 1_000_000)
  }

  @Test func whatIsAlikeStandsTogether() throws {
    for (grouping, labels) in [
      (Blame.Grouping.name, ["thumbnail #", "load"]), (.class, ["Thumbnail", "BlockOperation"]),
    ] {
      let blame = blame(.execution, grouping)
      #expect(blame.entries.map(\.label) == labels)
      let first = try #require(blame.entries.first)
      #expect(first.count == 4)
      #expect(first.total == 110_000_000)
      #expect(first.median == 25_000_000)
      #expect(Self.trace.operations[first.slowest].displayName == "thumbnail 2")
      #expect(blame.entries.map(\.total).reduce(0, +) == blame.total)
    }
  }

  @Test func othersOnlyExecuteBesides() {
    let script = TraceScript()
    let queue = script.queue()
    let (first, second) = (script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 8)
    script.run(second, on: queue, enqueued: 0, started: 0, finished: 8)
    let blame = Blame(script.trace(), positions: [1], by: .weighted, grouping: nil)
    #expect(blame.entries.map(\.total) == [4_000_000])
    #expect(blame.total == 4_000_000)
    #expect(blame.busy == 8_000_000)
  }

  @Test(arguments: Array(0..<60) as [UInt64], [Blame.Grouping.class, .name, nil])
  func theEntriesAddUp(seed: UInt64, grouping: Blame.Grouping?) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    let positions = Array(trace.operations.indices)
    for measure in Blame.Measure.allCases {
      let blame = Blame(trace, positions: positions, by: measure, grouping: grouping)
      #expect(blame.entries.map(\.total).reduce(0, +) == blame.values.reduce(0, +))
      #expect(blame.entries.map(\.count).reduce(0, +) == trace.operations.count)
      #expect(zip(blame.entries, blame.entries.dropFirst()).allSatisfy { $0.total >= $1.total })
      if measure == .weighted { #expect(blame.total == blame.busy) }
    }
  }

  @Test func nothingIsBlamedForNothing() {
    let blame = Blame(Trace(EventLog()), positions: [], by: .execution, grouping: .name)
    #expect(blame.entries.isEmpty)
    #expect(blame.share(of: 0) == 0)
  }
}
