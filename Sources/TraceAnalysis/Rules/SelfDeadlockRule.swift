import TraceEvents
import TraceModel

/// An operation that waits for one which needs the slot it holds, or its finish.
///
/// These are the cycles of the wait-for graph in which a thread takes part; those of dependencies alone have a rule of
/// their own.
package struct SelfDeadlockRule: StallRule {
  package let name = Self.stableName
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An executing operation waits for another one, which can't get on before the first has "
      + "left its slot or finished.",
    why: "waitUntilFinished keeps the slot of the operation that calls it, so a wait for something "
      + "in the same queue, or for what depends on the waiter, waits for itself.",
    change: "Do not wait inside an operation: put what comes after the wait into an operation of "
      + "its own that depends on the other one.",
    wrong: """
      let images = serialQueue("images")
      let resize = named("resize") { print("resized") }
      let decode = named("decode") {
        images.addOperation(resize)
        resize.waitUntilFinished()
      }
      """,
    right: """
      let images = serialQueue("images")
      let resize = named("resize") { print("resized") }
      let decode = named("decode") {
        images.addOperation(resize)
      }
      """
  )

  private static let stableName = "self-deadlock"

  package init() {}

  /// None: they come out of the wait-for graph, see `root(of:in:)`.
  package func roots(in facts: StallFacts) -> [StallRoot] {
    []
  }

  /// The root cause that a knot of the wait-for graph is; nil for one in which nothing executes.
  static func root(of knot: [Int], in facts: StallFacts) -> StallRoot? {
    let digraph = facts.graph.digraph
    let isMember = Set(knot)
    let executing = knot.filter { isExecuting($0, in: facts) }
    if executing.isEmpty { return nil }
    func cycle(throughGroups: Bool) -> [Int]? {
      executing.lazy.compactMap { start in
        digraph.shortestPath(from: start, to: start) { edge in
          isMember.contains(digraph.targets[edge])
            && (throughGroups || facts.graph.reasons[edge] != .group)
        }
      }.first
    }
    let proven = cycle(throughGroups: false)
    let edges = proven ?? cycle(throughGroups: true) ?? []
    let isOperation = { (node: Int) in
      if case .operation = facts.graph.node(node) { true } else { false }
    }
    let drawn = edges.map { digraph.sources[$0] }.filter(isOperation)
    let isDrawn = Set(drawn)
    let operations = drawn + executing.filter { isOperation($0) && !isDrawn.contains($0) }
    return StallRoot(
      rule: stableName,
      operations: operations,
      queues: Set(operations.compactMap { facts.index.queue(of: $0) }).sorted(),
      since: operations.map { since($0, in: facts) }.max() ?? .zero,
      certainty: proven == nil || isThroughWorkers(edges, in: facts) ? .likely : facts.proven,
      cycle: edges
    )
  }

  /// How many workers there can be is Foundation's affair, not the trace's.
  private static func isThroughWorkers(_ edges: [Int], in facts: StallFacts) -> Bool {
    edges.contains { facts.graph.reasons[$0] == .worker }
  }

  private static func isExecuting(_ node: Int, in facts: StallFacts) -> Bool {
    switch facts.graph.node(node) {
    case .operation(let operation): facts.situations[operation].holdsSlot
    case .barrierBlock: true
    default: false
    }
  }

  /// When an operation began to wait.
  private static func since(_ operation: Int, in facts: StallFacts) -> TraceInstant {
    let waits = facts.graph.digraph.edges(from: operation).compactMap { edge -> TraceInstant? in
      if case .wait(let number) = facts.graph.reasons[edge] {
        facts.openWaits[number].since
      } else {
        nil
      }
    }
    let milestones = facts.operation(operation).milestones
    return waits.min() ?? milestones.started ?? milestones.enqueued ?? milestones.seen
  }
}

// MARK: - Words

