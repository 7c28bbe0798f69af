import TraceEvents
import TraceModel

/// An operation that others wait for, and that nobody has added to a queue or started.
package struct DependencyNotEnqueuedRule: StallRule {
  package let name = "dependency-not-enqueued"
  package let thresholds: [DiagnosisThresholds.Name] = [.settling, .stall]
  package let explanation = RuleExplanation(
    what: "An operation waits for another one that was never added to a queue, so it never starts.",
    why: "The call of addOperation was forgotten, or stands on a path that was not taken; an "
      + "operation that is not in a queue does nothing, and says nothing.",
    change: "Add the other operation to a queue, or do not wait for it.",
    wrong: """
      parse.addDependency(download)
      queue.addOperation(parse)
      """,
    right: """
      parse.addDependency(download)
      queue.addOperation(parse)
      queue.addOperation(download)
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    var threads: [Int: TraceInstant] = [:]
    for wait in facts.openWaits where wait.waiter == nil {
      guard case .operation(let operation) = wait.target else { continue }
      threads[operation] = min(threads[operation] ?? wait.since, wait.since)
    }
    return facts.situations.indices.compactMap { position in
      guard facts.situations[position] == .unused else { return nil }
      let victims = victims(of: position, in: facts)
      let beginnings =
        victims.map { arrival(of: $0, in: facts) } + (threads[position].map { [$0] } ?? [])
      guard let since = beginnings.min(), facts.isSettled(since: since, .settling) else {
        return nil
      }
      return StallRoot(
        rule: name,
        operations: [position],
        queues: victims.first.flatMap { facts.index.queue(of: $0) }.map { [$0] } ?? [],
        since: since,
        certainty: facts.beganMidway ? .likely : facts.proven
      )
    }
  }

  /// Pending operations that wait for this one, in the order of first sight.
  private func victims(of position: Int, in facts: StallFacts) -> [Int] {
    let digraph = facts.graph.digraph
    let waiters = digraph.edges(to: position).compactMap { edge -> Int? in
      guard case .operation(let waiter) = facts.graph.node(digraph.sources[edge]),
        facts.situations[waiter].isPending
      else { return nil }
      return waiter
    }
    return Set(waiters).sorted()
  }

  /// When an operation began to wait, as far as it is known.
  private func arrival(of waiter: Int, in facts: StallFacts) -> TraceInstant {
    let milestones = facts.operation(waiter).milestones
    return milestones.started ?? milestones.enqueued ?? milestones.seen
  }
}

// MARK: - Words

extension DependencyNotEnqueuedRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let missing = "\(context.names.operations(root.operations)), which was never added to a queue"
    let blocked = context.blocked(by: root)
    guard let first = blocked.first else {
      return "\(thread(waitingFor: root, in: context)) waits for \(missing)."
    }
    let step = context.solution.nextEdge[first].flatMap {
      StallProof(context).steps([$0]).first
    }
    let hasStarted = context.facts.operation(first).milestones.started != nil
    let name = context.names.operation(first)
    let subject =
      hasStarted
      ? "\(name) can't get on" : "\(name) has not started for \(StallWords(context).age(of: root))"
    let how: String
    if case .wait = step?.reason {
      how = "it is blocked in waitUntilFinished on"
    } else {
      how = "it waits for"
    }
    let others = blocked.dropFirst()
    let tail =
      others.isEmpty
      ? ""
      : "; \(context.names.operations(others)) \(others.count == 1 ? "waits" : "wait") behind it"
    return "\(subject): \(how) \(missing)\(tail)."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let missing = context.names.operations(roots.flatMap(\.operations))
    let blocked = roots.flatMap { context.blocked(by: $0) }
    let victims = blocked.isEmpty ? "threads" : context.names.operations(blocked)
    return "\(CountText.of(roots.count, "operation")) were never added to a queue: \(missing); "
      + "\(victims) can't get on without them."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let names = context.names.operations(root.operations)
    return ["\(names) was seen, and neither added to a queue nor started"]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let missing = context.names.operations(roots.flatMap(\.operations))
    return
      "Add \(missing) to a queue, or leave out the dependency on \(roots.count == 1 ? "it" : "them")."
  }

  private func thread(waitingFor root: StallRoot, in context: DiagnosisContext) -> String {
    let thread = context.threadsWaiting(for: root).first?.thread
    return thread.map { TraceNames.initial(context.names.thread($0)) } ?? "A thread"
  }
}
