import TraceAnalysis
import TraceEvents
import TraceModel

extension TracedQueue {
  /// The look of the queue's cluster, with its label and tooltip.
  func clusterAttributes(in annotated: AnnotatedTrace) -> DOTAttributes {
    var attributes = DOTAttributes()
    attributes.set("id", "q_\(id.rawValue)")
    attributes.set("class", isSuspendedAtEnd ? "queue suspended" : "queue")
    attributes.set("style", isSuspendedAtEnd ? "rounded,filled,dashed" : "rounded,filled")
    attributes.set(
      "color",
      isSuspendedAtEnd ? GraphPalette.suspendedBorder : GraphPalette.queueBorder
    )
    attributes.set(
      "fillcolor",
      isSuspendedAtEnd ? GraphPalette.suspendedFill : GraphPalette.queueFill
    )
    attributes.set("penwidth", isSuspendedAtEnd ? "1.6" : "1")
    attributes.set("margin", 10)
    attributes.setLabel(html: clusterLabel(in: annotated))
    attributes.setTooltip(clusterTooltip(in: annotated))
    return attributes
  }

  private func clusterLabel(in annotated: AnnotatedTrace) -> HTMLLabel {
    let name = HTMLLabel.text(annotated.name(id), GraphPalette.quietText, size: 11, isBold: true)
    var rows = [name, .text(useInWords, GraphPalette.quietText, size: 9)]
    if let words = suspensionInWords(until: annotated.trace.end) {
      rows.append(
        .text(words, GraphPalette.suspendedText, size: 9, isBold: isSuspendedAtEnd)
      )
    }
    return .stack([.space(height: 1)] + rows)
  }

  private func clusterTooltip(in annotated: AnnotatedTrace) -> [String] {
    var lines = ["queue \(visibleName())", useInWords]
    lines.append("\(CountText.of(operations.count, "operation"))")
    if let words = suspensionInWords(until: annotated.trace.end) { lines.append(words) }
    if !bareBarriers.isEmpty {
      lines.append("\(CountText.of(bareBarriers.count, "barrier block")) on the empty queue")
    }
    if let last = suspensions.last, let actor = last.actor {
      lines.append("suspended by \(annotated.name(actor))")
    }
    if limits.count > 1 {
      let changes = limits.suffix(5).map { change in
        let limit = change.limit == -1 ? "none" : "\(change.limit)"
        return "\(limit) at \(DurationText.short(change.instant.nanoseconds))"
      }
      lines.append("limits: \(changes.joined(separator: ", "))")
    }
    for instant in cancelledAll.prefix(3) {
      lines.append("all cancelled at \(DurationText.short(instant.nanoseconds))")
    }
    return lines
  }
}

extension TracedQueue {
  /// How long it was suspended, or since when it is; nil when it never was.
  func suspensionInWords(
    until end: TraceInstant,
    charset: TextStyle.Charset = .unicode
  ) -> String? {
    guard let last = suspensions.last else { return nil }
    if last.end == nil {
      let lasted = DurationText.short(end.nanoseconds(since: last.start), charset: charset)
      return "SUSPENDED since \(DurationText.short(last.start.nanoseconds, charset: charset))"
        + " (for \(lasted))"
    }
    let total = suspensions.reduce(0) { $0 + ($1.end ?? end).nanoseconds(since: $1.start) }
    let times = suspensions.count == 1 ? "once" : "\(CountText.grouped(suspensions.count)) times"
    return "suspended \(times), \(DurationText.short(total, charset: charset)) in all"
  }
}
