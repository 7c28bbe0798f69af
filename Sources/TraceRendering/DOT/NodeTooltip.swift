import TraceAnalysis
import TraceEvents
import TraceModel

extension TracedOperation {
  /// All that is known about it, a line each, for the tooltip of its node.
  func tooltip(in annotated: AnnotatedTrace) -> [String] {
    var lines = [visibleName()]
    let place = queue.map { "in queue \(annotated.name($0))" } ?? "in no queue"
    lines.append("\(annotated.cut(visibleClass(), to: 80)) \(place), operation \(id.rawValue)")
    let traits = [
      priorityInWords.map { "priority \($0)" },
      enqueueDetail.qualityOfServiceInWords.map { "quality of service \($0)" },
      creator.map { "added by \(annotated.name($0))" },
    ].compactMap { $0 }
    if !traits.isEmpty { lines.append(traits.joined(separator: ", ")) }
    lines += timeLines
    if let startThread {
      lines.append(
        "started on \(annotated.cut(annotated.trace.visibleName(of: startThread), to: 40))"
      )
    }
    if outcome == .unfinished, let stack = annotated.trace.stacks[id]?.stack,
      let place = stack.place
    {
      let state = stack.systemCall.map { ", blocked in \($0)" } ?? ""
      lines.append(annotated.cut("its thread is in \(place)\(state)", to: 200))
    }
    if let cancelled = milestones.cancelled {
      let by = canceller.map { " by \(annotated.name($0))" } ?? ""
      lines.append("cancelled at \(DurationText.short(cancelled.nanoseconds))\(by)")
    }
    if let finisher { lines.append("finished by \(annotated.name(finisher))") }
    if let failure { lines.append("failed: \(annotated.cut(failure, to: 200))") }
    if let cause = annotated.endState.cause(of: id) {
      let words = cause.words(operation: { annotated.name($0) }, queue: { annotated.name($0) })
      lines.append(annotated.isStuck(id) ? "STALLED: \(words)" : words)
    }
    if annotated.critical.contains(id) {
      lines.append("on the critical path")
      if let edge = annotated.criticalEdges[id], edge.kind == .slotHandOver {
        lines.append("started in the slot that \(annotated.name(edge.source)) left")
      }
    }
    lines += notes.prefix(3).map { "note: \(annotated.cut($0.text, to: 100))" }
    return lines
  }

  private var timeLines: [String] {
    guard milestones.enqueued != nil || milestones.started != nil else { return ["never enqueued"] }
    let parts: [(UInt64, String)] = [
      (accounting.waitingForDependencies, "for dependencies"),
      (accounting.queueSuspended, "in a suspended queue"),
      (accounting.waitingForSlot, "for a slot"),
      (accounting.dispatch, "in dispatch"),
    ]
    let waits = parts.filter { $0.0 > 0 }.map { "\(DurationText.short($0.0)) \($0.1)" }
    var lines = waits.isEmpty ? [] : ["waited \(waits.joined(separator: ", "))"]
    if milestones.started != nil {
      lines.append("executed \(DurationText.short(accounting.executing))")
    }
    return lines
  }
}
