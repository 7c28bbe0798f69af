import TraceEvents
import TraceModel

/// An operation that ran although the program had reported the failure of one of its dependencies.
///
/// Silent about a dependent that was cancelled before it started, gave up by itself or reported a failure too, and about
/// barriers.
package struct RanAfterFailedDependencyRule: MisuseRule {
  package let name = "ran-after-failed-dependency"
  package let thresholds: [DiagnosisThresholds.Name] = [.giveUp, .settling]
  package let explanation = RuleExplanation(
    what: "An operation ran although a dependency had failed, probably on missing data.",
    why: "For a queue failed is finished: Foundation knows no failure, so whatever depends on the "
      + "operation starts as if it had succeeded.",
    change: "Cancel the dependents where the failure is met, or let them look at their "
      + "dependencies before they work.",
    wrong: """
      parse.addDependency(download)
      download.addExecutionBlock { [unowned download] in
        recordFailure(of: download, "no connection")
      }
      """,
    right: """
      parse.addDependency(download)
      download.addExecutionBlock { [unowned download, unowned parse] in
        recordFailure(of: download, "no connection")
        parse.cancel()
      }
      """
  )

  package init() {}

  package func cases(in context: DiagnosisContext) -> [MissingDependency] {
    MissingDependency.all(in: context) { dependency in
      dependency.outcome == .failed ? context.facts.proven : nil
    }
  }

  package func group(of misuse: MissingDependency, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: context.facts.index.queue(of: misuse.dependent))
  }
}

// MARK: - Words

extension RanAfterFailedDependencyRule {
  package func sentence(for misuse: MissingDependency, in context: DiagnosisContext) -> String {
    let ran = context.names.operation(misuse.dependent)
    let failed = context.names.operations(misuse.dependencies)
    let own = misuse.dependencies.count == 1 ? "dependency" : "dependencies"
    return "\(ran) ran although its \(own) \(failed) had failed."
  }

  package func summary(of cases: [MissingDependency], in context: DiagnosisContext) -> String {
    let dependencies = Set(cases.flatMap(\.dependencies)).sorted()
    return "\(CountText.of(cases.count, "operation")) ran although dependencies of theirs had "
      + "failed: \(context.names.operations(cases.map(\.dependent))) after "
      + "\(context.names.operations(dependencies))."
  }

  package func evidence(
    for misuse: MissingDependency,
    in context: DiagnosisContext
  ) -> [String] {
    misuse.evidence(in: context) { dependency in
      let reason = dependency.failure ?? ""
      let why = reason.isEmpty ? "" : " (\(TraceNames.inSentence(reason)))"
      let finished = dependency.milestones.finished ?? .zero
      return "failed\(why) and finished \(MisuseWords(context).moment(finished))"
    }
  }

  package func edges(for misuse: MissingDependency, in context: DiagnosisContext) -> [ProofEdge] {
    misuse.edges(in: context)
  }

  package func advice(for cases: [MissingDependency], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.dependent))
    let own = cases.count == 1 ? "its" : "their"
    let it = cases.count == 1 ? "it" : "they"
    return "Cancel \(names) where the failure of \(own) dependency is met, or begin with a look at "
      + "whether a dependency failed, and cancel() where one did; if \(it) must run all the same, as "
      + "a clean-up must, allow \(name)."
  }
}
