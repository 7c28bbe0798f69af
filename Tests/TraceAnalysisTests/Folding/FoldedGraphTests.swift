import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What becomes one node when there are too many.
@Suite struct FoldedGraphTests {
  private let script = TraceScript()

  private func folded(
    budget: Int? = FoldedGraph.standardBudget,
    focus: String? = nil,
    endMs: Double? = nil
  ) throws -> (graph: FoldedGraph, trace: Trace) {
    let trace = endMs.map { script.trace(endMs: $0) } ?? script.trace()
    let path = trace.criticalPath
    let context = FilterContext(trace, diagnosis: trace.diagnosis(), criticalPath: path)
    var selection = TraceSelection()
    selection.focus = try focus.map { try OperationFilter($0) }
    let graph = FoldedGraph(
      of: context.select(selection),
      in: context,
      criticalPath: path,
      budget: budget
    )
    return (graph, trace)
  }

  /// An import of some photos: each is loaded, then made smaller and indexed; at the end everything is reported.
  private func importPhotos(_ count: Int) {
    let (images, index) = (script.queue("images"), script.queue("index"))
    let report = script.operation("report")
    for number in 1...count {
      let load = script.operation("load \(number)")
      let thumbnail = script.operation("thumbnail \(number)", class: "Thumbnail")
      let entry = script.operation("entry \(number)")
      script.at(ms: 0).depend(thumbnail, on: load).depend(entry, on: load)
      script.at(ms: 0).depend(report, on: thumbnail).depend(report, on: entry)
      let start = Double(number)
      script.run(load, on: images, enqueued: 0, started: start, finished: start + 1)
      script.run(thumbnail, on: images, enqueued: 0, started: start + 1, finished: start + 3)
      script.run(entry, on: index, enqueued: 0, started: start + 1, finished: start + 2)
    }
    let end = Double(count) + 3
    script.run(report, on: index, enqueued: 0, started: end, finished: end + 1)
  }

  private func dependencyCount(_ trace: Trace) -> Int {
    trace.edges.count { $0.kind == .dependency }
  }

  @Test func withinTheBudgetEachStandsAlone() throws {
    importPhotos(20)
    let (graph, trace) = try folded()
    #expect(graph.nodes.count == 61)
    #expect(graph.nodes.allSatisfy { $0.isSingle })
    #expect(graph.level == nil)
    #expect(graph.foldedOperationCount == 0)
    #expect(graph.edges.count == dependencyCount(trace))
  }

