import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Execution divided by how many executed at the time.
@Suite struct WeightedTimeTests {
  @Test func whatExecutesAloneCountsWholeAndOneOfTwoHalf() {
    let script = TraceScript()
    let queue = script.queue()
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 0, finished: 10)
    script.run(second, on: queue, enqueued: 0, started: 6, finished: 12)
    script.run(third, on: queue, enqueued: 0, started: 20, finished: 21)
    let weighted = WeightedTime(of: script.trace())
    #expect(weighted.nanoseconds == [8_000_000, 4_000_000, 1_000_000])
    #expect(weighted.total == 13_000_000)
  }

  @Test func whatTookNoTimeOrNeverRanHasNone() {
    let script = TraceScript()
    let queue = script.queue()
    let (first, second, third) = (script.operation(), script.operation(), script.operation())
    script.run(first, on: queue, enqueued: 0, started: 2, finished: 2)
    script.run(second, on: queue, enqueued: 0, started: 1, finished: 3)
    script.run(third, on: queue, enqueued: 1)
    let weighted = WeightedTime(of: script.trace(endMs: 9))
    #expect(weighted.nanoseconds == [0, 2_000_000, 0])
    #expect(weighted.total == 2_000_000)
    let empty = WeightedTime(of: Trace(EventLog()))
    #expect(empty.nanoseconds.isEmpty)
    #expect(empty.total == 0)
  }

  @Test(arguments: Array(0..<200) as [UInt64])
  func theySumUpToTheTimeInWhichAnythingExecuted(seed: UInt64) {
    let unit: UInt64 = [1, 7, 1_000_003, 1_000_000_007][Int(seed % 4)]
    let trace = Trace(SchedulerSimulation(seed: seed, operationCount: 80, unit: unit).log)
    let weighted = WeightedTime(of: trace)
    #expect(weighted.nanoseconds.reduce(0, +) == weighted.total)
    let plain = PlainShares(trace)
    #expect(weighted.total == plain.busy)
    for (nanoseconds, share) in zip(weighted.nanoseconds, plain.shares) {
      #expect(abs(Double(nanoseconds) - share) <= max(1.5, share * 1e-9))
    }
  }

  @Test(arguments: Array(0..<20) as [UInt64])
  func garbageAddsUp(seed: UInt64) {
    let weighted = WeightedTime(of: Trace(.garbage(seed: seed)))
    #expect(weighted.nanoseconds.reduce(0, +) == weighted.total)
  }
}

/// The same by looking at every stretch between two moments, and at every operation in it.
private struct PlainShares {
  /// The time in which anything executed.
  var busy: UInt64 = 0
  /// Each operation's part of it.
  var shares: [Double]

  init(_ trace: Trace) {
    let spans = trace.operations.map { operation in
      operation.intervals.last { $0.state == .executing }
    }
    shares = Array(repeating: 0, count: spans.count)
    let moments = Set(spans.compactMap { $0 }.flatMap { [$0.start, $0.end] }).sorted()
    for (start, end) in zip(moments, moments.dropFirst()) {
      let executing = spans.indices.filter { number in
        spans[number].map { $0.start <= start && end <= $0.end } ?? false
      }
      let length = end.nanoseconds(since: start)
      if !executing.isEmpty { busy += length }
      for number in executing { shares[number] += Double(length) / Double(executing.count) }
    }
  }
}
