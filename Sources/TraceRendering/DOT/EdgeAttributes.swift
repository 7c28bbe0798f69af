import TraceEvents
import TraceModel

extension DrawnEdge {
  /// The look of the edge: the relation gives line and arrowhead, what is to be pointed out gives colour and weight.
  func attributes(in annotated: AnnotatedTrace) -> DOTAttributes {
    var attributes = DOTAttributes()
    attributes.set("id", "e_\(source.rawValue)_\(target.rawValue)")
    attributes.set("class", classes.joined(separator: " "))
    if relation != .dependency || isCritical || isBlocking || isOverrun {
      attributes.set("color", tone)
    }
    if let lineStyle { attributes.set("style", lineStyle) }
    if relation != .dependency { attributes.set("arrowhead", relation.arrowhead) }
    if isCritical {
      attributes.set("penwidth", "2.6")
      // Keeps the path straight.
      attributes.set("weight", 4)
    } else if isBlocking {
      attributes.set("penwidth", "2.4")
    } else if lineStyle == "dotted" {
      attributes.set("penwidth", "1.4")
    }
    // Who cancelled or finished whom says little about the order in which they stand.
    if relation == .cancelled || relation == .finished { attributes.set("weight", 0) }
    attributes.setTooltip(tooltip(in: annotated))
    return attributes
  }

  /// The colour of its line.
  var tone: GraphPalette.Tone {
    if isBlocking { return GraphPalette.blockingEdge }
    if isOverrun { return GraphPalette.overrunEdge }
    return isCritical ? GraphPalette.criticalEdge : relation.tone
  }

  private var lineStyle: String? {
    isOverrun || isMoot ? "dashed" : relation.lineStyle
  }

  private var classes: [String] {
    var classes = ["edge", relation.className]
    if isCritical { classes.append("critical") }
    if isBlocking { classes.append("blocking") }
    if isOverrun { classes.append("overrun") }
    return classes
  }

  private func tooltip(in annotated: AnnotatedTrace) -> [String] {
    let (source, target) = (annotated.name(source, atMost: 60), annotated.name(target, atMost: 60))
    var lines = relations.map { $0.sentence(from: source, to: target) }
    if isBlocking { lines.append("\(source) is stalled and holds up \(target)") }
    if isOverrun {
      let failed = annotated.trace[self.source]?.outcome == .failed
      lines.append("\(target) ran although \(source) \(failed ? "failed" : "was cancelled")")
    }
    if isCritical { lines.append("on the critical path") }
    return lines
  }
}
