import TraceEvents
import TraceModel

/// An operation whose class overrides `isReady`, and that its queue has never heard to be ready.
///
/// Its dependencies have finished and no barrier stands in front of it: only its own `isReady` keeps it back, either since
/// what that waits for has not come, or since it came and nobody told the queue. Silent while anything else may be at work,
/// until the idle threshold has passed; in a busy process until the stall threshold has, and then only where something
/// waits for the operation: a gate may well stay shut for long.
package struct NeverReadyRule: StallRule {
  package let name = "never-ready"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle, .dispatch, .stall]
  package let explanation = RuleExplanation(
    what: "A class overrides isReady, and an operation of it never becomes ready for its queue, "
      + "though all its dependencies have finished.",
    why: "What isReady looks at never comes, or it comes and nobody calls didChangeValue for "
      + "\"isReady\": a queue asks when it is told to, not by itself.",
    change: "Call willChangeValue and didChangeValue for \"isReady\" around every change of what "
      + "isReady returns, or use a dependency instead of an override.",
    wrong: """
      override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }
      func open() {
        isOpen.withLock { $0 = true }
      }
      """,
    right: """
      override var isReady: Bool { super.isReady && isOpen.withLock { $0 } }
      func open() {
        willChangeValue(forKey: "isReady")
        isOpen.withLock { $0 = true }
        didChangeValue(forKey: "isReady")
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    let suspects = facts.situations.indices.filter { position in
      let operation = facts.operation(position)
      return operation.classTraits.contains(.overridesIsReady)
        && operation.milestones.cancelled == nil && isKeptBack(position, in: facts)
    }
    let lost = LostWakeUp.all(among: suspects, in: facts)
    return suspects.filter { lost[$0] == nil }.map { position in
      StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: facts.operation(position).milestones.ready ?? Self.freed(position, in: facts),
        certainty: .likely
      )
    }
  }

  /// Whether only its `isReady`, or that the queue was not told of it, can keep an operation back.
  private func isKeptBack(_ position: Int, in facts: StallFacts) -> Bool {
    switch facts.situations[position] {
    case .notReady where isFreeToStart(position, in: facts):
      let age = facts.age(since: Self.freed(position, in: facts))
      if facts.isWaitedFor[position], age >= facts.thresholds.nanoseconds(.stall) { return true }
      return facts.isIdle && min(age, facts.quiet) >= facts.thresholds.nanoseconds(.idle)
    case .dispatching where facts.graph.digraph.edges(from: position).isEmpty:
      guard let ready = facts.operation(position).milestones.ready else { return false }
      return facts.hasStood(since: ready, .dispatch)
    default:
      return false
    }
  }

  /// Whether nothing but itself, and at most the suspension of its queue, is in an operation's way.
  ///
  /// A queue whose slots are all held asks nobody whether it is ready: what holds them is what to look at.
  private func isFreeToStart(_ position: Int, in facts: StallFacts) -> Bool {
    facts.graph.digraph.edges(from: position).allSatisfy { facts.graph.reasons[$0] == .suspension }
  }

  /// When the last of what had to come first had come.
  private static func freed(_ position: Int, in facts: StallFacts) -> TraceInstant {
    let milestones = facts.operation(position).milestones
    return facts.index.dependencies(of: position)
      .compactMap { facts.operation($0).milestones.finished }
      .reduce(milestones.enqueued ?? milestones.seen) { max($0, $1) }
  }
}

// MARK: - Words

extension NeverReadyRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    let record = context.facts.operation(operation)
    let name = context.names.operation(operation)
    let waiting = words.waiting(for: [root])
    if let ready = record.milestones.ready {
      return
        "\(name) said \(DurationText.short(context.facts.age(since: ready))) ago that it is "
        + "ready, and has not been started: its queue was not told\(waiting)."
    }
    let hadDependencies = !context.facts.index.dependencies(of: operation).isEmpty
    let beginning = hadDependencies ? "since its last dependency finished" : "since it was added"
    return "\(name) has not become ready in the \(words.age(of: root)) \(beginning): its class "
      + "\(record.className) overrides isReady, which has not said yes; the queue last had cause "
      + "to ask \(lastAsked(operation, in: context)) ago\(waiting)."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operations = context.names.operations(roots.flatMap(\.operations))
    let queues = roots.first?.queues ?? []
    let place = queues.isEmpty ? "" : " of \(context.names.queues(queues))"
    return
      "\(CountText.of(roots.count, "operation"))\(place) have not become ready for their queue in "
      + "up to "
      + "\(words.oldest(of: roots)): \(operations), whose isReady is their "
      + "own\(words.waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let operation = root.operations[0]
    let name = context.names.operation(operation)
    if let ready = context.facts.operation(operation).milestones.ready {
      return [
        "isReady of \(name) was read as true \(DurationText.short(ready.nanoseconds)) into the "
          + "recording, a slot was free, and nothing made the queue look for what it could start"
      ]
    }
    return [
      "isReady of \(name) has not been read as true; either what it looks at has not come, or it "
        + "came and nobody called didChangeValue(forKey: \"isReady\")"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let classes = Set(roots.flatMap(\.operations).map { context.facts.operation($0).className })
    return
      "See that what isReady of \(CountText.list(classes.sorted())) looks at does come, and call "
      + "willChangeValue(forKey: \"isReady\") before and didChangeValue(forKey: \"isReady\") "
      + "after it."
  }

  /// How long ago the queue last had a reason to read `isReady`: an operation that was added or finished.
  private func lastAsked(_ operation: Int, in context: DiagnosisContext) -> String {
    let facts = context.facts
    var last = Self.freed(operation, in: facts)
    if let queue = facts.index.queue(of: operation) {
      for member in facts.index.members[queue] {
        let milestones = facts.operation(member).milestones
        last = max(last, milestones.enqueued ?? .zero, milestones.finished ?? .zero)
      }
    }
    return DurationText.short(facts.age(since: last))
  }
}
