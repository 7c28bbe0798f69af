import TraceAnalysis
import TraceModel

extension CardLayout {
  /// The label of a card for several operations: how many, how long, how their times are spread, and when they ran.
  func label(
    _ text: OperationText,
    of node: FoldedGraph.Node,
    bar: TimeBar,
    in annotated: AnnotatedTrace
  ) -> HTMLLabel {
    let slowest = HTMLLabel.text(
      slowestLine(node, in: annotated),
      GraphPalette.quietText,
      size: 9
    )
    let line = HTMLLabel.ends(
      slowest,
      Self.histogram(node.times.histogram),
      width: width,
      rightWidth: CardLayout.histogramWidth
    )
    return label(text, bar: bar, extra: [line])
  }

  /// The line with the slowest operation, whose name is cut until it fits beside the histogram.
  private func slowestLine(_ node: FoldedGraph.Node, in annotated: AnnotatedTrace) -> String {
    let room = Double(width - CardLayout.histogramWidth - 8)
    var limit = 28
    while limit > 6 {
      let line = OperationText.slowestLine(node, in: annotated, nameAtMost: limit)
      if FontMetrics.width(line, size: 9) <= room { return line }
      limit -= 2
    }
    return CardLayout.cut(
      OperationText.slowestLine(node, in: annotated, nameAtMost: limit),
      to: room,
      size: 9
    )
  }

  /// The width of a histogram in points.
  private static let histogramWidth = 49

  /// Bars side by side; a bar that counts any operation can be seen.
  private static func histogram(_ counts: [Int]) -> HTMLLabel {
    let most = max(counts.max() ?? 1, 1)
    let height = 14
    let bars = counts.map { count in
      count == 0 ? 0 : max(2, Int((Double(count) / Double(most) * Double(height)).rounded()))
    }
    return HTMLLabel.bars(bars, tone: GraphPalette.executingPart, width: 8, height: height)
  }
}
