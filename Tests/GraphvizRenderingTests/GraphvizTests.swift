import Dispatch
import GraphvizRendering
import Synchronization
import Testing

@Suite struct GraphvizTests {
  @Test(arguments: [
    (GraphvizFormat.svg, Array("<?xml".utf8)),
    (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    (.pdf, Array("%PDF-".utf8)),
  ])
  func drawsEachFormat(format: GraphvizFormat, signature: [UInt8]) throws {
    let picture = try Graphviz.render("digraph g { a -> b -> c }", as: format)
    #expect(picture.bytes.starts(with: signature))
    #expect(picture.format == format)
    #expect(picture.nodes == 3)
    #expect(picture.edges == 2)
    #expect(picture.scale == 1)
    #expect(picture.messages.isEmpty)
  }

  @Test func drawsAnEmptyGraph() throws {
    let picture = try Graphviz.render("digraph g {}", as: .svg)
    #expect(picture.nodes == 0)
    #expect(picture.text?.contains("</svg>") == true)
  }

  @Test func hasTextOnlyWhereItsFormatIsText() throws {
    let text = try #require(Graphviz.render("digraph g { a }", as: .svg).text)
    #expect(text.contains("<title>a</title>"))
    #expect(try Graphviz.render("digraph g { a }", as: .pdf).text == nil)
  }

  @Test func namesTheVersionOfTheLibrary() {
    #expect(Graphviz.version.split(separator: ".").count >= 3)
    #expect(Graphviz.version.first?.isNumber == true)
  }

  @Test(arguments: GraphvizFormat.allCases)
  func hasNoProblemHere(format: GraphvizFormat) {
    #expect(Graphviz.problem(with: format) == nil)
  }

  // cgraph orders clusters by addresses: without our own memory for a graph, these pictures differ.
  @Test func drawsTheSameFromManyThreads() throws {
    let text = DOTSamples.clusters(count: 6, operations: 60)
    let expected = try Graphviz.render(text, as: .svg).bytes
    let differing = Atomic(0)
    let kept = Mutex<[[UInt8]]>([])
    DispatchQueue.concurrentPerform(iterations: 40) { turn in
      // Moves the heap on, so that no two calls find it alike.
      kept.withLock { $0.append(Array(repeating: 0, count: 1 + turn * 977 % 4096)) }
      let bytes = try? Graphviz.render(text, as: .svg).bytes
      if bytes != expected { differing.add(1, ordering: .relaxed) }
    }
    #expect(differing.load(ordering: .relaxed) == 0)
    #expect(Graphviz.openGraphs == 0)
  }

  @Test func letsTheGraphChooseItsEngine() throws {
    let text = #"graph g { layout=nop2 a [pos="10,10"] b [pos="300,40"] a -- b }"#
    let picture = try #require(Graphviz.render(text, as: .svg).text)
    #expect(picture.contains(#"cx="317" cy="-48""#))
  }

  @Test func closesEveryGraph() {
    for text in DOTSamples.unsound.map(\.text) + ["digraph g { a -> b }"] {
      _ = try? Graphviz.render(text, as: .svg)
    }
    #expect(Graphviz.openGraphs == 0)
  }
}
