import TraceEvents
import TraceModel

/// An operation that depends on itself.
package struct SelfDependencyRule: StallRule {
  package let name = "self-dependency"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation was made to depend on itself, so it would have to finish before it starts.",
    why: "A loop or a helper calls addDependency with the same operation on both sides; on Linux "
      + "the call locks the operation twice and never returns.",
    change: "Compare the two operations before addDependency is called, and leave the pair out.",
    wrong: """
      let steps = ["read", "sort", "write"].map(step)
      for step in steps {
        step.addDependency(steps[0])
      }
      """,
    right: """
      let steps = ["read", "sort", "write"].map(step)
      for step in steps.dropFirst() {
        step.addDependency(steps[0])
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.selfDependencies.values.sorted { $0.operation < $1.operation }.compactMap { call in
      let operation = facts.operation(call.operation)
      let milestones = operation.milestones
      if milestones.finished != nil || milestones.started != nil { return nil }
      // A call that returned leaves an operation that waits for itself, until someone cancels it.
      if call.hasReturned, milestones.cancelled != nil { return nil }
      return StallRoot(
        rule: name,
        operations: [call.operation],
        queues: facts.index.queue(of: call.operation).map { [$0] } ?? [],
        since: call.since,
        certainty: facts.proven
      )
    }
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let operation = context.names.operations(root.operations)
    let words = StallWords(context)
    let waiting = words.waiting(for: [root])
    guard let call = call(of: root, in: context), !call.hasReturned else {
      return "\(operation) has not started: it depends on itself\(waiting)."
    }
    return "\(operation) depends on itself: the call of addDependency that says so has not "
      + "returned on \(context.names.thread(call.thread)) for \(words.age(of: root))\(waiting)."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = context.names.operations(roots.flatMap(\.operations))
    return "\(CountText.of(roots.count, "operation")) depend on themselves: \(operations)"
      + "\(StallWords(context).waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard let call = call(of: root, in: context) else { return [] }
    let operation = context.names.operations(root.operations)
    let moment = DurationText.short(call.since.nanoseconds)
    let actor = call.actor.map { ", by \(context.names.operation($0))" } ?? ""
    return [
      "\(operation).addDependency(\(operation)) was called on "
        + "\(context.names.thread(call.thread))\(actor), \(moment) into the recording"
    ]
  }

  package func edges(of root: StallRoot, in context: DiagnosisContext) -> [ProofEdge] {
    root.operations.map { position in
      let operation = ProofEdge.Subject.operation(context.facts.operation(position).id)
      return ProofEdge(from: operation, to: operation, by: .dependency)
    }
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = context.names.operations(roots.flatMap(\.operations))
    return "Find the call of addDependency that gets \(operations) on both sides, and leave it out."
  }

  private func call(of root: StallRoot, in context: DiagnosisContext) -> SelfDependency? {
    root.operations.first.flatMap { context.facts.selfDependencies[$0] }
  }
}
