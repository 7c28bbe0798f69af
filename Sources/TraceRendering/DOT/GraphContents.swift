import TraceAnalysis
import TraceEvents
import TraceModel

/// What a graph shows: an annotated trace, in a style, with the edges that are drawn.
struct GraphContents {
  let annotated: AnnotatedTrace
  let style: GraphStyle

  /// The edges by source and target; no two have both in common.
  let edges: [DrawnEdge]

  /// How many slot hand-overs on the critical path are not drawn.
  let omittedHandOvers: Int

  init(_ annotated: AnnotatedTrace, style: GraphStyle) {
    self.annotated = annotated
    self.style = style
    let selection = EdgeSelection(annotated, kinds: style.edgeKinds)
    edges = selection.edges
    omittedHandOvers = selection.omittedHandOvers
  }

  var trace: Trace {
    annotated.trace
  }

  /// Whether nodes are drawn as cards.
  var drawsCards: Bool {
    switch style.detail {
    case .card: true
    case .heat: false
    case .automatic: trace.operations.count <= GraphStyle.mostCards
    }
  }

  /// The title: the style's, or else the name of the traced program.
  var title: String {
    let text = annotated.cut(style.title ?? trace.header.program, to: 80)
    return VisibleText.isBlank(text) ? "trace" : text
  }
}
