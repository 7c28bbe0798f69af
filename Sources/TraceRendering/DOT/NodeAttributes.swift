import TraceAnalysis
import TraceEvents
import TraceModel

/// The look of one node: identity, classes, border and fill; label and tooltip come on top.
struct NodeAttributes {
  /// The attributes.
  private(set) var attributes = DOTAttributes()

  init(_ operation: TracedOperation, text: OperationText, in contents: GraphContents) {
    let isCritical = contents.annotated.critical.contains(operation.id)
    var classes = ["operation"]
    if let word = text.look.className { classes.append(word) }
    if text.isStruck, text.look != .cancelled { classes.append("cancelled") }
    if isCritical { classes.append("critical") }
    if operation.isBarrier { classes.append("barrier") }
    attributes.set("id", "op_\(operation.id.rawValue)")
    attributes.set("class", classes.joined(separator: " "))

    if text.isStruck {
      attributes.set("style", contents.drawsCards ? "rounded,filled,dashed" : "filled,dashed")
    }
    let border =
      isCritical && text.look.yieldsToCritical ? GraphPalette.criticalBorder : text.look.border
    if let border { attributes.set("color", border) }
    let fill =
      text.look.fill ?? (contents.drawsCards ? nil : contents.annotated.heat(of: operation))
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
  fileprivate var className: String? {
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
  /// The share of the run in which an operation executed, from 0 to 1.
  func share(of operation: TracedOperation) -> Double {
    span.nanoseconds == 0
      ? 0 : min(1, Double(operation.accounting.executing) / Double(span.nanoseconds))
  }

  /// The tint for that share: each step is a little less than twice the one before, as most operations take little.
  func heat(of operation: TracedOperation) -> GraphPalette.Tone {
    let steps = [0.02, 0.08, 0.16, 0.30]
    let share = share(of: operation)
    return GraphPalette.heat[steps.firstIndex { share < $0 } ?? steps.count]
  }
}
