import TraceAnalysis

extension TraceGraph {
  /// The graph as a Mermaid flowchart, for pages that render it, such as those of code hosts and wikis; it ends with a newline.
  ///
  /// Mermaid refuses more than 50,000 characters or 500 edges. So operations are folded further until the text stays below both;
  /// a line of it says so. Names are escaped, whatever they hold.
  public var mermaid: String {
    var contents = contents
    while true {
      let document = MermaidDocument(contents)
      let text = document.text
      if document.edgeCount <= Self.mostMermaidEdges, text.count <= Self.mostMermaidCharacters {
        return text
      }
      let budget = contents.folded.nodes.count * 2 / 3
      guard budget >= 1 else { return text }
      var style = contents.style
      style.nodeBudget = budget
      contents = GraphContents(contents.annotated, style: style)
    }
  }

  /// What Mermaid takes unless the page says otherwise.
  private static let mostMermaidEdges = 500
  private static let mostMermaidCharacters = 50_000
}
