import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct DOTTests {
  @Test(arguments: SampleRun.all)
  func `Cards are as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).dot").expect(
      run.trace.dot(diagnosis: run.diagnosis, criticalPath: run.criticalPath)
    )
  }

  @Test
  func `The heat style is as the golden file says`() throws {
    let run = SampleRun.photoImport
    let style = GraphStyle(title: "Photos", direction: .topToBottom, detail: .heat)
    try GoldenFile("photo-import-heat.dot").expect(
      run.trace.dot(style, diagnosis: run.diagnosis, criticalPath: run.criticalPath)
    )
  }

  @Test(arguments: SampleRun.all, [GraphStyle.Detail.card, .heat])
  func `Every node, edge and cluster has a unique id, a class and a tooltip`(
    run: SampleRun,
    detail: GraphStyle.Detail
  ) throws {
    let style = GraphStyle(detail: detail, edgeKinds: Set(TraceEdge.Kind.allCases))
    let text = run.trace.dot(style, diagnosis: run.diagnosis, criticalPath: run.criticalPath)
    let graph = try DOTReader(text)
    let items = graph.nodes + graph.edges + graph.clusters
    let ids = items.compactMap { $0.attributes["id"]?.text }
    #expect(ids.count == items.count)
    #expect(Set(ids).count == ids.count)
    for item in items {
      #expect(item.attributes["class"]?.text?.isEmpty == false)
      #expect(item.attributes["tooltip"]?.tooltipLines.first?.isEmpty == false)
    }
    #expect(
      graph.nodes.map { $0.attributes["id"]?.text }
        == graph.nodes.map { "op_" + $0.name.dropFirst(2) }
    )
    #expect(Set(graph.edges.map(\.ends)).count == graph.edges.count)
  }

  @Test(arguments: SampleRun.all, GraphStyle.Direction.allCases)
  func `Nothing is used that makes Graphviz crash or lose edges`(
    run: SampleRun,
    direction: GraphStyle.Direction
  ) throws {
    let style = GraphStyle(direction: direction, edgeKinds: Set(TraceEdge.Kind.allCases))
    let text = run.trace.dot(style, diagnosis: run.diagnosis, criticalPath: run.criticalPath)
    let graph = try DOTReader(text)
    let edgeAttributes: Set = [
      "id", "class", "color", "style", "arrowhead", "penwidth", "weight", "tooltip",
    ]
    for edge in graph.edges {
      #expect(edge.cluster == nil)
      #expect(Set(edge.attributes.keys).isSubset(of: edgeAttributes))
    }
    for name in [
      "constraint", "concentrate", "compound", "newrank", "nslimit1", "URL", "HREF", "shape=record",
    ] {
      #expect(!text.contains("\(name)=\""))
    }
    #expect(!text.contains("rank="))
  }

  @Test(arguments: SampleRun.all)
  func `All bars of a graph have one width, and their cells add up to it`(run: SampleRun) throws {
    let style = GraphStyle(detail: .card)
    let text = run.trace.dot(style, diagnosis: run.diagnosis, criticalPath: run.criticalPath)
    var widths: Set<Int> = []
    for node in try DOTReader(text).nodes {
      guard case .html(let markup) = node.attributes["label"] else { continue }
      let rows = try HTMLReader(markup).fixedRows
      #expect(rows.count == 1)
      for row in rows {
        #expect(row.cells.reduce(0, +) == row.table)
        #expect(row.cells.allSatisfy { $0 >= 2 })
        widths.insert(row.table)
      }
    }
    #expect(widths.count == 1)
  }

  @Test
  func `More than 150 operations are drawn plainly, and more than 1,000 in a hurry`() throws {
    func graph(_ count: Int) throws -> (text: String, graph: DOTReader) {
      let script = TraceScript()
      let queue = script.queue("q", limit: 4)
      for number in 0..<count {
        let start = Double(number)
        script.run(
          script.operation("n\(number)"),
          on: queue,
          enqueued: 0,
          started: start,
          finished: start + 1
        )
      }
      let text = Trace(script.log()).dot(GraphStyle(nodeBudget: nil))
      return (text, try DOTReader(text))
    }
    let small = try graph(150)
    #expect(try small.graph.nodes[0].attributes["label"]?.texts().isEmpty == false)
    let large = try graph(151)
    #expect(large.graph.nodes[0].attributes["label"]?.labelLines.count == 2)
    #expect(!large.text.contains("nslimit"))
    let huge = try graph(1_001)
    #expect(huge.text.contains(#"splines="line" nslimit="0.1" mclimit="0.01""#))
  }

  @Test
  func `A trace without operations says so`() throws {
    let text = Trace(EventLog()).dot()
    let graph = try DOTReader(text)
    #expect(graph.nodes.isEmpty && graph.edges.isEmpty && graph.clusters.isEmpty)
    #expect(text.contains("0 operations"))
  }

  @Test
  func `A damaged trace says so in its title`() throws {
    var log = TraceScript().log()
    log.problems = [
      TraceProblem(message: "the last 12 bytes are <missing>"), TraceProblem(message: "x"),
    ]
    let label = try #require(try DOTReader(Trace(log).dot()).defaults[0].attributes["label"])
    let line = "incomplete trace: the last 12 bytes are <missing> and 1 other problem"
    #expect(try label.texts().contains(line))
  }
}
