import TraceEvents
import TraceModel

/// An operation that says it is finished, without having told its queue.
package struct FinishedWithoutNotificationRule: StallRule {
  package let name = "finished-without-notification"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle]
  package let explanation = RuleExplanation(
    what: "An operation's isFinished is true, and its queue was never told: it keeps the slot, and "
      + "whatever waits for it waits for ever.",
    why: "A class that keeps its own state changes it without willChangeValue and didChangeValue "
      + "for \"isFinished\".",
    change: "Call willChangeValue(forKey:) before and didChangeValue(forKey:) after the change, "
      + "outside of any lock that the getters take.",
    wrong: """
      override func fire() {
        state.withLock { $0 = true }
      }
      """,
    right: """
      override func fire() {
        willChangeValue(forKey: "isFinished")
        state.withLock { $0 = true }
        didChangeValue(forKey: "isFinished")
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.situations.indices.compactMap { position in
      guard facts.situations[position] == .unnotified else { return nil }
      let milestones = facts.operation(position).milestones
      let asked = facts.unnotifiedSince[position]
      return StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: milestones.finished ?? asked ?? milestones.startReturned ?? milestones.seen,
        certainty: asked == nil ? .likely : facts.proven
      )
    }
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    let queue = root.queues.first.map { context.names.queue($0) }
    var text =
      "\(context.names.operation(operation)) says that it is finished, and "
      + "\(queue ?? "what waits for it") was never told"
    if let slot = words.slot(of: operation) { text += "; \(slot)" }
    return text + words.waiting(for: [root]) + "."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = context.names.operations(roots.flatMap(\.operations))
    let queue = roots.first?.queues.first.map { context.names.queue($0) }
    return "\(CountText.of(roots.count, "operation")) say that they are finished, and "
      + "\(queue ?? "what waits for them") was never told: \(operations)"
      + "\(StallWords(context).waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let operation = root.operations[0]
    let name = context.names.operation(operation)
    if let asked = context.facts.unnotifiedSince[operation] {
      return [
        "asked \(DurationText.short(asked.nanoseconds)) into the recording, \(name) said that "
          + "isFinished is true; no notification had come"
      ]
    }
    return [
      "isFinished of \(name) was read as true \(StallWords(context).age(of: root)) ago, and what "
        + "waits for it has not moved since"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let classes = Set(roots.flatMap(\.operations).map { context.facts.operation($0).className })
    return "Call willChangeValue(forKey: \"isFinished\") before and "
      + "didChangeValue(forKey: \"isFinished\") after \(CountText.list(classes.sorted())) changes "
      + "its state."
  }
}
