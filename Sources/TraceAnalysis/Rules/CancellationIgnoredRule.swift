package import TraceEvents
import TraceModel

/// An operation that was cancelled while it executed, and ran on.
///
/// Silent where the end came within the threshold of the cancel, where the operation ended far sooner than its kind does,
/// and about one that is stalled: that is told of its root cause.
package struct CancellationIgnoredRule: MisuseRule {
  package let name = "cancellation-ignored"
  package let thresholds: [DiagnosisThresholds.Name] = [.cancellation]
  package let explanation = RuleExplanation(
    what: "An operation was cancelled while it executed, and ran on as if nothing had happened.",
    why: "cancel() only sets a flag; a body that never looks at isCancelled runs to its end, and "
      + "keeps its slot until then.",
    change: "Look at isCancelled in every round of the work, or override cancel() to end it.",
    wrong: """
      encode.addExecutionBlock { [unowned encode] in
        for frame in 1...40 {
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
      """,
    right: """
      encode.addExecutionBlock { [unowned encode] in
        for frame in 1...40 {
          if encode.isCancelled { return }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    var latency: UInt64
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.cancellation)
    return context.trace.operations.enumerated().compactMap { position, operation in
      let milestones = operation.milestones
      guard let cancelled = milestones.cancelled, let started = milestones.started,
        cancelled > started, !context.isStalled(position)
      else { return nil }
      let end = milestones.finished ?? facts.end
      let latency = end > cancelled ? end.nanoseconds(since: cancelled) : 0
      guard latency > threshold, !endedEarly(position, in: facts) else { return nil }
      return Case(operation: position, latency: latency, since: cancelled)
    }
  }

  /// Whether it ended far sooner than its kind does: it took the cancel to heart, if not at once.
  private func endedEarly(_ position: Int, in facts: StallFacts) -> Bool {
    let milestones = facts.operation(position).milestones
    guard let started = milestones.started, let finished = milestones.finished,
      let kind = facts.kinds.durations(like: position)
    else { return false }
    return finished.nanoseconds(since: started) < kind.median - kind.median / 4
  }
}

// MARK: - Words

extension CancellationIgnoredRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let isOver = context.facts.operation(misuse.operation).milestones.finished != nil
    let ran = isOver ? "ran on" : "has been running on"
    return "\(context.names.operation(misuse.operation)) \(ran) for "
      + "\(DurationText.short(misuse.latency)) after it had been cancelled"
      + comparison(with: misuse, in: context) + "."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let longest = DurationText.short(cases.map(\.latency).max() ?? 0)
    let tail = cases.first.map { comparison(with: $0, in: context) } ?? ""
    return "\(CountText.of(cases.count, "operation")) ran on for up to \(longest) after they had "
      + "been cancelled: \(context.names.operations(cases.map(\.operation)))\(tail)."
  }

  private func comparison(with misuse: Case, in context: DiagnosisContext) -> String {
    StallWords(context).comparison(of: misuse.operation).map { "; \($0)" } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let operation = context.facts.operation(misuse.operation)
    let started = operation.milestones.started ?? .zero
    let finished = operation.milestones.finished
    let end =
      finished.map { "finished \(words.time(from: misuse.since, to: $0)) later" }
      ?? "has not finished"
    return [
      "\(context.names.operation(misuse.operation)) was cancelled\(words.canceller(of: operation)) "
        + "\(words.time(from: started, to: misuse.since)) after its start, and \(end)"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    "Let \(MisuseWords(context).code(of: cases.map(\.operation))) look at isCancelled in every "
      + "round of the work, or end it from cancel()."
  }
}
