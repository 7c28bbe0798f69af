public import TraceAnalysis
import TraceEvents
public import TraceModel

/// The graph of a run, folded and ready to be written in the language of whoever draws it.
///
/// Operations are nodes, in a cluster for each queue; what one had to wait for is an edge. Where there are more than the style
/// allows, those that play the same part become one node: see ``FoldedGraph``.
public struct TraceGraph {
  private(set) var contents: GraphContents

  /// Folds and selects, in time nearly linear in the number of operations and edges.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - style: How it looks.
  ///   - diagnosis: What is known to be wrong: marks what is stalled, and is summed up in the title. Nil to say nothing of it.
  ///   - criticalPath: The path to be drawn heavy.
  ///   - selected: The operations to draw; nil for all.
  public init(
    of trace: Trace,
    style: GraphStyle = GraphStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil,
    selected: SelectedOperations? = nil
  ) {
    let annotated = AnnotatedTrace(
      trace,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      selected: selected
    )
    contents = GraphContents(annotated, style: style)
  }

  /// The graph of contents that are at hand.
  init(_ contents: GraphContents) {
    self.contents = contents
  }

  /// The same graph with edges that run in the other direction: down instead of to the right.
  package var turned: TraceGraph {
    var turned = self
    let isRight = contents.style.direction == .leftToRight
    turned.contents.style.direction = isRight ? .topToBottom : .leftToRight
    return turned
  }

  /// How many nodes are drawn.
  public var nodeCount: Int {
    contents.folded.nodes.count
  }

  /// How many edges are drawn.
  public var edgeCount: Int {
    contents.edges.count + contents.foldedEdges.count
  }

  /// The graph in Graphviz's DOT language; it ends with a newline.
  ///
  /// The text is the same, byte for byte, for the same trace. Names are escaped, whatever they hold, and cut to 32 characters in
  /// the middle; the tooltips hold more of them. Nodes have `op_12` as `id`, edges `e_3_12` (from operation 3 to 12), queues
  /// `q_1`; a node of several has `group_12` after its first operation, an edge to it `e_3_g12`.
  ///
  /// Graphviz's own time grows faster than the graph: above 1,000 nodes or 5,000 edges the document asks it to lay out in a
  /// hurry.
  public var dot: String {
    DOTDocument(contents).text
  }

  /// What the picture of the graph shows, in words: for who can't see it, and for a page's title.
  ///
  /// It holds names from the traced program: made safe to show, but escape them for XML or HTML.
  public var description: GraphDescription {
    contents.annotated.description(title: contents.title, scope: contents.scopeLines)
  }
}
