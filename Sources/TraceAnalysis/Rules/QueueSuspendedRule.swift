import TraceEvents
import TraceModel

/// A suspended queue with operations that could start, or that are cancelled and can't leave.
package struct QueueSuspendedRule: StallRule {
  package let name = "queue-suspended"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle, .stall]
  package let explanation = RuleExplanation(
    what: "Operations are ready, or cancelled, in a queue that is suspended: none of them starts, "
      + "and the cancelled ones can't leave.",
    why: "The queue was suspended, often by the state of the app or before it was filled, and no "
      + "path resumes it.",
    change: "Set isSuspended to false on every path, also after cancelAllOperations: only a queue "
      + "that runs lets its cancelled operations go.",
    wrong: """
      uploads.isSuspended = true
      uploads.addOperation(upload)
      uploads.cancelAllOperations()
      uploads.waitUntilAllOperationsAreFinished()
      """,
    right: """
      uploads.isSuspended = true
      uploads.addOperation(upload)
      uploads.cancelAllOperations()
      uploads.isSuspended = false
      uploads.waitUntilAllOperationsAreFinished()
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.index.members.enumerated().compactMap { number, members in
      let held = members.filter { facts.situations[$0] == .suspended }
      guard let suspension = facts.queue(number).suspensions.last,
        let firstReady = held.map({ ready($0, in: facts) }).min()
      else { return nil }
      let since = max(suspension.start, firstReady)
      guard facts.isSettled(since: since, .idle) else { return nil }
      return StallRoot(
        rule: name,
        operations: held,
        obstacles: [.resumption(number)],
        queues: [number],
        since: since,
        certainty: facts.proven
      )
    }
  }

  private func ready(_ position: Int, in facts: StallFacts) -> TraceInstant {
    let milestones = facts.operation(position).milestones
    return milestones.ready ?? milestones.enqueued ?? milestones.seen
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let queue = context.names.initialQueue(root.queues[0])
    let cancelled = root.operations.filter { isCancelled($0, in: context) }
    let ready = root.operations.filter { !isCancelled($0, in: context) }
    var held: [String] = []
    if !ready.isEmpty {
      held.append(
        "\(context.names.operations(ready)) \(ready.count == 1 ? "is" : "are") ready and can't start"
      )
    }
    if !cancelled.isEmpty {
      let verb = cancelled.count == 1 ? "is" : "are"
      held.append("\(context.names.operations(cancelled)) \(verb) cancelled and can't leave")
    }
    return "\(queue) has been suspended for \(age(of: root, in: context))"
      + "\(origin(of: root, in: context)): \(held.joined(separator: ", "))"
      + "\(StallWords(context).waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { sentence(for: $0, in: context) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard let suspension = suspension(of: root, in: context) else { return [] }
    let queue = context.names.queue(root.queues[0])
    let moment = DurationText.short(suspension.start.nanoseconds)
    guard suspension.thread != nil else { return ["\(queue) was suspended when it was first seen"] }
    return [
      "\(queue) was suspended\(origin(of: root, in: context)) \(moment) into the recording, and "
        + "has not been resumed"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let queue = context.names.queue(roots[0].queues[0])
    let isCancelled = roots.flatMap(\.operations).contains { self.isCancelled($0, in: context) }
    return "Set isSuspended = false on \(queue)"
      + (isCancelled ? ", also after its operations were cancelled." : ".")
  }

  private func isCancelled(_ operation: Int, in context: DiagnosisContext) -> Bool {
    context.facts.operation(operation).milestones.cancelled != nil
  }

  private func suspension(
    of root: StallRoot,
    in context: DiagnosisContext
  ) -> TracedQueue.Suspension? {
    context.facts.queue(root.queues[0]).suspensions.last
  }

  private func age(of root: StallRoot, in context: DiagnosisContext) -> String {
    let start = suspension(of: root, in: context)?.start ?? root.since
    return DurationText.short(context.facts.age(since: start))
  }

  /// Who suspended the queue, such as " by setup on thread 12", as far as it is known.
  private func origin(of root: StallRoot, in context: DiagnosisContext) -> String {
    guard let suspension = suspension(of: root, in: context) else { return "" }
    let actor = context.facts.index.position(of: suspension.actor)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    return by + (suspension.thread.map { " on \(context.names.thread($0))" } ?? "")
  }
}
