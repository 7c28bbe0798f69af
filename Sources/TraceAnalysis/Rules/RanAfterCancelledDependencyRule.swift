import TraceEvents
import TraceModel

/// An operation that ran although one of its dependencies had been cancelled.
///
/// Silent about a dependent that was cancelled too, gave up by itself or reported a failure, about barriers, and about a
/// dependency that was cancelled after it had finished. Only likely where the dependent was over so soon that it may have
/// looked and given up.
package struct RanAfterCancelledDependencyRule: MisuseRule {
  package let name = "ran-after-cancelled-dependency"
  package let thresholds: [DiagnosisThresholds.Name] = [.giveUp, .settling]
  package let explanation = RuleExplanation(
    what: "An operation ran although a dependency was cancelled, probably on missing data.",
    why: "For a queue cancelled is finished: cancelling an operation does not cancel what depends "
      + "on it, and Foundation does not pass the news on.",
    change:
      "Cancel the dependents too, or let them look at their dependencies before they work and "
      + "cancel themselves where one was cancelled; where one must run all the same, as a "
      + "clean-up must, allow it.",
    wrong: """
      parse.addDependency(download)
      download.cancel()
      queue.addOperations([download, parse], waitUntilFinished: true)
      """,
    right: """
      parse.addDependency(download)
      download.cancel()
      parse.cancel()
      queue.addOperations([download, parse], waitUntilFinished: true)
      """
  )

  package init() {}

  package func cases(in context: DiagnosisContext) -> [MissingDependency] {
    MissingDependency.all(in: context) { dependency in
      switch dependency.outcome {
      case .cancelledBeforeStart: context.facts.proven
      case .cancelledWhileExecuting: .likely
      default: nil
      }
    }
  }

  package func group(of misuse: MissingDependency, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: context.facts.index.queue(of: misuse.dependent))
  }
}

// MARK: - Words

extension RanAfterCancelledDependencyRule {
  package func sentence(for misuse: MissingDependency, in context: DiagnosisContext) -> String {
    let ran = context.names.operation(misuse.dependent)
    let cancelled = context.names.operations(misuse.dependencies)
    guard misuse.dependencies.count == 1, let dependency = misuse.dependencies.first else {
      return "\(ran) ran although its dependencies \(cancelled) had been cancelled."
    }
    let isBefore = context.facts.operation(dependency).outcome == .cancelledBeforeStart
    let when = isBefore ? "was cancelled before it started" : "was cancelled while it executed"
    return "\(ran) ran although its dependency \(cancelled) \(when)."
  }

  package func summary(of cases: [MissingDependency], in context: DiagnosisContext) -> String {
    let dependencies = Set(cases.flatMap(\.dependencies)).sorted()
    return "\(CountText.of(cases.count, "operation")) ran although dependencies of theirs had been "
      + "cancelled: \(context.names.operations(cases.map(\.dependent))) after "
      + "\(context.names.operations(dependencies))."
  }

  package func evidence(
    for misuse: MissingDependency,
    in context: DiagnosisContext
  ) -> [String] {
    misuse.evidence(in: context) { dependency in
      let cancelled = dependency.milestones.cancelled ?? .zero
      let words = MisuseWords(context)
      return "was cancelled\(words.canceller(of: dependency)) \(words.moment(cancelled))"
    }
  }

  package func edges(for misuse: MissingDependency, in context: DiagnosisContext) -> [ProofEdge] {
    misuse.edges(in: context)
  }

  package func advice(for cases: [MissingDependency], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.dependent))
    let own = cases.count == 1 ? "its" : "their"
    let it = cases.count == 1 ? "it" : "they"
    return "Cancel \(names) together with \(own) dependency, or begin with a look at whether a "
      + "dependency was cancelled, and cancel() where one was; if \(it) must run all the same, as a "
      + "clean-up must, allow \(name)."
  }
}
