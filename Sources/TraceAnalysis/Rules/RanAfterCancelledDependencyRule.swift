import TraceEvents
import TraceModel

/// An operation that ran although one of its dependencies had been cancelled.
package struct RanAfterCancelledDependencyRule: DiagnosisRule {
  package let name = "ran-after-cancelled-dependency"
  package let severity = Finding.Severity.warning
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation ran although a dependency was cancelled, probably on missing data.",
    why: "For a queue cancelled is finished: cancelling an operation does not cancel what depends "
      + "on it, and Foundation does not pass the news on.",
    change: "Cancel the dependents too, or let them look at their dependencies before they work."
  )

  package init() {}

  package func findings(in context: DiagnosisContext) -> [Finding] {
    var pairs: [Pair] = []
    for (position, operation) in context.trace.operations.enumerated()
    where ran(operation) {
      for dependency in context.facts.index.dependencies(of: position)
      where isMissing(context.facts.operation(dependency), for: operation) {
        pairs.append(Pair(dependent: position, dependency: dependency))
      }
    }
    let groups = Dictionary(grouping: pairs) { context.facts.index.queue(of: $0.dependent) }
    return groups.map { finding(about: $0.value, in: context) }
  }

  /// Whether the operation's body ran and did not say that it failed: then it may have used what was not there.
  private func ran(_ operation: TracedOperation) -> Bool {
    guard let started = operation.milestones.started, !operation.isBarrier else { return false }
    if let cancelled = operation.milestones.cancelled, cancelled <= started { return false }
    // It looked, and gave up by itself.
    if operation.canceller == operation.id { return false }
    return operation.failure == nil
  }

  private func isMissing(_ dependency: TracedOperation, for operation: TracedOperation) -> Bool {
    guard let finished = dependency.milestones.finished,
      let started = operation.milestones.started, finished <= started
    else { return false }
    return dependency.outcome == .cancelledBeforeStart
      || dependency.outcome == .cancelledWhileExecuting
  }

  private struct Pair {
    var dependent: Int
    var dependency: Int
  }
}

// MARK: - Words

extension RanAfterCancelledDependencyRule {
  private func finding(about pairs: [Pair], in context: DiagnosisContext) -> Finding {
    let facts = context.facts
    let dependents = Set(pairs.map(\.dependent)).sorted()
    let isProven = pairs.allSatisfy {
      facts.operation($0.dependency).outcome == .cancelledBeforeStart
    }
    let starts = dependents.compactMap { facts.operation($0).milestones.started }
    return Finding(
      rule: name,
      severity: severity,
      certainty: isProven ? facts.proven : .likely,
      operations: dependents.map { facts.operation($0).id },
      queues: Set(dependents.compactMap { facts.operation($0).queue }).sorted(),
      since: starts.min() ?? .zero,
      sentence: sentence(about: pairs, dependents, in: context),
      proof: proof(of: pairs, in: context),
      advice: advice(for: dependents, in: context)
    )
  }

  private func sentence(
    about pairs: [Pair],
    _ dependents: [Int],
    in context: DiagnosisContext
  ) -> String {
    let ran = context.names.operations(dependents)
    let dependencies = Set(pairs.map(\.dependency)).sorted()
    let cancelled = context.names.operations(dependencies)
    if dependents.count > 1 {
      return "\(CountText.of(dependents.count, "operation")) ran although dependencies of theirs "
        + "had been cancelled: \(ran) after \(cancelled)."
    }
    guard dependencies.count == 1, let dependency = dependencies.first else {
      return "\(ran) ran although its dependencies \(cancelled) had been cancelled."
    }
    let isBefore = context.facts.operation(dependency).outcome == .cancelledBeforeStart
    let when = isBefore ? "was cancelled before it started" : "was cancelled while it executed"
    return "\(ran) ran although its dependency \(cancelled) \(when)."
  }

  private func proof(of pairs: [Pair], in context: DiagnosisContext) -> [String] {
    let longest = 12
    var lines = pairs.prefix(longest).map { pair in
      let dependency = context.facts.operation(pair.dependency)
      let cancelled = dependency.milestones.cancelled?.nanoseconds ?? 0
      let started = context.facts.operation(pair.dependent).milestones.started?.nanoseconds ?? 0
      let actor = context.facts.index.position(of: dependency.canceller)
      let by = actor.map { " by \(context.names.operation($0))" } ?? ""
      return "\(context.names.operation(pair.dependency)) was cancelled\(by) "
        + "\(DurationText.short(cancelled)) into the recording, "
        + "\(context.names.operation(pair.dependent)) started \(DurationText.short(started)) into it"
    }
    if pairs.count > longest {
      lines.append("and \(CountText.grouped(pairs.count - longest)) more of the same kind")
    }
    return lines
  }

  private func advice(for dependents: [Int], in context: DiagnosisContext) -> String {
    let names = context.names.operations(dependents)
    let own = dependents.count == 1 ? "its" : "their"
    return "Cancel \(names) together with \(own) dependency, or begin with a look at whether a "
      + "dependency was cancelled."
  }
}
