import Testing
import TraceTestSupport

/// The first thing that a newcomer runs.
struct DemonstrationTests {
  @Test
  func itShowsAProgramThatHangsAndEndsByItself() throws {
    let folder = try TemporaryFolder()
    let run = try BuiltCommand("demo", in: folder)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      try folder.names() == ["photo-import.dot", "photo-import.optrace", "photo-import.svg"]
    )
    #expect(run.text.contains("error: never-finished"))
    #expect(run.text.contains("Wrote photo-import.optrace"))
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 })

    let diagnose = try BuiltCommand("diagnose", "photo-import.optrace", in: folder)
    #expect(diagnose.status == 1)
    #expect(run.text.contains(diagnose.text))
    let graph = try BuiltCommand("graph", "photo-import.optrace", "-o", "again.svg", in: folder)
    #expect(graph.status == 0)
    #expect(try folder.read("again.svg") == folder.read("photo-import.svg"))
  }
}
