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
