import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

/// Graphs of more operations than can be drawn.
@Suite
struct FoldedDOTTests {
  private let run = SampleRun.manyPhotos

  private func dot(_ style: GraphStyle = GraphStyle(), focus: String? = nil) throws -> String {
    var selection = TraceSelection()
    selection.focus = try focus.map { try OperationFilter($0) }
    selection.words = focus.map { "--focus \($0)" } ?? ""
    let context = FilterContext(
      run.trace,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath
    )
    return run.trace.dot(
      style,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath,
      selected: context.select(selection)
    )
  }

  @Test
  func `A folded graph is as the golden file says`() throws {
    try GoldenFile("many-photos.dot").expect(try dot())
  }

  @Test
  func `What is asked for is drawn with the ways between`() throws {
    try GoldenFile("many-photos-focus.dot").expect(
      try dot(GraphStyle(coloring: .class), focus: "is:stalled or \"open library\"")
    )
  }

  /// Two arrows between two nodes of several would look like a deadlock.
  @Test
  func `A chain to and fro between two queues is no cycle`() throws {
    let script = TraceScript()
    let queues = [script.queue("first"), script.queue("second")]
    var last: OperationID?
    for number in 0..<400 {
      let step = script.operation("step \(number)")
      if let last { script.at(ms: 0).depend(step, on: last) }
      let start = Double(number)
      script.run(step, on: queues[number % 2], enqueued: 0, started: start, finished: start + 1)
      last = step
    }
    let graph = try DOTReader(script.trace().dot(GraphStyle(nodeBudget: 20)))
    let ends = graph.edges.map { Set($0.ends) }
    #expect(Set(ends).count == ends.count)
    #expect(graph.edges.contains { $0.attributes["dir"]?.text == "both" })
  }

  @Test
  func `Where everything is joined with everything the heaviest edges are drawn, and that is said`()
    throws
  {
    let script = TraceScript()
    let queues = (0..<12).map { script.queue("queue \($0)") }
    var random = SeededGenerator(seed: 3)
    var made: [OperationID] = []
    for number in 0..<3_000 {
      let step = script.operation("step \(number)")
      for other in made.suffix(60).shuffled(using: &random).prefix(2) {
        script.at(ms: 0).depend(step, on: other)
      }
      let start = Double(number)
      script.run(step, on: queues[number % 12], enqueued: 0, started: start, finished: start + 1)
      made.append(step)
    }
    let trace = script.trace()
    let graph = TraceGraph(of: trace, style: GraphStyle(nodeBudget: 20))
    #expect(graph.nodeCount <= 20)
    #expect(graph.edgeCount <= 4 * graph.nodeCount)
    #expect(graph.description.summary.contains("The heaviest edges:"))
    // A node of each queue has an edge: none has lost all of its.
    let drawn = try DOTReader(graph.dot)
    #expect(Set(drawn.edges.flatMap(\.ends)).count == drawn.nodes.count)
  }

  @Test(arguments: GraphStyle.Coloring.allCases, [150, 5, 1])
  func `Whatever the budget and the tint, it is sound DOT with ids of its own`(
    coloring: GraphStyle.Coloring,
    budget: Int
  ) throws {
    let style = GraphStyle(nodeBudget: budget, coloring: coloring)
    let graph = try DOTReader(try dot(style))
    let items = graph.nodes + graph.edges + graph.clusters
    let ids = items.compactMap { $0.attributes["id"]?.text }
    #expect(Set(ids).count == items.count)
    #expect(Set(graph.edges.map(\.ends)).count == graph.edges.count)
    for item in items {
      #expect(item.attributes["class"]?.text?.isEmpty == false)
      #expect(item.attributes["tooltip"]?.tooltipLines.first?.isEmpty == false)
    }
    let colors = Set(GraphPalette.tones.map(\.light))
    for match in try dot(style).matches(of: #/"(#[0-9a-f]{6})"/#) {
      #expect(colors.contains(String(match.output.1)))
    }
  }

  @Test
  func `The tints of slacks spread over those that there are`() throws {
    let script = TraceScript()
    let queue = script.queue("work")
    for (name, end) in [("last", 1_000.0), ("near", 999.9), ("nearer", 997), ("far", 900)] {
      script.run(script.operation(name), on: queue, enqueued: 0, started: 0, finished: end)
    }
    let trace = script.trace()
    let dot = TraceGraph(of: trace, style: GraphStyle(coloring: .slack)).dot
    let fills = try DOTReader(dot).nodes.map { $0.attributes["fillcolor"]?.text }
    let scale = GraphPalette.cardHeat.map(\.light)
    #expect(fills == [scale[4], scale[3], scale[2], scale[0]])
    #expect(dot.contains("could finish later by up to 100 ms, or not at all"))
  }

  @Test
  func `What was asked for is marked where others are shown because of it`() throws {
    func names(_ change: (inout TraceSelection) -> Void) throws -> (
      marked: Int, nodes: Int, dot: String
    ) {
      var selection = TraceSelection()
      selection.focus = try OperationFilter("notify")
      change(&selection)
      let trace = SampleRun.photoImport.trace
      let context = FilterContext(trace, diagnosis: nil, criticalPath: nil)
      let dot = TraceGraph(of: trace, diagnosis: nil, selected: context.select(selection)).dot
      let marked = dot.matches(of: #/<B>▶ notify<\/B>/#).count
      return (marked, try DOTReader(dot).nodes.count, dot)
    }
    let family = try names { $0.followsAncestors = true }
    #expect(family.marked == 1 && family.nodes > 3)
    #expect(family.dot.contains("asked for"))
    let alone = try names { _ in }
    #expect(alone.marked == 0 && alone.nodes == 1 && !alone.dot.contains("asked for"))
  }

  @Test
  func `What is stalled and what holds it up stands alone`() throws {
    let graph = try DOTReader(try dot())
    #expect(graph.nodes.count < 20)
    let stalled = graph.nodes.filter { $0.attributes["class"]?.text?.contains("stalled") == true }
    #expect(stalled.count == 2)
    #expect(stalled.allSatisfy { $0.name.hasPrefix("op") })
  }

  @Test
  func `Without a budget each operation has its node`() throws {
    let graph = try DOTReader(try dot(GraphStyle(nodeBudget: nil)))
    #expect(graph.nodes.count == run.trace.operations.count)
  }
}
