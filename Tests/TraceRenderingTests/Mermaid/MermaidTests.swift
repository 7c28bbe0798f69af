import Testing
import TraceAnalysis
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct MermaidTests {
  private func graph(_ run: SampleRun, style: GraphStyle = GraphStyle()) -> TraceGraph {
    TraceGraph(
      of: run.trace,
      style: style,
      diagnosis: run.diagnosis,
      criticalPath: run.criticalPath
    )
  }

  @Test(arguments: [SampleRun.photoImport, .manyPhotos, .hostile])
  func `A flowchart is as the golden file says`(run: SampleRun) throws {
    try GoldenFile("\(run.name).mmd").expect(graph(run).mermaid)
  }

  @Test
  func `A graph that is too large for Mermaid is folded until it fits`() {
    let text = graph(.manyPhotos, style: GraphStyle(nodeBudget: nil)).mermaid
    let arrows = text.split(separator: "\n").count { $0.contains("-->") || $0.contains("==>") }
    #expect(arrows <= 500)
    #expect(text.count <= 50_000)
    #expect(text.contains("folded by"))
  }

  @Test(arguments: Array(0..<200) as [UInt64])
  func `A label ends where it should, whatever a name holds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let name = HostileText.random(&random)
    let label = MermaidEscaping.label([name])
    #expect(label.first == "\"" && label.last == "\"")
    let inside = label.dropFirst().dropLast()
    #expect(Set(inside).isDisjoint(with: "\"<>[]{}()|`\\%"))
    #expect(inside.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    let comment = MermaidEscaping.comment(name)
    #expect(!comment.contains { $0 == "{" || $0.isNewline })
  }
}
