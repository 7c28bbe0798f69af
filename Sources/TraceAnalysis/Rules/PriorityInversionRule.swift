package import TraceEvents
import TraceModel

/// An operation of high priority that depended on one of lower priority, which had to let others go first.
///
/// Only what went first because of the lower priority counts: operations that would have come after, had the dependency had
/// the priority of its dependent; and only if the dependency waited for its slot for longer than the threshold.
package struct PriorityInversionRule: MisuseRule {
  package let name = "priority-inversion"
  package let thresholds: [DiagnosisThresholds.Name] = [.starvation]
  package let explanation = RuleExplanation(
    what: "An operation of high priority waited for one of lower priority, which queued behind "
      + "others that mattered less.",
    why: "A priority is the operation's own: what it depends on does not inherit it, and is "
      + "overtaken by everything of a priority between the two.",
    change: "Give what an urgent operation depends on the same priority, before it is added to its "
      + "queue.",
    wrong: """
      pay.queuePriority = .veryHigh
      pay.addDependency(load)
      queue.addOperations(thumbnails + [load, pay], waitUntilFinished: true)
      """,
    right: """
      pay.queuePriority = .veryHigh
      load.queuePriority = .veryHigh
      pay.addDependency(load)
      queue.addOperations(thumbnails + [load, pay], waitUntilFinished: true)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    /// The urgent operation.
    var dependent: Int
    /// What it waited for.
    var dependency: Int
    /// The priorities of the two.
    var priorities: (dependent: Int8, dependency: Int8)
    /// How long the dependency waited for its slot meanwhile, in nanoseconds.
    var waited: UInt64
    /// How many operations went first.
    var overtakers: Int
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [dependency, dependent] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let priorities = OperationPriorities(facts)
    var starts = QueueStarts(facts, priorities)
    return context.trace.operations.compactMapPositions { position, operation in
      let priority = priorities.range(of: position).lowerBound
      guard priority > 0, !operation.isBarrier, operation.milestones.cancelled == nil,
        let dependency = lastDependency(of: position, in: facts),
        priorities.range(of: dependency).upperBound < priority
      else { return nil }
      return judge(position, dependency, priority, &starts, priorities, in: facts)
    }
  }

  /// The dependency that finished last, before the start: the one that the operation really waited for.
  private func lastDependency(of position: Int, in facts: StallFacts) -> Int? {
    let last = facts.index.dependencies(of: position).max { a, b in
      (facts.operation(a).milestones.finished ?? .never)
        < (facts.operation(b).milestones.finished ?? .never)
    }
    guard let last, let finished = facts.operation(last).milestones.finished,
      let started = facts.operation(position).milestones.started, finished <= started,
      !facts.operation(last).isBarrier, facts.operation(last).milestones.cancelled == nil
    else { return nil }
    return last
  }

  private func judge(
    _ dependent: Int,
    _ dependency: Int,
    _ priority: Int8,
    _ starts: inout QueueStarts,
    _ priorities: OperationPriorities,
    in facts: StallFacts
  ) -> Case? {
    let operation = facts.operation(dependency)
    guard let queue = facts.index.queue(of: dependency),
      let enqueued = facts.operation(dependent).milestones.enqueued,
      let ready = operation.milestones.ready, let started = operation.milestones.started,
      let limit = facts.queue(queue).limit(at: started)
    else { return nil }
    let since = max(enqueued, ready)
    let waited = operation.intervals.filter { $0.state == .waitingForSlot }.reduce(0) {
      $0 + ($1.end > since ? $1.end.nanoseconds(since: max($1.start, since)) : 0)
    }
    guard waited >= facts.thresholds.nanoseconds(.starvation) else { return nil }
    let overtakers = starts.count(in: queue, after: since, before: started, below: priority)
    // As many may have had their slots before, and only started late.
    guard overtakers > limit else { return nil }
    return Case(
      dependent: dependent,
      dependency: dependency,
      priorities: (priority, priorities.range(of: dependency).upperBound),
      waited: waited,
      overtakers: overtakers,
      since: since
    )
  }
}

// MARK: - Words

extension PriorityInversionRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let dependent = context.names.operation(misuse.dependent)
    let dependency = context.names.operation(misuse.dependency)
    let names = (
      OperationPriorities.name(of: misuse.priorities.dependent),
      OperationPriorities.name(of: misuse.priorities.dependency)
    )
    return
      "\(dependent) (priority \(names.0)) waited for \(dependency) (\(names.1)), which got its "
      + "slot \(DurationText.short(misuse.waited)) later, after "
      + "\(CountText.of(misuse.overtakers, "operation")) that matter less than \(dependent)."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let longest = DurationText.short(cases.map(\.waited).max() ?? 0)
    let pairs = cases.prefix(4).map { misuse in
      let dependency = context.names.operation(misuse.dependency)
      return "\(context.names.operation(misuse.dependent)) for \(dependency)"
    }
    return "\(CountText.of(cases.count, "operation")) of high priority waited for others of lower "
      + "priority, which got their slots up to \(longest) later, after operations that matter "
      + "less: \(CountText.list(pairs, of: cases.count))."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let dependency = context.names.operation(misuse.dependency)
    let operation = context.facts.operation(misuse.dependency)
    let queue = context.facts.index.queue(of: misuse.dependency).map { context.names.queue($0) }
    let started = DurationText.short((operation.milestones.started ?? .zero).nanoseconds)
    return [
      "\(context.names.operation(misuse.dependent)) waited for \(dependency) from "
        + "\(MisuseWords(context).moment(misuse.since)) on; \(queue ?? "its queue") started "
        + "\(CountText.of(misuse.overtakers, "operation")) of lower priority before it started "
        + "\(dependency) \(started) into it"
    ]
  }

  package func edges(for misuse: Case, in context: DiagnosisContext) -> [ProofEdge] {
    let dependency = context.facts.operation(misuse.dependency)
    let dependent = context.facts.operation(misuse.dependent).id
    var edges = [
      ProofEdge(from: .operation(dependent), to: .operation(dependency.id), by: .dependency)
    ]
    if let queue = dependency.queue {
      edges.append(ProofEdge(from: .operation(dependency.id), to: .queue(queue), by: .slot))
    }
    return edges
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let dependencies = context.names.operations(Set(cases.map(\.dependency)).sorted())
    let dependents = context.names.operations(cases.map(\.dependent))
    return "Give \(dependencies) the priority of \(dependents), before the call that adds "
      + "\(cases.count == 1 ? "it" : "them") to the queue."
  }
}
