import TraceEvents
import TraceModel

/// Ready operations that no worker thread comes for.
///
/// Either operations block all workers, more of them than there are processors, and none has come out for the dispatch
/// threshold; or nothing that the recording shows keeps a thread from coming. Silent where what occupies the workers can be
/// computing or changes hands, where only operations of the same queue wait behind it, as in any batch, and where what
/// blocks the workers waits for another root cause: the starved operations are listed there. What was in its queue before the
/// recording began counts only behind blocked workers.
package struct NoWorkerRule: StallRule {
  package let name = Self.stableName
  package let thresholds: [DiagnosisThresholds.Name] = [.dispatch, .stall]
  package let explanation = RuleExplanation(
    what: "An operation is ready, its queue runs and has a free slot, and yet no thread starts it.",
    why: "All queues share a few worker threads, as many as there are processors: operations that "
      + "block in a wait or a lock keep them, and only one more comes each second.",
    change: "Do not block in operations: make them asynchronous, limit how many run at once, or "
      + "give the other queue a serial underlyingQueue that you keep alive: it has its own thread.",
    wrong: """
      for _ in 0..<300 {
        let request = BlockOperation {
          hasReplied.wait()
          hasReplied.signal()
        }
        requests.addOperation(request)
      }
      let reply = BlockOperation { hasReplied.signal() }
      replies.addOperation(reply)
      """,
    right: """
      let ownThread = DispatchQueue(label: "replies")
      replies.underlyingQueue = ownThread
      """
  )

  private static let stableName = "no-worker"

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    if facts.shortage.starved.isEmpty { return [] }
    if let root = blockers(in: facts) { return [root] }
    return unexplained(in: facts)
  }

  /// The operations that block the workers, where no wait that the recording shows says what for.
  private func blockers(in facts: StallFacts) -> StallRoot? {
    let shortage = facts.shortage
    let processors = facts.index.trace.processors
    let blockers = shortage.occupants.filter { position in
      facts.graph.digraph.edges(from: position).isEmpty && !Self.computes(position, in: facts)
    }
    let isElsewhere = { (position: Int) in
      facts.index.queue(of: position).map { facts.holders[$0].isEmpty } ?? true
    }
    let victims = zip(shortage.starved, shortage.since).filter { isElsewhere($0.0) }
    let isFull = shortage.occupiedThreads >= WorkerShortage.mostWorkers
    guard shortage.isExhausted, blockers.count >= max(1, processors ?? 1),
      shortage.occupiedThreads > processors ?? 1, isFull || !victims.isEmpty
    else { return nil }
    let starved = isFull ? shortage.starved : victims.map(\.0)
    let since = isFull ? shortage.since : victims.map(\.1)
    return StallRoot(
      rule: name,
      operations: blockers,
      obstacles: [.workers],
      queues: Set((blockers + starved).compactMap { facts.index.queue(of: $0) }).sorted(),
      since: since.min() ?? .zero,
      certainty: .likely
    )
  }

  /// Whether the watchdog found the operation's thread running.
  private static func computes(_ position: Int, in facts: StallFacts) -> Bool {
    let stack = facts.index.trace.stacks[facts.operation(position).id]
    return stack.map { $0.stack.systemCall == nil } ?? false
  }

  /// Operations for which a thread should have come: a serial `underlyingQueue` that is busy, or a wake-up that was lost.
  private func unexplained(in facts: StallFacts) -> [StallRoot] {
    let shortage = facts.shortage
    guard shortage.occupiedThreads < facts.index.trace.processors ?? 1 else { return [] }
    let suspects = zip(shortage.starved, shortage.since).filter { position, since in
      // Of what was in its queue before the recording began nobody knows what became of it before.
      facts.operation(position).enqueueThread != nil
        && facts.operation(position).milestones.cancelled == nil
        && facts.graph.digraph.edges(from: position).isEmpty
        && facts.hasStood(since: since, .dispatch)
    }
    let own = Set(suspects.map(\.0)).filter {
      facts.operation($0).classTraits.contains(.overridesIsReady)
    }
    let lost = LostWakeUp.all(among: own.sorted(), in: facts)
    let kept = suspects.filter { !own.contains($0.0) || lost[$0.0] != nil }
    return Dictionary(grouping: kept) { facts.index.queue(of: $0.0) }
      .sorted { ($0.key ?? -1) < ($1.key ?? -1) }
      .map { queue, starved in
        StallRoot(
          rule: name,
          operations: starved.map(\.0),
          queues: queue.map { [$0] } ?? [],
          since: starved.map(\.1).min() ?? .zero,
          certainty: .likely,
          event: starved.lazy.compactMap { lost[$0.0] }.first
        )
      }
  }

  /// The root cause that a knot of the wait-for graph is which goes through the workers; nil for any other, and where no
  /// worker can come any more: then the operations wait for themselves.
  static func root(of knot: [Int], in facts: StallFacts) -> StallRoot? {
    let graph = facts.graph
    let workers = graph.number(of: .workers)
    let isMember = Set(knot)
    guard isMember.contains(workers), facts.shortage.occupiedThreads < WorkerShortage.mostWorkers,
      let cycle = graph.digraph.shortestPath(
        from: workers,
        to: workers,
        where: { isMember.contains(graph.digraph.targets[$0]) }
      )
    else { return nil }
    let blockers = facts.shortage.occupants.filter { isMember.contains($0) }
    let starved = zip(facts.shortage.starved, facts.shortage.since)
      .filter { isMember.contains($0.0) }
    return StallRoot(
      rule: stableName,
      operations: blockers,
      obstacles: [.workers],
      queues: Set((blockers + starved.map(\.0)).compactMap { facts.index.queue(of: $0) }).sorted(),
      since: starved.map(\.1).min() ?? .zero,
      certainty: .likely,
      cycle: cycle
    )
  }
}

