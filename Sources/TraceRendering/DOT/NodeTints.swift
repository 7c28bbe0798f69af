import TraceAnalysis
import TraceEvents
import TraceModel

/// The tints that tell classes, queues, times or slacks apart, and what each stands for.
struct NodeTints {
  /// What stands for a tint in the legend, in its order.
  private(set) var entries: [(tone: GraphPalette.Tone, words: String)] = []
  /// The words before a scale from little to much; nil where tints are no scale.
  let scaleWords: String?

  private let coloring: GraphStyle.Coloring
  private var byKey: [String: GraphPalette.Tone] = [:]
  private let slack: SlackTable?

  init(_ coloring: GraphStyle.Coloring, of folded: FoldedGraph, in annotated: AnnotatedTrace) {
    self.coloring = coloring
    slack =
      coloring == .slack ? SlackTable(of: annotated.trace, criticalPath: nil) : nil
    switch coloring {
    case .outcome, .class, .queue: scaleWords = nil
    case .time: scaleWords = "executes little or much of the run"
    case .slack: scaleWords = "could finish much later, or not at all"
    }
    guard coloring == .class || coloring == .queue else { return }
    var counts: [String: Int] = [:]
    for node in folded.nodes {
      counts[Self.key(of: node, coloring, in: annotated), default: 0] += node.operations.count
    }
    let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let tones = GraphPalette.categories
    for (place, entry) in ordered.enumerated() where place < tones.count {
      byKey[entry.key] = tones[place]
      entries.append((tones[place], annotated.cut(entry.key, to: 28)))
    }
    if ordered.count > tones.count {
      entries.append((GraphPalette.otherCategory, "others"))
    }
  }

  /// The tint of a node; nil where tints tell nothing.
  func tone(of node: FoldedGraph.Node, in annotated: AnnotatedTrace) -> GraphPalette.Tone? {
    switch coloring {
    case .outcome:
      return nil
    case .class, .queue:
      return byKey[Self.key(of: node, coloring, in: annotated)] ?? GraphPalette.otherCategory
    case .time:
      return annotated.heat(share: annotated.share(node.times.longest))
    case .slack:
      let slacks = node.operations.lazy.compactMap { position in
        slack?.slack(of: annotated.trace.operations[position].id)
      }
      guard let least = slacks.min() else { return GraphPalette.otherCategory }
      return annotated.heat(share: 0.31 - min(0.31, annotated.share(least)))
    }
  }

  private static func key(
    of node: FoldedGraph.Node,
    _ coloring: GraphStyle.Coloring,
    in annotated: AnnotatedTrace
  ) -> String {
    switch coloring {
    case .class: node.className ?? "several classes"
    default: node.queue.map { annotated.trace.visibleName(of: $0) } ?? "no queue"
    }
  }
}
