import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering
import TraceTestSupport

@Suite
struct DOTEscapingTests {
  @Test(arguments: [
    (#"a"b"#, #""a\"b""#), (#"a\b"#, #""a\\b""#), ("a&b", #""a&amp;b""#), ("a\nb", #""a\\nb""#),
    ("<x>", #""<x>""#),
  ])
  func `A quoted label escapes quote, backslash and ampersand`(text: String, expected: String) {
    #expect(DOTEscaping.label([text]) == expected)
  }

  @Test
  func `A tooltip escapes the backslash twice`() {
    #expect(DOTEscaping.tooltip([#"a\b"#, "c"]) == #""a\\\\b\nc""#)
  }

  @Test
  func `HTML text escapes markup, backslash and closing bracket`() {
    #expect(DOTEscaping.html(#"<a>&"\N]"#) == #"&lt;a&gt;&amp;&quot;\\N&#93;"#)
  }

  @Test
  func `Any text comes out of each place as it went in`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<3_000 {
      let text = HostileText.random(&generator)
      let visible = VisibleText.line(text)
      let document = """
        digraph trace {
          n [label=\(DOTEscaping.label([text, "end"])) tooltip=\(DOTEscaping.tooltip([text, "end"]))];
          m [label=<<FONT POINT-SIZE="9">x\(DOTEscaping.html(text))</FONT>>];
        }

        """
      let nodes = try DOTReader(document).nodes
      #expect(nodes[0].attributes["label"]?.labelLines == [visible, "end"])
      #expect(nodes[0].attributes["tooltip"]?.tooltipLines == [visible, "end"])
      #expect(try nodes[1].attributes["label"]?.texts() == ["x" + visible])
    }
  }

  @Test
  func `A trace full of hostile names gives a document with those names and nothing else`() throws {
    var generator = SeededGenerator(seed: 5)
    for round in 0..<60 {
      let script = TraceScript()
      script.header.program = HostileText.random(&generator)
      let queue = script.queue(HostileText.random(&generator), limit: 1)
      let operations = (0..<8).map { _ in
        script.operation(
          HostileText.random(&generator),
          class: "M." + HostileText.random(&generator)
        )
      }
      for (position, operation) in operations.enumerated() {
        let start = Double(position) * 2
        script.run(operation, on: queue, enqueued: 0, started: start + 0.5, finished: start + 2)
        script.at(ms: start + 1).fail(operation, HostileText.random(&generator))
        script.at(ms: start + 1).note(HostileText.random(&generator), on: operation)
        if position > 0 { script.at(ms: 0).depend(operation, on: operations[position - 1]) }
      }
      let trace = Trace(script.log())
      let style = GraphStyle(detail: round.isMultiple(of: 2) ? .card : .heat)
      let text = trace.dot(style, criticalPath: trace.criticalPath)
      #expect(text.split(separator: "\n").allSatisfy { String($0).isSafeToShow })

      let graph = try DOTReader(text)
      #expect(graph.nodes.map(\.name) == (1...8).map { "op\($0)" })
      #expect(graph.edges.count == 7)
      for (node, operation) in zip(graph.nodes, trace.operations) {
        let name = operation.visibleName()
        let whole = node.attributes["tooltip"]?.tooltipLines.first
        #expect(whole == MiddleCut.scalars(name, to: 800))
        let shown =
          style.detail == .card
          ? try node.attributes["label"]?.texts().first : node.attributes["label"]?.labelLines.first
        #expect(shown == name || shown?.contains("…") == true)
        #expect(DisplayWidth.of(shown ?? "") <= 32)
      }
    }
  }
}
