import TraceAnalysis
import TraceEvents
import TraceModel

/// The look of one node: identity, classes, border and fill; label and tooltip come on top.
struct NodeAttributes {
  /// The attributes.
  private(set) var attributes = DOTAttributes()

  init(_ node: FoldedGraph.Node, text: OperationText, in contents: GraphContents) {
    let operation = contents.trace.operations[node.operations[0]]
    let isCritical =
      node.isSingle
      ? contents.annotated.critical.contains(operation.id) : node.distinction == .critical
    var classes = [node.isSingle ? "operation" : "group"]
    if let word = text.look.className { classes.append(word) }
    if text.isStruck, text.look != .cancelled { classes.append("cancelled") }
    if isCritical { classes.append("critical") }
    if node.isSingle, operation.isBarrier { classes.append("barrier") }
    if node.chainLength > 1 { classes.append("chain") }
    attributes.set("id", "\(node.isSingle ? "op" : "group")_\(operation.id.rawValue)")
    attributes.set("class", classes.joined(separator: " "))
    if !node.isSingle { attributes.set("peripheries", 2) }

    if text.isStruck {
      attributes.set("style", contents.drawsCards ? "rounded,filled,dashed" : "filled,dashed")
    }
    let border =
      isCritical && text.look.yieldsToCritical ? GraphPalette.criticalBorder : text.look.border
    if let border { attributes.set("color", border) }
    let heat =
      contents.drawsCards
      ? nil : GraphPalette.heat(contents.annotated.share(node.times.longest), of: GraphPalette.heat)
    let fill = text.look.fill ?? contents.tints.tone(of: node, in: contents.annotated) ?? heat
    if let fill { attributes.set("fillcolor", fill) }
    if text.look == .cancelled { attributes.set("fontcolor", GraphPalette.fadedText) }
    let weight = max(
      isCritical ? 22 : 10,
      text.look == .stalled ? 26 : text.look == .failed ? 20 : 10
    )
    if weight > 10 { attributes.set("penwidth", "\(weight / 10).\(weight % 10)") }
  }
}

extension OperationText.Look {
  /// The fixed word for `class`.
  var className: String? {
    switch self {
    case .plain: nil
    case .stalled: "stalled"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .pending: "pending"
    }
  }

  fileprivate var border: GraphPalette.Tone? {
    switch self {
    case .plain, .pending: nil
    case .stalled: GraphPalette.stalledBorder
    case .failed: GraphPalette.failedBorder
    case .cancelled: GraphPalette.cancelledBorder
    }
  }

  fileprivate var fill: GraphPalette.Tone? {
    switch self {
    case .plain, .pending: nil
    case .stalled: GraphPalette.stalledFill
    case .failed: GraphPalette.failedFill
    case .cancelled: GraphPalette.cancelledFill
    }
  }

  /// Whether the critical path's border may take the place of its own.
  fileprivate var yieldsToCritical: Bool {
    self != .stalled && self != .failed
  }
}

extension OperationText {
  /// The second line of a plain node: how it went, and its share of the run.
  func plainLine(share: Double) -> String {
    switch look {
    case .plain: "\(status)  \(CountText.percent(share))"
    case .stalled, .pending: "\(status), \(remark)"
    case .failed, .cancelled: status
    }
  }
}

extension AnnotatedTrace {
  /// The share of the run that a length of time is, from 0 to 1.
  func share(_ nanoseconds: UInt64) -> Double {
    span.nanoseconds == 0 ? 0 : min(1, Double(nanoseconds) / Double(span.nanoseconds))
  }
}

extension GraphPalette {
  /// The tint for a share of the run: each step is a little less than twice the one before, as most operations take little.
  static func heat(_ share: Double, of scale: [Tone]) -> Tone {
    let steps = [0.02, 0.08, 0.16, 0.30]
    return scale[steps.firstIndex { share < $0 } ?? steps.count]
  }
}
