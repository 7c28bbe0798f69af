import TraceEvents
import TraceModel

/// Operations of the main queue that the main thread does not come to start.
///
/// Either the main thread is blocked in a wait that needs one of them, which the wait-for graph proves; or nothing runs the
/// main run loop. Silent while the main thread is in a wait that will end or is stuck by something else, and while anything
/// else moves, until the dispatch threshold has passed, or the stall threshold in a busy process.
package struct MainQueueNotDrainedRule: StallRule {
  package let name = Self.stableName
  package let thresholds: [DiagnosisThresholds.Name] = [.dispatch, .stall]
  package let explanation = RuleExplanation(
    what: "Operations of OperationQueue.main never start, because the main thread does not serve "
      + "its queue.",
    why:
      "Only the main thread runs them: while it waits for something that waits for them, or where "
      + "nothing runs the main run loop, nobody does.",
    change:
      "Do not wait on the main thread for what needs it, and let it end in RunLoop.main.run() "
      + "or dispatchMain().",
    wrong: """
      save.addDependency(show)
      OperationQueue.main.addOperation(show)
      OperationQueue().addOperations([fetch, save], waitUntilFinished: false)
      save.waitUntilFinished()
      """,
    right: """
      save.addDependency(show)
      OperationQueue.main.addOperation(show)
      OperationQueue().addOperations([fetch, save], waitUntilFinished: false)
      while !save.isFinished {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      }
      """
  )

  private static let stableName = "main-queue-not-drained"

  package init() {}

  /// A main thread that is in no wait, and starts nothing.
  package func roots(in facts: StallFacts) -> [StallRoot] {
    let thread = facts.graph.number(of: .mainThread)
    guard facts.graph.digraph.edges(from: thread).isEmpty else { return [] }
    return facts.index.members.enumerated().compactMap { number, members in
      guard facts.queue(number).isMain else { return nil }
      let ready = members.filter { facts.situations[$0] == .dispatching }
      let since = ready.map { position in
        let milestones = facts.operation(position).milestones
        return milestones.ready ?? milestones.enqueued ?? milestones.seen
      }
      guard let first = since.min(), facts.hasStood(since: first, .dispatch) else { return nil }
      return StallRoot(
        rule: name,
        operations: ready,
        obstacles: [.mainThread],
        queues: [number],
        since: first,
        certainty: .likely
      )
    }
  }

  /// The root cause that a knot of the wait-for graph is in which the main thread itself waits; nil for any other.
  ///
  /// Where it is an operation on the main thread that waits, this waits for itself.
  static func root(of knot: [Int], in facts: StallFacts) -> StallRoot? {
    let graph = facts.graph
    let thread = graph.number(of: .mainThread)
    let isMember = Set(knot)
    guard isMember.contains(thread),
      let cycle = graph.digraph.shortestPath(
        from: thread,
        to: thread,
        where: { isMember.contains(graph.digraph.targets[$0]) && graph.reasons[$0] != .occupant }
      )
    else { return nil }
    let operations = cycle.compactMap { edge -> Int? in
      if case .operation(let operation) = graph.node(graph.digraph.sources[edge]) {
        operation
      } else {
        nil
      }
    }
    return StallRoot(
      rule: stableName,
      operations: operations,
      queues: Set(operations.compactMap { facts.index.queue(of: $0) }).sorted(),
      since: since(cycle, in: facts),
      certainty: cycle.contains { graph.reasons[$0] == .group } ? .likely : facts.proven,
      cycle: cycle
    )
  }

  /// When the last wait of the circle began, or its last operation was added.
  private static func since(_ cycle: [Int], in facts: StallFacts) -> TraceInstant {
    cycle.map { edge in
      if case .wait(let number) = facts.graph.reasons[edge] { return facts.openWaits[number].since }
      guard case .operation(let operation) = facts.graph.node(facts.graph.digraph.sources[edge])
      else {
        return .zero
      }
      return facts.operation(operation).milestones.enqueued ?? .zero
    }.max() ?? .zero
  }
}

// MARK: - Words

extension MainQueueNotDrainedRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    guard root.cycle.isEmpty else {
      let proof = StallProof(context)
      let steps = proof.steps(root.cycle)
      let shown =
        steps.prefix(1).map { proof.clause($0, .aged) }
        + steps.dropFirst().prefix(6).map { proof.clause($0) }
      let rest = steps.count - shown.count
      let others = rest > 0 ? "; and so on, \(CountText.grouped(rest)) more" : ""
      return TraceNames.initial(shown.joined(separator: "; ")) + others
        + words.waiting(for: [root]) + "."
    }
    let verb = root.operations.count == 1 ? "has" : "have"
    return
      "\(context.names.operations(root.operations)) \(verb) been ready for \(words.age(of: root)) "
      + "in the main queue, and the main thread has not served it\(words.waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { sentence(for: $0, in: context) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let proof = StallProof(context)
    if !root.cycle.isEmpty {
      let steps = proof.steps(root.cycle)
      let lines = steps.prefix(12).map { proof.clause($0, .aged) }
      return steps.count > 12
        ? lines + ["and so on, \(CountText.grouped(steps.count - 12)) more"] : lines
    }
    let last = context.trace.operations.filter { operation in
      operation.startThread != nil && operation.startThread == context.facts.index.mainThread
    }.compactMap(\.milestones.started).max()
    let served = last.map {
      "last started an operation \(DurationText.short(context.facts.age(since: $0))) ago"
    }
    return [
      "the main thread \(served ?? "has started no operation"), and is in no wait that the "
        + "recording shows"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    guard let root = roots.first, let step = StallProof(context).steps(root.cycle).first else {
      let operations = roots.flatMap(\.operations)
      return "Let the main thread run its loop, with RunLoop.main.run() or dispatchMain(), or put "
        + "\(context.names.operations(operations)) on another queue."
    }
    guard case .wait(let number) = step.reason else {
      return "Do not block the main thread inside \(StallProof(context).name(of: step.next))."
    }
    let target = StallProof(context).call(of: context.facts.openWaits[number])
    return
      "Do not call \(target) on the main thread: let an operation that depends on the other do "
      + "what comes after the wait, and let the main thread run its loop."
  }
}