  @Test func whatPlaysTheSamePartIsOneNode() throws {
    importPhotos(100)
    let (graph, trace) = try folded()
    // The last photo is on the critical path, and stays as it is.
    let names = graph.nodes.map { ($0.names, $0.operations.count) }
    #expect(
      names.map { "\($0.0.joined()) \($0.1)" }.sorted()
        == [
          "entry # 1", "entry # 99", "load # 1", "load # 99", "report 1", "thumbnail # 1",
          "thumbnail # 99",
        ]
    )
    #expect(graph.level == .part)
    #expect(graph.foldedOperationCount == 297)
    let load = try #require(graph.nodes.first { $0.names == ["load #"] && !$0.isSingle })
    #expect(load.className == "BlockOperation")
    #expect(load.queue.flatMap { trace[$0] }?.displayName == "images")
    #expect(load.times.total == 99_000_000)
    #expect(load.times.median == 1_000_000)
    #expect(load.times.histogram == [0, 0, 99, 0, 0])
    #expect(load.distinction == nil)
    #expect(graph.edges.allSatisfy { !$0.isResidual && $0.source != $0.target })
    #expect(graph.edges.reduce(0) { $0 + $1.count } == dependencyCount(trace))
  }

  @Test func whatWasAskedForStaysAsItIs() throws {
    importPhotos(100)
    let (graph, _) = try folded(focus: "thumbnail or load")
    #expect(graph.nodes.count == 4)
    #expect(graph.omittedOperationCount == 101)
    let (narrow, _) = try folded(focus: "thumbnail and not #1", endMs: 200)
    #expect(narrow.nodes.allSatisfy { $0.isSingle })
    #expect(narrow.nodes.allSatisfy { $0.distinction == .asked || $0.distinction == .critical })
  }

  @Test func aLongChainIsOneNodeWithItsLength() throws {
    let queue = script.queue()
    var last = script.operation("step 0")
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 1)
    for number in 1..<20_000 {
      let next = script.operation("step \(number)")
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
    let (graph, _) = try folded()
    try #require(graph.nodes.count == 1)
    #expect(graph.nodes[0].chainLength == 20_000)
    #expect(graph.nodes[0].names == ["step #"])
    #expect(graph.nodes[0].distinction == .critical)
    #expect(graph.edges.isEmpty)
  }

  /// Nodes that hold several operations of the critical path, of this many that follow one another beside as many others.
  private func foldedOnThePath(_ count: Int, budget: Int = FoldedGraph.standardBudget) throws -> Int
  {
    let queue = script.queue()
    for number in 0..<300 {
      let aside = script.operation("aside \(number)")
      script.run(aside, on: queue, enqueued: 0, started: 0, finished: 1)
    }
    var last = script.operation("step 0")
    script.run(last, on: queue, enqueued: 0, started: 0, finished: 1)
    for number in 1..<count {
      let next = script.operation("step \(number)")
      script.at(ms: 0).depend(next, on: last, seenLate: true)
      let start = Double(number)
      script.run(next, on: queue, enqueued: 0, started: start, finished: start + 1)
      last = next
    }
    let (graph, _) = try folded(budget: budget)
    return graph.nodes.filter { $0.distinction == .critical && !$0.isSingle }.count
  }

  @Test func aCriticalPathThatTheBudgetHoldsIsNotFolded() throws {
    #expect(try foldedOnThePath(135) == 0)
  }

  @Test func theBudgetThatIsNamedHoldsTheCriticalPath() throws {
    let nodes = FoldedGraph.budget(toKeep: 260)
    #expect(nodes == 300)
    #expect(try foldedOnThePath(260, budget: nodes) == 0)
  }

  @Test func allPairsAreOneEdge() throws {
    let queue = script.queue()
    let first = (1...40).map { script.operation("first \($0)") }
    let second = (1...40).map { script.operation("second \($0)") }
    for target in second {
      for source in first { script.at(ms: 0).depend(target, on: source) }
    }
    for source in first { script.run(source, on: queue, enqueued: 0, started: 0, finished: 5) }
    for target in second { script.run(target, on: queue, enqueued: 0, started: 5, finished: 9) }
    // Fewer nodes than the budget; nobody could follow 1,600 edges.
    let (graph, _) = try folded()
    #expect(graph.edges.count < 10)
    #expect(graph.edges.contains { $0.count == 39 * 39 })
  }

  @Test func waysOverWhatIsNotShownAreResidual() throws {
    importPhotos(3)
    let (graph, trace) = try folded(focus: "load or report")
    let residual = graph.edges.filter(\.isResidual)
    #expect(residual.count == 3)
    for edge in residual {
      #expect(trace.operations[graph.nodes[edge.target].operations[0]].displayName == "report")
    }
    let (direct, _) = try folded(focus: "load or entry")
    #expect(direct.edges.allSatisfy { !$0.isResidual })
  }

  @Test func whatIsStalledOrFailedIsNotMixedWithOthers() throws {
    let queue = script.queue(limit: 2)
    for number in 1...300 {
      let operation = script.operation("work \(number)")
      script.at(ms: 0).enqueue(operation, on: queue).start(operation)
      if number == 7 { script.at(ms: 1).fail(operation, "disk full") }
      if number != 8 { script.at(ms: Double(number)).finish(operation) }
    }
    let (graph, trace) = try folded(endMs: 60_000)
    let single = graph.nodes.filter(\.isSingle).map {
      trace.operations[$0.operations[0]].displayName
    }
    #expect(single.contains("work 7"))
    #expect(single.contains("work 8"))
    #expect(graph.nodes.contains { $0.operations.count >= 297 })
  }

  @Test func aTraceWithoutOperationsHasNoNodes() throws {
    let (graph, _) = try folded(endMs: 1)
    #expect(graph.nodes.isEmpty && graph.edges.isEmpty && graph.level == nil)
  }

  // MARK: Whatever the run

  @Test(arguments: Array(0..<60) as [UInt64], [3, 12, 40])
  func eachOperationIsInOneNodeAndEachEdgeCounts(seed: UInt64, budget: Int) {
    let trace = Trace(SchedulerSimulation(seed: seed, operationCount: 120).log)
    let path = trace.criticalPath
    let context = FilterContext(trace, diagnosis: trace.diagnosis(), criticalPath: path)
    let selected = context.select(TraceSelection())
    let graph = FoldedGraph(of: selected, in: context, criticalPath: path, budget: budget)
    let again = FoldedGraph(of: selected, in: context, criticalPath: path, budget: budget)
    #expect(graph.nodes.map(\.operations) == again.nodes.map(\.operations))
    #expect(graph.edges == again.edges)

    #expect(graph.nodes.flatMap(\.operations).sorted() == Array(trace.operations.indices))
    #expect(graph.nodes.allSatisfy { $0.operations == $0.operations.sorted() })
    #expect(graph.nodes.map { $0.operations[0] } == graph.nodes.map { $0.operations[0] }.sorted())
    for node in graph.nodes {
      let stalled = node.operations.map { context.has(trace.operations[$0], .stalled) }
      #expect(Set(stalled).count == 1)
      #expect(node.times.histogram.reduce(0, +) == node.operations.count)
      #expect(node.times.median <= node.times.longest && node.times.longest <= node.times.total)
    }
    let inner = graph.nodes.reduce(0) { $0 + $1.innerEdgeCount }
    let outer = graph.edges.reduce(0) { $0 + $1.count }
    let total = trace.edges.count { edge in
      FoldedGraph.edgeKinds.contains(edge.kind) && edge.source != edge.target
    }
    #expect(graph.omittedEdgeCount > 0 ? inner + outer < total : inner + outer == total)
  }

  @Test(arguments: Array(0..<100) as [UInt64])
  func garbageGivesAGraph(seed: UInt64) {
    let trace = Trace(.garbage(seed: seed))
    let context = FilterContext(trace, diagnosis: nil, criticalPath: trace.criticalPath)
    let selected = context.select(TraceSelection())
    let graph = FoldedGraph(
      of: selected,
      in: context,
      criticalPath: trace.criticalPath,
      budget: 2
    )
    #expect(graph.nodes.reduce(0) { $0 + $1.operations.count } == trace.operations.count)
  }
}