extension SelfDeadlockRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let proof = StallProof(context)
    let steps = circle(of: root, in: context)
    var clauses: [String] = []
    if let victim = context.blocked(by: root).first,
      let edge = context.solution.nextEdge[victim], let step = proof.steps([edge]).first,
      step.next == steps.first?.waiter
    {
      clauses.append(proof.clause(step, .ofSentence))
    }
    // The holders of slots are told with how long they have held them; else the wait says how long it is.
    let saysAge = !steps.contains { $0.reason == .slot }
    for step in steps.prefix(6) {
      if saysAge, case .wait = step.reason {
        clauses.append(proof.clause(step, .aged))
      } else {
        clauses.append(proof.clause(step, clauses.isEmpty ? .ofSentence : .plain))
      }
    }
    if steps.count > 6 { clauses.append("and so on, \(CountText.grouped(steps.count - 6)) more") }
    return clauses.joined(separator: "; ") + "."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations)
    let queues = context.names.queues(roots.first?.queues ?? [])
    return "\(CountText.of(operations.count, "operation")) of \(queues) wait for themselves in "
      + "\(CountText.of(roots.count, "deadlock")): \(context.names.operations(operations))"
      + "\(StallWords(context).waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let proof = StallProof(context)
    let steps = circle(of: root, in: context)
    var lines = steps.prefix(12).map { proof.clause($0, .aged, hasPlace: false) }
    if steps.count > 12 { lines.append("and so on, \(CountText.grouped(steps.count - 12)) more") }
    for step in steps where step.reason == .group {
      if let operation = step.operation { lines += StackWords(context).lines(of: operation) }
    }
    for operation in root.operations {
      for edge in context.facts.graph.digraph.edges(from: operation) {
        guard lines.count < 16, case .wait(let number) = context.facts.graph.reasons[edge] else {
          continue
        }
        let wait = context.facts.openWaits[number]
        let place = StackWords(context).place(of: operation).map { ", in \($0)" } ?? ""
        lines.append(
          "\(context.names.operation(operation)) called \(proof.call(of: wait)) on "
            + "\(context.names.thread(wait.thread)), "
            + "\(DurationText.short(wait.since.nanoseconds)) into the recording\(place)"
        )
      }
    }
    return lines
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    guard roots.count == 1, let root = roots.first else {
      return "Do not wait inside operations: let what comes after each wait be an operation that "
        + "depends on the other one."
    }
    let steps = circle(of: root, in: context)
    let proof = StallProof(context)
    let needsSlot = steps.first { $0.reason == .slot }?.waiter
    for step in steps {
      let waiter = proof.name(of: step.waiter)
      let target = proof.name(of: step.next)
      let elsewhere =
        needsSlot.map { operation in
          let moved = operation == step.next ? "it" : proof.name(of: operation)
          return ", or put \(moved) on another queue"
        } ?? ""
      switch step.reason {
      case .wait(let number):
        if case .queue(let all) = context.facts.openWaits[number].target {
          return "Do not wait for \(context.names.queue(all)) inside \(waiter): let what comes "
            + "after the wait be an operation or a barrier block of its own."
        }
        if step.waiter == step.next {
          return "Do not let \(waiter) wait for itself: leave out the call of waitUntilFinished."
        }
        return "Do not wait for \(target) inside \(waiter): make \(target) a dependency of what "
          + "\(waiter) does next\(elsewhere)."
      case .group:
        return "Let \(waiter) finish without waiting for \(target)\(elsewhere)."
      default:
        continue
      }
    }
    return "Do not wait inside an operation for one that needs it to finish."
  }

  /// The steps of the circle, from one that has not started on, where there is one: that is what a person misses.
  ///
  /// What waits for the circle comes to it at some operation; then that one is the first.
  private func circle(of root: StallRoot, in context: DiagnosisContext) -> [StallWalk.Step] {
    let steps = StallProof(context).steps(root.cycle)
    let entry = context.blocked(by: root).first
      .flatMap { context.solution.nextEdge[$0] }
      .flatMap { StallProof(context).steps([$0]).first?.next }
    let start =
      steps.firstIndex { $0.waiter == entry }
      ?? steps.firstIndex { step in
        step.operation.map { context.facts.operation($0).milestones.started == nil } ?? false
      } ?? 0
    return Array(steps[start...] + steps[..<start])
  }
}
