import TraceEvents
import TraceModel

/// Operations that depend on each other in a circle, in one queue or across several.
package struct DependencyCycleRule: StallRule {
  package let name = "dependency-cycle"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "Operations depend on each other in a circle, so that none of them can ever start.",
    why:
      "Two parts of a program each make their operation wait for the other's, often in different "
      + "queues; Foundation neither refuses nor reports it.",
    change: "Remove one dependency of the circle: decide which operation can do without the other.",
    wrong: """
      store.addDependency(fetch)
      fetch.addDependency(store)
      net.addOperation(fetch)
      database.addOperation(store)
      """,
    right: """
      store.addDependency(fetch)
      net.addOperation(fetch)
      database.addOperation(store)
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    let digraph = facts.graph.digraph
    let isHeldBack = { (operation: Int) in
      facts.situations[operation] == .waiting || facts.situations[operation] == .unused
    }
    let isOfCircle = { (edge: Int) in
      let reason = facts.graph.reasons[edge]
      return (reason == .dependency || reason == .barrier) && isHeldBack(digraph.targets[edge])
    }
    let nodes = facts.situations.indices.filter(isHeldBack)
    let circles = digraph.stronglyConnectedComponents(nodes: nodes, where: isOfCircle)
      .filter { $0.count > 1 && isWaitedFor($0, in: facts) }
    var roots = circles.compactMap { members -> StallRoot? in
      let isMember = Set(members)
      guard let first = members.first,
        let cycle = digraph.shortestPath(
          from: first,
          to: first,
          where: { isOfCircle($0) && isMember.contains(digraph.targets[$0]) }
        )
      else { return nil }
      let drawn = cycle.map { digraph.sources[$0] }
      let isDrawn = Set(drawn)
      return StallRoot(
        rule: name,
        operations: drawn + members.filter { !isDrawn.contains($0) },
        queues: Set(members.compactMap { facts.index.queue(of: $0) }).sorted(),
        since: members.map { arrival(of: $0, in: facts) }.max() ?? .zero,
        certainty: facts.proven,
        cycle: cycle
      )
    }
    addLastDependencies(to: &roots, facts)
    return roots
  }

  /// Whether anyone counts on the circle: operations that nobody has added to a queue may still be put in order.
  private func isWaitedFor(_ members: [Int], in facts: StallFacts) -> Bool {
    let digraph = facts.graph.digraph
    return members.contains { member in
      facts.situations[member].isPending
        || digraph.edges(to: member).contains { edge in
          guard case .operation(let waiter) = facts.graph.node(digraph.sources[edge]) else {
            return true
          }
          return facts.situations[waiter].isPending
        }
    }
  }

  private func arrival(of operation: Int, in facts: StallFacts) -> TraceInstant {
    let milestones = facts.operation(operation).milestones
    return milestones.enqueued ?? milestones.seen
  }

  /// Finds, in one pass over the events, the call that added the last dependency of each circle.
  private func addLastDependencies(to roots: inout [StallRoot], _ facts: StallFacts) {
    if roots.isEmpty { return }
    let digraph = facts.graph.digraph
    var rootOfPair: [Dependency: Int] = [:]
    for (number, root) in roots.enumerated() {
      for edge in root.cycle where facts.graph.reasons[edge] == .dependency {
        let pair = Dependency(
          operation: facts.operation(digraph.sources[edge]).id,
          on: UInt64(facts.operation(digraph.targets[edge]).id.rawValue)
        )
        rootOfPair[pair] = number
      }
    }
    for event in facts.index.trace.log.events where event.kind == .dependencyAdded {
      guard let operation = event.operation,
        let root = rootOfPair[Dependency(operation: operation, on: event.argument)]
      else { continue }
      roots[root].event = event
      roots[root].since = max(roots[root].since, event.instant)
    }
  }

  private struct Dependency: Hashable {
    var operation: OperationID
    var on: UInt64
  }
}

// MARK: - Words

extension DependencyCycleRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let proof = StallProof(context)
    let steps = proof.steps(root.cycle)
    let shown = steps.prefix(6).map { proof.clause($0) }
    let rest = steps.count - shown.count
    let others = rest > 0 ? " and so on, \(CountText.grouped(rest)) more" : ""
    let circle = shown.joined(separator: ", ") + others
    let queues = root.queues.count > 1 ? ", across \(context.names.queues(root.queues))" : ""
    let words = StallWords(context)
    return "\(context.names.operations(root.operations)) have waited for each other for "
      + "\(words.age(of: root)) and can never start: \(circle)\(queues)"
      + "\(words.waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations)
    let queues = roots.first?.queues ?? []
    let place = queues.isEmpty ? "" : " of \(context.names.queues(queues))"
    return "\(CountText.of(operations.count, "operation"))\(place) can never start: "
      + "\(context.names.operations(operations)) wait for each other in "
      + "\(CountText.of(roots.count, "circle"))\(StallWords(context).waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let proof = StallProof(context)
    let names = proof.steps(root.cycle).map { proof.name(of: $0.waiter) }
    let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names[...]
    let circle = (shown + names.prefix(1)).joined(separator: " → ")
    var lines = ["circle: \(circle)"]
    if let (operation, dependency, event) = lastDependency(of: root, in: context),
      !event.flags.contains(.seenLate)
    {
      lines.append(
        "closed by \(operation).addDependency(\(dependency)) on "
          + "\(context.names.thread(event.thread)), "
          + "\(DurationText.short(event.instant.nanoseconds)) into the recording"
      )
    }
    return lines
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    guard roots.count == 1, let root = roots.first else {
      return "Remove one dependency of each circle."
    }
    guard let (operation, dependency, _) = lastDependency(of: root, in: context) else {
      return "Remove one dependency of the circle."
    }
    return "Remove one dependency of the circle; the one that closed it is that of \(operation) on "
      + "\(dependency)."
  }

  private func lastDependency(
    of root: StallRoot,
    in context: DiagnosisContext
  ) -> (operation: String, dependency: String, event: TraceEvent)? {
    guard let event = root.event, let id = UInt32(exactly: event.argument),
      let operation = context.facts.index.position(of: event.operation),
      let dependency = context.facts.index.position(of: OperationID(rawValue: id))
    else { return nil }
    return (context.names.operation(operation), context.names.operation(dependency), event)
  }
}
