import TraceAnalysis

extension TraceGraph {
  /// The graph as a Mermaid flowchart, for pages that render it, such as those of code hosts and wikis; it ends with a newline.
  ///
  /// Mermaid refuses more than 50,000 characters or 500 edges. So operations are folded further until the text stays below both;
  /// a line of it says so. Names are escaped, whatever they hold.
  public var mermaid: String {
    mermaidWithNote.text
  }

  /// The same, and what to tell who asked for more than Mermaid takes; nil when it took all of it.
  package var mermaidWithNote: (text: String, note: String?) {
    var contents = contents
    while true {
      let document = MermaidDocument(contents)
      let text = document.text
      if document.edgeCount <= Self.mostMermaidEdges, text.count <= Self.mostMermaidCharacters {
        let nodes = contents.folded.nodes.count
        guard nodes < nodeCount else { return (text, nil) }
        let note =
          "Mermaid takes no more than \(CountText.grouped(Self.mostMermaidEdges)) edges: drawn as"
          + " \(CountText.of(nodes, "node")), not as \(CountText.grouped(nodeCount)); an .svg has no such limit"
        return (text, note)
      }
      let budget = contents.folded.nodes.count * 2 / 3
      guard budget >= 1 else { return (text, nil) }
      var style = contents.style
      style.nodeBudget = budget
      contents = GraphContents(contents.annotated, style: style)
    }
  }

  /// What Mermaid takes unless the page says otherwise.
  private static let mostMermaidEdges = 500
  private static let mostMermaidCharacters = 50_000
}
