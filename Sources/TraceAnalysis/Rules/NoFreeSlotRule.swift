import TraceEvents
import TraceModel

/// A queue whose limit is 0, with operations that could start.
///
/// Slots that stalled operations hold are no root cause of their own: what holds them is.
package struct NoFreeSlotRule: StallRule {
  package let name = "no-free-slot"
  package let thresholds: [DiagnosisThresholds.Name] = [.settling, .stall]
  package let explanation = RuleExplanation(
    what: "A queue's limit is 0, so none of its operations ever starts.",
    why: "maxConcurrentOperationCount was computed, from the number of cores or from a setting, "
      + "and came out as 0, which Foundation accepts.",
    change: "Keep the limit at 1 or above; to hold a queue back, suspend it.",
    wrong: """
      let spare = processors - 2 * inUse
      encoders.maxConcurrentOperationCount = max(0, spare)
      """,
    right: """
      let spare = processors - 2 * inUse
      encoders.maxConcurrentOperationCount = max(1, spare)
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.index.members.enumerated().compactMap { number, members in
      guard facts.queue(number).slotLimit == 0 else { return nil }
      let held = members.filter { facts.situations[$0] == .queued }
      let ready = held.map { position in
        let milestones = facts.operation(position).milestones
        return milestones.ready ?? milestones.enqueued ?? milestones.seen
      }
      guard let firstReady = ready.min() else { return nil }
      let since = max(firstReady, facts.queue(number).limits.last?.instant ?? .zero)
      guard facts.isSettled(since: since, .settling) else { return nil }
      return StallRoot(
        rule: name,
        operations: held,
        obstacles: [.slots(number)],
        queues: [number],
        since: since,
        certainty: facts.proven
      )
    }
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let held = context.names.operations(root.operations)
    let verb = root.operations.count == 1 ? "is" : "are"
    return "\(context.names.initialQueue(root.queues[0])) has had a limit of 0 for "
      + "\(StallWords(context).age(of: root)): \(held) \(verb) ready and can't start"
      + "\(StallWords(context).waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { sentence(for: $0, in: context) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let queue = context.names.queue(root.queues[0])
    let limits = context.facts.queue(root.queues[0]).limits
    guard limits.count > 1, let change = limits.last else {
      return ["\(queue) had a limit of 0 when it was first seen"]
    }
    let actor = context.facts.index.position(of: change.actor)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    let moment = DurationText.short(change.instant.nanoseconds)
    return ["the limit of \(queue) was set to 0\(by) \(moment) into the recording"]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let queue = context.names.queue(roots[0].queues[0])
    return "Set maxConcurrentOperationCount of \(queue) to at least 1."
  }
}
