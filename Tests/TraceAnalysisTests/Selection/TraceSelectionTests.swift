import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// Which operations are selected.
@Suite struct TraceSelectionTests {
  /// A chain of five, and one that depends on the third, in two queues.
  private let trace: Trace
  private let queues: [QueueID]

  init() {
    let script = TraceScript()
    let (first, second) = (script.queue("first"), script.queue("second"))
    let chain = (1...5).map { script.operation("step \($0)") }
    let branch = script.operation("branch")
    for (source, target) in zip(chain, chain.dropFirst()) {
      script.at(ms: 0).depend(target, on: source)
    }
    script.at(ms: 0).depend(branch, on: chain[2])
    for (place, operation) in chain.enumerated() {
      let start = Double(place * 10)
      let queue = place == 1 ? second : first
      script.run(operation, on: queue, enqueued: start, started: start, finished: start + 10)
    }
    script.run(branch, on: first, enqueued: 30, started: 30, finished: 33)
    trace = script.trace(endMs: 60)
    queues = [first, second]
  }

  private func selected(_ change: (inout TraceSelection) throws -> Void) rethrows -> [String] {
    var selection = TraceSelection()
    try change(&selection)
    let context = FilterContext(trace, diagnosis: nil, criticalPath: trace.criticalPath)
    let operations = context.select(selection)
    #expect(trace.operations.indices.filter(operations.contains) == operations.positions)
    return operations.positions.map { trace.operations[$0] }.sorted { $0.id < $1.id }
      .map(\.displayName)
  }

  @Test func nothingAskedIsEverything() {
    #expect(selected { _ in }.count == 6)
    #expect(TraceSelection().isEverything)
  }

  @Test func aFilterAndAKindMustBothHold() throws {
    #expect(
      try selected { $0.focus = try OperationFilter("branch or #1") } == ["step 1", "branch"]
    )
    let both = try selected {
      $0.focus = try OperationFilter("branch or #1")
      $0.traits = [.critical, .failed]
    }
    #expect(both == [])
    #expect(selected { $0.traits = [.critical, .failed] } == ["step 5"])
  }

  @Test func ancestorsAreWhatItWaitedFor() throws {
    let all = try selected {
      $0.focus = try OperationFilter("branch")
      $0.followsAncestors = true
    }
    #expect(all == ["step 1", "step 2", "step 3", "branch"])
    let near = try selected {
      $0.focus = try OperationFilter("branch")
      $0.followsAncestors = true
      $0.depth = 1
    }
    #expect(near == ["step 3", "branch"])
    let none = try selected {
      $0.focus = try OperationFilter("branch")
      $0.followsAncestors = true
      $0.depth = 0
    }
    #expect(none == ["branch"])
  }

  @Test func descendantsAreWhatWaitedForIt() throws {
    let all = try selected {
      $0.focus = try OperationFilter("#3")
      $0.followsDescendants = true
    }
    #expect(all == ["step 3", "step 4", "step 5", "branch"])
  }

  @Test func bothDirectionsStartFromWhatWasAsked() throws {
    let near = try selected {
      $0.focus = try OperationFilter("#4")
      $0.followsAncestors = true
      $0.followsDescendants = true
    }
    // Not the branch, which waited for an ancestor only.
    #expect(near == ["step 1", "step 2", "step 3", "step 4", "step 5"])
  }

  @Test func aQueueLimitsRelationsToo() throws {
    #expect(selected { $0.queues = [queues[1]] } == ["step 2"])
    let all = try selected {
      $0.focus = try OperationFilter("#4")
      $0.followsAncestors = true
      $0.queues = [queues[0]]
    }
    #expect(all == ["step 3", "step 4"])
  }

  @Test func aSpanTakesWhatWaitedOrExecutedInIt() {
    let span = TraceInstant(nanoseconds: 12_000_000)...TraceInstant(nanoseconds: 31_000_000)
    #expect(selected { $0.span = span } == ["step 2", "step 3", "step 4", "branch"])
  }

  @Test func queuesAreFoundByNameOrElseByPattern() {
    #expect(trace.queues(called: "second") == [queues[1]])
    #expect(trace.queues(called: "*s*") == Set(queues))
    #expect(trace.queues(called: "sec") == [queues[1]])
    #expect(trace.queues(called: "third") == [])
  }

  @Test func aLongChainIsFollowedToItsEnd() throws {
    let script = TraceScript()
    let queue = script.queue()
    var last = script.operation()
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 1)
    for number in 1..<20_000 {
      let next = script.operation()
      script.at(ms: 0).depend(next, on: last, seenLate: true)
      script.run(
        next,
        on: queue,
        enqueued: 0,
        started: Double(number),
        finished: Double(number + 1)
      )
      last = next
    }
    let trace = script.trace()
    var selection = TraceSelection()
    selection.focus = try OperationFilter("#20000")
    selection.followsAncestors = true
    let context = FilterContext(trace, diagnosis: nil, criticalPath: nil)
    #expect(context.select(selection).isEverything)
  }
}
