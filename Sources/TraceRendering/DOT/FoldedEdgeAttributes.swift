import TraceAnalysis
import TraceEvents
import TraceModel

extension FoldedGraph.Edge {
  /// The look of an edge that stands for several: the more, the heavier.
  ///
  /// - Parameters:
  ///   - contents: What is drawn.
  ///   - isMutual: Whether it stands for the edges in the other direction as well.
  /// - Returns: Its attributes.
  func attributes(in contents: GraphContents, isMutual: Bool) -> DOTAttributes {
    var attributes = DOTAttributes()
    let trace = contents.trace
    let (from, to) = (contents.folded.nodes[source], contents.folded.nodes[target])
    let ends = [from, to].map { ($0.isSingle ? "" : "g") + "\($0.number(in: trace))" }
    attributes.set("id", "e_\(ends.joined(separator: "_"))")
    var classes = ["edge", isResidual ? "residual" : relation.className]
    if isCritical { classes.append("critical") }
    attributes.set("class", classes.joined(separator: " "))
    if isResidual {
      attributes.set("style", "dashed")
      attributes.set("color", GraphPalette.residualEdge)
      attributes.set("arrowhead", "empty")
    } else {
      if relation != .dependency || isCritical { attributes.set("color", tone) }
      if let style = relation.lineStyle { attributes.set("style", style) }
      if relation != .dependency { attributes.set("arrowhead", relation.arrowhead) }
      // A line is as many steps heavier as its count has binary digits; the steps are so small that the heaviest is still a line.
      let digits = Int.bitWidth - count.leadingZeroBitCount - 1
      let most = max(8, Int.bitWidth - contents.heaviestEdge.leadingZeroBitCount - 1)
      let tenths = 10 + digits * 30 / most
      let weight = isCritical ? max(tenths, 26) : tenths
      attributes.set("penwidth", "\(weight / 10).\(weight % 10)")
      if isCritical { attributes.set("weight", 4) }
    }
    if isMutual { attributes.set("dir", "both") }
    var lines = tooltip(from, to, in: contents.annotated)
    if isMutual { lines.append("and back, between other operations of the two: no cycle") }
    attributes.setTooltip(lines)
    return attributes
  }

  /// The strongest relation that it stands for.
  var relation: DrawnEdge.Relation {
    kinds.map { DrawnEdge.Relation($0) }.min() ?? .dependency
  }

  /// The colour of its line.
  var tone: GraphPalette.Tone {
    isResidual
      ? GraphPalette.residualEdge : isCritical ? GraphPalette.criticalEdge : relation.tone
  }

  private func tooltip(
    _ from: FoldedGraph.Node,
    _ to: FoldedGraph.Node,
    in annotated: AnnotatedTrace
  ) -> [String] {
    let ends = [from, to].map { node in
      node.isSingle
        ? annotated.name(annotated.trace.operations[node.operations[0]].id, atMost: 60)
        : annotated.cut(node.names.joined(separator: ", "), to: 60)
    }
    if isResidual {
      return ["\(ends[1]) waits for \(ends[0]) by way of operations that are not shown"]
    }
    let words = kinds.map { DrawnEdge.Relation($0) }.sorted().map(\.words).joined(separator: ", ")
    var lines = [
      "\(ends[0]) → \(ends[1])", "\(CountText.of(count, "edge")) between them: \(words)",
    ]
    if isCritical { lines.append("on the critical path") }
    return lines
  }
}
