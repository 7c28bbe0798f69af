import TraceEvents
import TraceModel

/// An operation that can never be ready because a dependency was taken from it before that had finished.
///
/// On Linux an operation counts its unfinished dependencies, and `removeDependency` forgets to count one less; adding the
/// dependency again counts one more. Silent about a dependency that had finished, about what has started, and about what was
/// cancelled: that is ready at once.
package struct RemovedDependencyRule: StallRule {
  package let name = "removed-dependency"
  package let thresholds: [DiagnosisThresholds.Name] = [.settling, .stall]
  package let explanation = RuleExplanation(
    what: "A dependency was removed from an operation before it had finished, and the operation "
      + "never starts.",
    why: "Foundation on Linux counts unfinished dependencies and does not take a removed one off "
      + "the count, so isReady stays false, though dependencies is empty.",
    change: "Decide before addDependency, not after it; or make the operation anew without the "
      + "dependency.",
    wrong: """
      publish.addDependency(review)
      if isUrgent { publish.removeDependency(review) }
      """,
    right: """
      if !isUrgent { publish.addDependency(review) }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    let removals = Self.removals(in: facts)
    return removals.keys.sorted().compactMap { position in
      guard let event = removals[position] else { return nil }
      let milestones = facts.operation(position).milestones
      let dependencies = facts.index.dependencies(of: position)
      let since = dependencies.compactMap { facts.operation($0).milestones.finished }
        .reduce(max(event.instant, milestones.enqueued ?? .zero)) { max($0, $1) }
      guard facts.isSettled(since: since, .settling) else { return nil }
      let isSure = !facts.operation(position).classTraits.contains(.overridesIsReady)
      return StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: since,
        certainty: isSure ? facts.proven : .likely,
        event: event
      )
    }
  }

  /// The last removal of an unfinished dependency from each operation that is not ready for no other reason.
  private static func removals(in facts: StallFacts) -> [Int: TraceEvent] {
    var removals: [Int: TraceEvent] = [:]
    for event in facts.log.events[.dependencyRemoved] ?? [] {
      guard let position = facts.index.position(of: event.operation),
        facts.situations[position] == .notReady, !facts.isBehindBlock[position],
        let dependency = dependency(of: event, in: facts), dependency != position
      else { continue }
      let finished = facts.operation(dependency).milestones.finished
      if finished.map({ $0 > event.instant }) ?? true { removals[position] = event }
    }
    if removals.isEmpty { return [:] }
    // What was no dependency can't be taken from it.
    var added: Set<Pair> = []
    let wanted = Set(removals.values.map { Pair(operation: $0.operation, other: $0.argument) })
    for event in facts.index.trace.log.events where event.kind == .dependencyAdded {
      let pair = Pair(operation: event.operation, other: event.argument)
      if wanted.contains(pair) { added.insert(pair) }
    }
    return removals.filter {
      added.contains(Pair(operation: $0.value.operation, other: $0.value.argument))
    }
  }

  private static func dependency(of event: TraceEvent, in facts: StallFacts) -> Int? {
    UInt32(exactly: event.argument).flatMap { facts.index.position(of: OperationID(rawValue: $0)) }
  }

  private struct Pair: Hashable {
    var operation: OperationID?
    var other: UInt64
  }
}

// MARK: - Words

extension RemovedDependencyRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    return
      "\(context.names.operations(root.operations)) has no dependency left and can never be ready: "
      + "\(removed(from: root, in: context)) was removed from it before it had finished"
      + "\(words.waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = context.names.operations(roots.flatMap(\.operations))
    return
      "\(CountText.of(roots.count, "operation")) can never be ready: \(operations) lost "
      + "dependencies before these had finished\(StallWords(context).waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard let event = root.event else { return [] }
    let operation = context.names.operations(root.operations)
    let actor = context.facts.index.position(of: event.actor)
    let by = actor.map { ", by \(context.names.operation($0))" } ?? ""
    return [
      "\(operation).removeDependency(\(removed(from: root, in: context))) was called on "
        + "\(context.names.thread(event.thread))\(by), "
        + "\(DurationText.short(event.instant.nanoseconds)) into the recording; Foundation on "
        + "Linux goes on counting such a dependency as unfinished"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = context.names.operations(roots.flatMap(\.operations))
    return
      "Do not remove a dependency that has not finished: decide before addDependency, or add a new "
      + "operation in place of \(operations); only cancel() frees "
      + "\(roots.count == 1 ? "it" : "them") now."
  }

  private func removed(from root: StallRoot, in context: DiagnosisContext) -> String {
    root.event.flatMap { Self.dependency(of: $0, in: context.facts) }
      .map { context.names.operation($0) } ?? "a dependency"
  }
}
