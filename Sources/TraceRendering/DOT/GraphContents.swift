import TraceAnalysis
import TraceEvents
import TraceModel

/// What a graph shows: an annotated trace, in a style, with the nodes and edges that are drawn.
struct GraphContents {
  let annotated: AnnotatedTrace
  let style: GraphStyle

  /// The nodes, and the edges between them.
  let folded: FoldedGraph

  /// The edges between operations that are drawn on their own, by source and target; no two have both in common.
  let edges: [DrawnEdge]

  /// The edges to and from nodes of several operations, and those that stand for ways over what is not shown.
  let foldedEdges: [FoldedGraph.Edge]

  /// How many slot hand-overs on the critical path are not drawn.
  let omittedHandOvers: Int

  /// What the tints of nodes tell.
  let tints: NodeTints

  init(_ annotated: AnnotatedTrace, style: GraphStyle) {
    self.annotated = annotated
    self.style = style
    let trace = annotated.trace
    let context = FilterContext(
      trace,
      diagnosis: annotated.diagnosis,
      criticalPath: annotated.criticalPath
    )
    let folded = FoldedGraph(
      of: annotated.selected ?? context.select(TraceSelection()),
      in: context,
      criticalPath: annotated.criticalPath,
      budget: style.nodeBudget,
      kinds: style.edgeKinds
    )
    self.folded = folded
    var isAlone = [Bool](repeating: false, count: trace.operations.count)
    for node in folded.nodes where node.isSingle { isAlone[node.operations[0]] = true }
    let selection = EdgeSelection(annotated, kinds: style.edgeKinds) { id in
      trace.position(of: id).map { isAlone[$0] } ?? false
    }
    edges = selection.edges
    omittedHandOvers = selection.omittedHandOvers
    foldedEdges = folded.edges.filter { edge in
      edge.isResidual || !folded.nodes[edge.source].isSingle || !folded.nodes[edge.target].isSingle
    }
    tints = NodeTints(
      style.coloring,
      of: folded,
      asCards: style.drawsCards(folded.nodes.count),
      in: annotated
    )
  }

  var trace: Trace {
    annotated.trace
  }

  /// Whether nodes are drawn as cards.
  var drawsCards: Bool {
    style.drawsCards(folded.nodes.count)
  }

  /// The title: the style's, or else the name of the traced program.
  var title: String {
    annotated.title(style.title)
  }

  /// What of the run is shown, and what was folded; a line each.
  var scopeLines: [String] {
    var lines = annotated.scopeLine.map { [$0] } ?? []
    if let level = folded.level {
      let nodes = CountText.of(folded.nodes.count, "node")
      let count = CountText.of(folded.foldedOperationCount, "operation")
      lines.append("drawn as \(nodes): \(count) folded by \(level.words)")
    }
    return lines
  }
}

extension FoldedGraph.Level {
  /// What operations of one node have in common.
  fileprivate var words: String {
    switch self {
    case .part: "queue, class, name, depth and neighbours"
    case .depth: "queue, class, name and depth"
    case .kind: "queue, class and name"
    case .classOfQueue: "queue and class"
    case .queue: "queue, the slowest kept"
    case .everything: "what became of them, the slowest kept"
    }
  }
}
