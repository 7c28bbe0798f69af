import GraphvizRendering
import Testing

@Suite struct GraphvizErrorTests {
  @Test(arguments: DOTSamples.unsound)
  func saysWhatIsWrongAndDrawsTheNextGraph(sample: DOTSamples.Unsound) throws {
    let before = try Graphviz.render("digraph g { a -> b }", as: .svg)
    let error = try #require(throws: GraphvizError.self) {
      try Graphviz.render(sample.text, as: .svg)
    }
    #expect(error.description == sample.description)
    #expect(try Graphviz.render("digraph g { a -> b }", as: .svg) == before)
    #expect(Graphviz.openGraphs == 0)
  }

  @Test func passesWarningsOn() throws {
    // The name must be new to the process: Graphviz warns of an unknown colour once.
    let picture = try Graphviz.render("digraph g { a [color=colourless] }", as: .svg)
    #expect(picture.messages.map(\.text) == ["colourless is not a known color."])
    #expect(picture.messages.map(\.level) == [.warning])
  }

  @Test func keepsABoundedNumberOfMessages() throws {
    let nodes = (1...300).map { "n\($0) [label=<<B>\($0)>]" }.joined(separator: "\n")
    let error = try #require(throws: GraphvizError.self) {
      try Graphviz.render("digraph g { \(nodes) }", as: .svg)
    }
    #expect(error.messages.count == 65)
    #expect(error.messages.last?.description == "Warning: 236 more messages")
    #expect(error.description.hasSuffix("in label of node n1 (and 63 more)"))
  }

  @Test func sayWhatToDo() {
    let message = GraphvizMessage(level: .error, text: "no such thing")
    #expect(
      GraphvizError.unavailable(.png, messages: [message]).description == """
        Graphviz has no plugin here that draws PNG: run `libgvc6-config-update -c` as root, and \
        where that doesn't help, reinstall libgvc6. Graphviz says: no such thing
        """
    )
    #expect(
      GraphvizError.tooLarge(nodes: 31_204, edges: 5, limits: GraphvizLimits()).description == """
        a graph of 31,204 nodes and 5 edges is too large to draw (at most 20,000 nodes and 40,000 \
        edges): fold it, or write DOT
        """
    )
    #expect(
      GraphvizError.timedOut(timeLimit: .milliseconds(2500)).description
        == "Graphviz did not finish within 2.5 s: fold the graph, allow more time, or write DOT"
    )
    #expect(
      GraphvizError.crashed(signal: 6, messages: [message]).description
        == "Graphviz crashed on this graph (Aborted): write DOT instead. Graphviz says: no such thing"
    )
    #expect(
      GraphvizError.system(code: 12).description
        == "no memory or process to draw in: Cannot allocate memory"
    )
  }

  @Test func messagesAreOneHarmlessLine() {
    let message = GraphvizMessage(level: .warning, text: "in\nname '\u{1B}[31m\u{202E}x\u{7}'\r\n")
    #expect(message.description == #"Warning: in name '\u{1B}[31m\u{202E}x\u{7}'"#)
  }
}
