package import TraceEvents
import TraceModel

/// An operation that started before something that it depends on had finished.
///
/// By its own doing, when its class overrides `isReady` or the program started it; or because a cancelled step between the
/// two let it overtake (see `Overtakings`). Silent about dependencies that were added too late, about one that was cancelled
/// itself or gave up, and where a step was cancelled by the very operation in front of it.
package struct StartedBeforeDependencyRule: MisuseRule {
  package let name = "started-before-dependency"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation started before one that it depends on had finished.",
    why: "Its class overrides isReady without asking super, which is what knows the dependencies; "
      + "or a step between the two was cancelled, and a cancelled operation waits for nothing.",
    change: "Combine the class's own condition with super.isReady. Cancel what comes after a "
      + "cancelled step too, or let it depend on what comes before.",
    wrong: """
      override var isReady: Bool { isOpen }
      """,
    right: """
      override var isReady: Bool { super.isReady && isOpen }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var dependent: Int
    /// The one that it should have waited for, and that finished last.
    var dependency: Int
    var reason: Reason
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [dependent] }
  }

  enum Reason: Hashable {
    case overridesIsReady
    case startedByProgram
    /// Cancelled operations stand between the two: the way from the first of them on.
    case cancelledSteps([Int])
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let overtakings = Overtakings(facts)
    let late = latePairs(in: facts)
    return context.trace.operations.compactMapPositions { position, operation in
      guard let started = operation.milestones.started, started <= facts.end,
        !operation.isBarrier, operation.milestones.cancelled.map({ started < $0 }) ?? true
      else { return nil }
      let reason: Reason?
      if operation.queue == nil {
        reason = .startedByProgram
      } else {
        let isKnown = operation.enqueueThread != nil
        let overrides = operation.classTraits.contains(.overridesIsReady)
        reason = isKnown && overrides ? .overridesIsReady : nil
      }
      let direct = reason.flatMap {
        self.direct(position, since: started, $0, besides: late[position] ?? [], in: facts)
      }
      return direct ?? indirect(position, since: started, overtakings, in: facts)
    }
  }

  /// The case of an operation that did not wait for a dependency of its own.
  private func direct(
    _ position: Int,
    since started: TraceInstant,
    _ reason: Reason,
    besides late: Set<Int>,
    in facts: StallFacts
  ) -> Case? {
    let missed = facts.index.dependencies(of: position).filter { dependency in
      let operation = facts.operation(dependency)
      let milestones = operation.milestones
      if operation.isBarrier || late.contains(dependency) { return false }
      guard let finished = milestones.finished else { return !facts.lostEvents }
      // One that had finished before it was first seen did so nobody knows when.
      return finished > started && finished != milestones.seen && finished <= facts.end
    }
    let last = missed.max { end(of: $0, in: facts) < end(of: $1, in: facts) }
    return last.map {
      Case(
        dependent: position,
        dependency: $0,
        reason: reason,
        since: started,
        certainty: facts.proven
      )
    }
  }

  /// The case of an operation that a cancelled step let overtake.
  private func indirect(
    _ position: Int,
    since started: TraceInstant,
    _ overtakings: Overtakings,
    in facts: StallFacts
  ) -> Case? {
    if overtakings.isEmpty { return nil }
    for step in facts.index.dependencies(of: position) {
      guard let last = overtakings.step(of: position, through: step, at: started) else { continue }
      return Case(
        dependent: position,
        dependency: last.operation,
        reason: .cancelledSteps(overtakings.path(from: step, atMost: 12)),
        since: started,
        certainty: facts.proven
      )
    }
    return nil
  }

  /// What was added too late to be waited for, by the dependent's position: that is a fault of its own.
  private func latePairs(in facts: StallFacts) -> [Int: Set<Int>] {
    var pairs: [Int: Set<Int>] = [:]
    for misuse in LateDependencies(facts).harmful {
      pairs[misuse.dependent, default: []].insert(misuse.dependency)
    }
    return pairs
  }

  private func end(of operation: Int, in facts: StallFacts) -> TraceInstant {
    facts.operation(operation).milestones.finished ?? .never
  }
}

// MARK: - Words

extension StartedBeforeDependencyRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let dependent = context.names.operation(misuse.dependent)
    let dependency = context.names.operation(misuse.dependency)
    let finished = context.facts.operation(misuse.dependency).milestones.finished
    let time = finished.map { MisuseWords(context).time(from: misuse.since, to: $0) }
    let before =
      time.map { "\($0) before \(dependency) had finished" }
      ?? "although \(dependency) had not finished"
    switch misuse.reason {
    case .overridesIsReady:
      let className = context.facts.operation(misuse.dependent).className
      return "\(dependent) started \(before), on which it depends: \(className) overrides isReady "
        + "and does not wait for super."
    case .startedByProgram:
      return "\(dependent) was started by the program \(before), on which it depends."
    case .cancelledSteps(let steps):
      let cancelled = context.names.operations(steps.prefix(1))
      return "\(dependent) started \(before), on which it depends through \(cancelled): that was "
        + "cancelled, and a cancelled operation waits for nothing."
    }
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let pairs = cases.prefix(4).map { misuse in
      let dependency = context.names.operation(misuse.dependency)
      return "\(context.names.operation(misuse.dependent)) before \(dependency)"
    }
    return "\(CountText.of(cases.count, "operation")) started before what they depend on had "
      + "finished: \(CountText.list(pairs, of: cases.count))."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let dependent = context.names.operation(misuse.dependent)
    let dependency = context.names.operation(misuse.dependency)
    var line = "\(dependent) started \(words.moment(misuse.since))"
    if case .cancelledSteps(let steps) = misuse.reason, let step = steps.first {
      let operation = context.facts.operation(step)
      let cancelled = operation.milestones.cancelled ?? .zero
      line =
        "\(context.names.operation(step)) was cancelled\(words.canceller(of: operation)) "
        + "\(words.moment(cancelled)), \(dependent) started "
        + "\(DurationText.short(misuse.since.nanoseconds)) into it"
    }
    let finished = context.facts.operation(misuse.dependency).milestones.finished
    let end =
      finished.map { "finished \(DurationText.short($0.nanoseconds)) into it" }
      ?? "has not finished"
    return ["\(line), and \(dependency) \(end)"]
  }

  package func edges(for misuse: Case, in context: DiagnosisContext) -> [ProofEdge] {
    let path =
      if case .cancelledSteps(let path) = misuse.reason { path } else { [misuse.dependency] }
    let ids = ([misuse.dependent] + path).map { position in
      ProofEdge.Subject.operation(context.facts.operation(position).id)
    }
    return zip(ids, ids.dropFirst()).map { ProofEdge(from: $0, to: $1, by: .dependency) }
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.dependent))
    switch cases.first?.reason {
    case .cancelledSteps(let steps):
      let cancelled = context.names.operations(steps.prefix(1))
      let dependency = cases.first.map { context.names.operation($0.dependency) } ?? ""
      if cases.count > 1 {
        return
          "Cancel \(names) together with what they depend on, or let them depend on what comes "
          + "before that too."
      }
      return "Cancel \(names) together with \(cancelled), or let it depend on \(dependency) too."
    case .startedByProgram:
      return "Add \(names) to a queue, which waits for dependencies, or call start() in their "
        + "completion blocks."
    case .overridesIsReady, nil:
      let code = MisuseWords(context).code(of: cases.map(\.dependent))
      return "Let isReady of \(code) return false as long as super.isReady does."
    }
  }
}
