package import TraceEvents
import TraceModel

/// An operation that was cancelled while it executed, and ran on, or that ran although it had been cancelled before.
///
/// Silent where the end came within the threshold of the cancel, where the operation ended far sooner than its kind does,
/// and about one that is stalled: that is told of its root cause. What was cancelled before it started is ended by
/// Foundation's own `start()`; only a class that overrides `start()` or `cancel()` can run all the same.
package struct CancellationIgnoredRule: MisuseRule {
  package let name = "cancellation-ignored"
  package let thresholds: [DiagnosisThresholds.Name] = [.cancellation]
  package let explanation = RuleExplanation(
    what: "An operation was cancelled, and ran on as if nothing had happened.",
    why: "cancel() only sets a flag; a body that never looks at isCancelled runs to its end, and "
      + "keeps its slot until then. An override of cancel() without super.cancel() does not even "
      + "set it.",
    change: "Look at isCancelled in every round of the work, or override cancel() to end it; where "
      + "tidying up takes long, raise the threshold.",
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
    /// How long it ran on after the cancel, or after its start where that came later.
    var latency: UInt64
    /// Whether it had been cancelled when it started.
    var isLate: Bool
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.cancellation)
    return context.trace.operations.compactMapPositions { position, operation in
      let milestones = operation.milestones
      guard let cancelled = milestones.cancelled, let started = milestones.started,
        !context.isStalled(position)
      else { return nil }
      let isLate = started >= cancelled
      if isLate, operation.classTraits.isDisjoint(with: Self.ownWays) { return nil }
      let (began, end) = (max(started, cancelled), milestones.finished ?? facts.end)
      let latency = end > began ? end.nanoseconds(since: began) : 0
      guard latency > threshold, !endedEarly(position, in: facts) else { return nil }
      return Case(operation: position, latency: latency, isLate: isLate, since: cancelled)
    }
  }

  /// What a class must do itself for its operations to run although they were cancelled before.
  private static let ownWays: TraceEvent.Flags = [.overridesStart, .overridesCancel]

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
    let milestones = context.facts.operation(misuse.operation).milestones
    let isOver = milestones.finished != nil
    if misuse.isLate, let started = milestones.started {
      let ran = isOver ? "ran" : "has been running"
      return "\(context.names.operation(misuse.operation)) \(ran) for "
        + "\(DurationText.short(misuse.latency)), although it had been cancelled "
        + "\(MisuseWords(context).time(from: misuse.since, to: started)) before its start"
        + comparison(with: misuse, in: context) + "."
    }
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
      finished.map { "finished \(words.time(from: max(misuse.since, started), to: $0)) later" }
      ?? "has not finished"
    let name = context.names.operation(misuse.operation)
    let doer = words.canceller(of: operation)
    if misuse.isLate {
      return [
        "\(name) was cancelled\(doer) \(words.moment(misuse.since)), started "
          + "\(words.time(from: misuse.since, to: started)) later all the same, and \(end)"
      ]
    }
    return [
      "\(name) was cancelled\(doer) \(words.time(from: started, to: misuse.since)) after its "
        + "start, and \(end)"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    guard cases.allSatisfy(\.isLate) else {
      let limit = DurationText.short(context.facts.thresholds.nanoseconds(.cancellation))
      return "Let \(code) look at isCancelled in every round of the work, or end it from cancel(); "
        + "if it does, and needs that long to tidy up, raise the cancellation threshold (\(limit))."
    }
    let traits = cases.map { context.facts.operation($0.operation).classTraits }
    return traits.contains { $0.contains(.overridesStart) }
      ? "Let \(code) begin start() with a look at isCancelled, and finish at once."
      : "Call super.cancel() in cancel() of \(code): Foundation does not know of it otherwise."
  }
}