// MARK: - Words

extension NoWorkerRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let age = words.age(of: root)
    guard !root.obstacles.isEmpty else {
      let verb = root.operations.count == 1 ? "has" : "have"
      let text =
        "\(context.names.operations(root.operations)) \(verb) been ready for "
        + "\(age)\(place(of: root, in: context)), "
        + "which has a free slot, and no thread has come\(words.waiting(for: [root]))"
      guard let shared = SharedThread(behind: root, in: context) else { return text + "." }
      return text + "\(shared.suspicion(of: context.blocked(by: root), in: context))."
    }
    let (elsewhere, others) = starved(in: context)
    let names = context.names.operations(elsewhere)
    let (has, waits) = elsewhere.count == 1 ? ("has", "it waits") : ("have", "they wait")
    let blockers = context.names.operations(root.operations)
    let verb = root.operations.count == 1 ? "blocks" : "block"
    let more =
      others.isEmpty ? "" : "; \(CountText.of(others.count, "more operation")) behind the blockers"
    return "\(names) \(has) not started: ready for \(age), \(waits) for a worker thread, and "
      + "\(blockers) \(verb) all that there are\(processors(in: context))\(more)."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { sentence(for: $0, in: context) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard !root.obstacles.isEmpty else {
      let lost = root.event.flatMap { context.facts.index.position(of: $0.operation) }
      return root.operations.prefix(12).map { position in
        let wakeUp =
          position == lost ? "; its last dependency finished while it was being added" : ""
        return
          "\(context.names.operation(position)) was ready, its queue runs and had a free slot, "
          + "and \(workers(in: context))\(wakeUp)"
      }
    }
    let proof = StallProof(context)
    var lines = root.operations.prefix(4).map { position in
      let operation = context.facts.operation(position)
      let thread = operation.startThread.map { " on \(context.names.thread($0))" } ?? ""
      let age = DurationText.short(context.facts.age(since: operation.milestones.started ?? .zero))
      let wait = context.facts.graph.digraph.edges(from: position).lazy
        .compactMap { edge in
          if case .wait(let number) = context.facts.graph.reasons[edge] { number } else { nil }
        }.first
      let call =
        wait.map { ", blocked in \(proof.call(of: context.facts.openWaits[$0]))" }
        ?? StackWords(context).whereabouts(of: position).map { "; its thread \($0)" } ?? ""
      return
        "\(context.names.operation(position)) has been inside start()\(thread) for \(age)\(call)"
    }
    if root.operations.count > 4 {
      lines.append("and \(CountText.grouped(root.operations.count - 4)) more of the same kind")
    }
    if let pace = stair(of: root, in: context) { lines.append(pace) }
    return lines
  }

  /// The mark that workers leave which come one by one: the last of the blockers started a second apart.
  private func stair(of root: StallRoot, in context: DiagnosisContext) -> String? {
    let starts = context.facts.shortage.occupants.compactMap {
      context.facts.operation($0).milestones.started
    }
    let steps = zip(starts, starts.dropFirst()).suffix(3).map { $1.nanoseconds(since: $0) }
    let isStair = steps.filter { (800_000_000...1_400_000_000).contains($0) }.count >= 2
    return isStair
      ? "the last of them started about a second apart: so threads come while all others are "
        + "blocked"
      : nil
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    guard let root = roots.first, !root.obstacles.isEmpty else {
      if let root = roots.first, let shared = SharedThread(behind: root, in: context) {
        return shared.advice(for: root, in: context)
      }
      let queue = roots.first?.queues.first.map { context.names.queue($0) } ?? "its queue"
      return
        "If \(queue) has an underlyingQueue, see what keeps that busy, and see whether work "
        + "outside of operations blocks the workers; else a wake-up was lost: add the operation "
        + "once its dependencies are in their queues, or call didChangeValue(forKey: "
        + "\"isReady\")."
    }
    let blockers = context.names.operations(root.operations)
    let queues = Set(
      starved(in: context).elsewhere.compactMap { context.facts.index.queue(of: $0) }
    )
    .subtracting(root.operations.compactMap { context.facts.index.queue(of: $0) }).sorted()
    let elsewhere =
      queues.isEmpty
      ? ""
      : "; or give \(context.names.queues(queues)) a serial underlyingQueue that you keep alive: "
        + "it has its own thread"
    return
      "Do not let \(blockers) block: make them asynchronous, or let fewer of them run at once "
      + "than there are processors\(elsewhere)."
  }

  /// The operations that wait for a worker: those whose queue does nothing meanwhile, and those that stand behind others
  /// of their queue; where there are only such, these.
  private func starved(in context: DiagnosisContext) -> (elsewhere: [Int], others: [Int]) {
    let starved = context.facts.shortage.starved
    let elsewhere = starved.filter { position in
      context.facts.index.queue(of: position).map { context.facts.holders[$0].isEmpty } ?? true
    }
    if elsewhere.isEmpty { return (starved, []) }
    let isElsewhere = Set(elsewhere)
    return (elsewhere, starved.filter { !isElsewhere.contains($0) })
  }

  /// How far the workers were taken where they were not the reason.
  private func workers(in context: DiagnosisContext) -> String {
    let taken = context.facts.shortage.occupiedThreads
    guard taken > 0, let processors = context.trace.processors else {
      return "no operation blocked a worker"
    }
    return "of \(CountText.of(processors, "worker")) only \(CountText.grouped(taken)) "
      + "\(taken == 1 ? "was" : "were") inside operations"
  }

  private func processors(in context: DiagnosisContext) -> String {
    context.trace.processors.map { " (\(CountText.of($0, "processor")))" } ?? ""
  }

  private func place(of root: StallRoot, in context: DiagnosisContext) -> String {
    root.queues.first.map { " in \(context.names.queue($0))" } ?? ""
  }
}
