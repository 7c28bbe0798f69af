import TraceAnalysis
import TraceEvents
import TraceModel

/// The tints that tell classes, queues, times or slacks apart, and what each stands for.
struct NodeTints {
  /// What stands for a tint in the legend, in its order.
  private(set) var entries: [(tone: GraphPalette.Tone, words: String)] = []
  /// The words before a scale from little to much; nil where tints are no scale.
  let scaleWords: String?

  /// The tints of that scale.
  let scale: [GraphPalette.Tone]

  private let coloring: GraphStyle.Coloring
  private var byKey: [String: GraphPalette.Tone] = [:]
  private let slack: SlackTable?
  /// The least and the most slack of nodes that have any; nil where none has.
  private let slackRange: ClosedRange<UInt64>?

  init(
    _ coloring: GraphStyle.Coloring,
    of folded: FoldedGraph,
    asCards: Bool,
    in annotated: AnnotatedTrace
  ) {
    self.coloring = coloring
    scale = asCards ? GraphPalette.cardHeat : GraphPalette.heat
    let slack = coloring == .slack ? SlackTable(of: annotated.trace, criticalPath: nil) : nil
    self.slack = slack
    let slacks = slack.map { slack in
      folded.nodes.compactMap { Self.leastSlack(of: $0, slack, in: annotated) }
    }
    let most = slacks?.max() ?? 0
    slackRange = slacks?.filter { $0 > 0 }.min().map { $0...most }
    switch coloring {
    case .outcome, .class, .queue: scaleWords = nil
    case .time: scaleWords = "executes little or much of the run"
    case .slack:
      scaleWords =
        most > 0
        ? "could finish later by up to \(annotated.duration(most)), or not at all"
        : "none could finish later"
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
      return GraphPalette.heat(annotated.share(node.times.longest), of: scale)
    case .slack:
      guard let least = leastSlack(of: node, in: annotated) else {
        return GraphPalette.otherCategory
      }
      return scale[place(ofSlack: least)]
    }
  }

  /// What the tint of a node tells in words, where nothing else on it does.
  func words(for node: FoldedGraph.Node, in annotated: AnnotatedTrace) -> String? {
    guard coloring == .slack else { return nil }
    guard let least = leastSlack(of: node, in: annotated) else { return "no slack: never finished" }
    return "\(node.isSingle ? "slack" : "least slack") \(annotated.duration(least))"
  }

  /// The place of a slack on the scale: the darkest for none, the others by its order of magnitude within this run.
  private func place(ofSlack slack: UInt64) -> Int {
    guard slack > 0, let range = slackRange else { return scale.count - 1 }
    // In bits: from one to the next it doubles.
    let (bits, low) = (64 - slack.leadingZeroBitCount, 64 - range.lowerBound.leadingZeroBitCount)
    let steps = 64 - range.upperBound.leadingZeroBitCount - low
    let lightest = scale.count - 2
    return steps > 0 ? lightest - (bits - low) * lightest / steps : 0
  }

  private func leastSlack(of node: FoldedGraph.Node, in annotated: AnnotatedTrace) -> UInt64? {
    slack.flatMap { Self.leastSlack(of: node, $0, in: annotated) }
  }

  private static func leastSlack(
    of node: FoldedGraph.Node,
    _ slack: SlackTable,
    in annotated: AnnotatedTrace
  ) -> UInt64? {
    node.operations.lazy.compactMap { slack.slack(of: annotated.trace.operations[$0].id) }.min()
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
