import TraceAnalysis
import TraceEvents
import TraceModel

/// What a graph shows: an annotated trace, in a style, with the nodes and edges that are drawn.
struct GraphContents {
  let annotated: AnnotatedTrace
  var style: GraphStyle

  /// The nodes, and the edges between them.
  let folded: FoldedGraph

  /// The edges between operations that are drawn on their own, by source and target; no two have both in common.
  let edges: [DrawnEdge]

  /// The edges to and from nodes of several operations, and those that stand for ways over what is not shown.
  let foldedEdges: [FoldedGraph.Edge]

  /// Those of them that stand for both directions: two arrows would look like a cycle, and none is there.
  let mutualEdges: Set<FoldedGraph.Edge>

  /// How many edges the one stands for that stands for the most.
  let heaviestEdge: Int

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
    let foldedEdges = folded.edges.filter { edge in
      edge.isResidual || !folded.nodes[edge.source].isSingle || !folded.nodes[edge.target].isSingle
    }
    (self.foldedEdges, mutualEdges) = Self.joiningMutual(foldedEdges)
    heaviestEdge = folded.edges.reduce(1) { max($0, $1.count) }
    tints = NodeTints(
      style.coloring,
      of: folded,
      asCards: style.drawsCards(folded.nodes.count),
      in: annotated
    )
  }

  /// Joins edges in both directions between the same nodes, but those that differ in what they say.
  private static func joiningMutual(
    _ edges: [FoldedGraph.Edge]
  ) -> ([FoldedGraph.Edge], mutual: Set<FoldedGraph.Edge>) {
    struct Ends: Hashable {
      var source: Int
      var target: Int
    }
    var byEnds: [Ends: FoldedGraph.Edge] = [:]
    for edge in edges { byEnds[Ends(source: edge.source, target: edge.target)] = edge }
    var mutual: Set<FoldedGraph.Edge> = []
    let kept = edges.filter { edge in
      guard let back = byEnds[Ends(source: edge.target, target: edge.source)],
        edge.isResidual == back.isResidual, edge.kinds == back.kinds
      else { return true }
      let isKept = edge.isCritical == back.isCritical ? edge.source < edge.target : edge.isCritical
      if isKept { mutual.insert(edge) }
      return isKept
    }
    return (kept, mutual)
  }

  var trace: Trace {
    annotated.trace
  }

  /// Whether nodes are drawn as cards.
  var drawsCards: Bool {
    style.drawsCards(folded.nodes.count)
  }

  /// What stands before the names of those that were asked for.
  static let askedMark = "▶"

  /// Whether a node is to be marked: its operations were asked for, and others are shown only because of those.
  func wasAskedFor(_ node: FoldedGraph.Node) -> Bool {
    guard let selected = annotated.selected, selected.asked.count < selected.positions.count else {
      return false
    }
    return node.operations.allSatisfy(selected.asked.contains)
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
      lines += foldedDistinctions
      if folded.omittedEdgeCount > 0 {
        let omitted = CountText.of(folded.omittedEdgeCount, "edge")
        let all = CountText.grouped(folded.omittedEdgeCount + folded.edges.count)
        lines.append("the heaviest edges: \(omitted) of \(all) between nodes not drawn")
      }
    }
    return lines
  }
}

extension GraphContents {
  /// What would stand alone if there were not too many of it, and how many nodes it takes; a line each.
  private var foldedDistinctions: [String] {
    var counts: [FoldedGraph.Distinction: (all: Int, folded: Int)] = [:]
    for node in folded.nodes {
      guard let distinction = node.distinction else { continue }
      counts[distinction, default: (0, 0)].all += node.operations.count
      if !node.isSingle { counts[distinction, default: (0, 0)].folded += node.operations.count }
    }
    return counts.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { entry in
      let (distinction, count) = entry
      guard count.folded > 0 else { return nil }
      let nodes = FoldedGraph.budget(toKeep: counts.values.reduce(0) { $0 + $1.all })
      let advice = nodes <= 2_000 ? "; --nodes \(nodes) draws each" : ""
      let all = CountText.of(count.all, "operation")
      return "folded, too: \(CountText.grouped(count.folded)) of the \(all) \(distinction.words)"
        + advice
    }
  }
}

extension FoldedGraph.Distinction {
  /// What operations have in common that it sets apart.
  fileprivate var words: String {
    switch self {
    case .stalled: "that are stalled or hold others up"
    case .failed: "that failed"
    case .critical: "on the critical path"
    case .cancelled: "that were cancelled"
    case .asked: "asked for"
    }
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
