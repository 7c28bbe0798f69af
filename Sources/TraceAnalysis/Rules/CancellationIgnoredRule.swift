import TraceEvents
import TraceModel

/// An operation that was cancelled while it executed, and ran on.
package struct CancellationIgnoredRule: DiagnosisRule {
  package let name = "cancellation-ignored"
  package let severity = Finding.Severity.warning
  package let thresholds: [DiagnosisThresholds.Name] = [.cancellation]
  package let explanation = RuleExplanation(
    what: "An operation was cancelled while it executed, and ran on as if nothing had happened.",
    why: "cancel() only sets a flag; a body that never looks at isCancelled runs to its end, and "
      + "keeps its slot until then.",
    change: "Look at isCancelled in every round of the work, or override cancel() to end it."
  )

  package init() {}

  package func findings(in context: DiagnosisContext) -> [Finding] {
    let ignored = context.trace.operations.indices.filter { isIgnored($0, in: context) }
    let groups = Dictionary(grouping: ignored) { position in
      let operation = context.facts.operation(position)
      return Group(className: operation.className, queue: operation.queue)
    }
    return groups.map { finding(about: $0.value, in: context) }
  }

  private func isIgnored(_ position: Int, in context: DiagnosisContext) -> Bool {
    let facts = context.facts
    guard !context.isStalled(position), let latency = latency(of: position, in: facts),
      latency > facts.thresholds.nanoseconds(.cancellation)
    else { return false }
    // One that ended far sooner than its kind does took the cancel to heart, if not at once.
    guard let executed = executed(position, in: facts),
      let kind = facts.kinds.durations(like: position)
    else { return true }
    return executed >= kind.median - kind.median / 4
  }

  /// From cancel to finish, or to the trace's end; nil for one that was not cancelled while it executed.
  private func latency(of position: Int, in facts: StallFacts) -> UInt64? {
    let milestones = facts.operation(position).milestones
    guard let started = milestones.started, let cancelled = milestones.cancelled,
      cancelled > started
    else { return nil }
    let end = milestones.finished ?? facts.end
    return end > cancelled ? end.nanoseconds(since: cancelled) : nil
  }

  /// From start to finish; nil for one that has not finished, of which nobody knows how long it will take.
  private func executed(_ position: Int, in facts: StallFacts) -> UInt64? {
    let milestones = facts.operation(position).milestones
    guard let started = milestones.started, let finished = milestones.finished else { return nil }
    return finished.nanoseconds(since: started)
  }

  private struct Group: Hashable {
    var className: String
    var queue: QueueID?
  }
}

// MARK: - Words

extension CancellationIgnoredRule {
  private func finding(about operations: [Int], in context: DiagnosisContext) -> Finding {
    let facts = context.facts
    let cancels = operations.compactMap { facts.operation($0).milestones.cancelled }
    return Finding(
      rule: name,
      severity: severity,
      certainty: .likely,
      operations: operations.map { facts.operation($0).id },
      queues: Set(operations.compactMap { facts.operation($0).queue }).sorted(),
      since: cancels.min() ?? .zero,
      sentence: sentence(about: operations, in: context),
      proof: proof(of: operations, in: context),
      advice: advice(for: operations, in: context)
    )
  }

  private func sentence(about operations: [Int], in context: DiagnosisContext) -> String {
    let names = context.names.operations(operations)
    let longest = operations.compactMap { latency(of: $0, in: context.facts) }.max() ?? 0
    let comparison = operations.first.flatMap { StallWords(context).comparison(of: $0) }
    let tail = comparison.map { "; \($0)" } ?? ""
    if operations.count > 1 {
      return "\(CountText.of(operations.count, "operation")) ran on for up to "
        + "\(DurationText.short(longest)) after they had been cancelled: \(names)\(tail)."
    }
    let isOver = context.facts.operation(operations[0]).milestones.finished != nil
    let ran = isOver ? "ran on" : "has been running on"
    return "\(names) \(ran) for \(DurationText.short(longest)) after it had been cancelled\(tail)."
  }

  private func proof(of operations: [Int], in context: DiagnosisContext) -> [String] {
    let longest = 12
    var lines = operations.prefix(longest).map { position in
      let operation = context.facts.operation(position)
      let milestones = operation.milestones
      let started = milestones.started ?? .zero
      let cancelled = milestones.cancelled ?? .zero
      let actor = context.facts.index.position(of: operation.canceller)
      let by = actor.map { " by \(context.names.operation($0))" } ?? ""
      let end =
        milestones.finished.map {
          "finished \(DurationText.short($0.nanoseconds(since: cancelled))) later"
        } ?? "has not finished"
      return "\(context.names.operation(position)) was cancelled\(by) "
        + "\(DurationText.short(cancelled.nanoseconds(since: started))) after its start, and \(end)"
    }
    if operations.count > longest {
      lines.append("and \(CountText.grouped(operations.count - longest)) more of the same kind")
    }
    return lines
  }

  private func advice(for operations: [Int], in context: DiagnosisContext) -> String {
    let classNames = Set(operations.map { context.facts.operation($0).className })
    let name = classNames.first ?? "the operation"
    let work =
      name == OperationKinds.blockClass
      ? "the blocks of \(context.names.operations(operations))" : name
    return "Let \(work) look at isCancelled in every round of the work, or end it from cancel()."
  }
}
