import TraceEvents
import TraceModel

/// An asynchronous operation whose `start()` has returned and that nobody finishes.
///
/// One that has been cancelled for a while has a rule of its own.
package struct NeverFinishedRule: StallRule {
  package let name = "never-finished"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle, .stall]
  package let explanation = RuleExplanation(
    what: "An asynchronous operation returned from start() and never changed to finished.",
    why: "One path forgets to finish: an error, a cancellation, a callback that never comes or "
      + "arrives on a thread without a run loop.",
    change: "Finish the operation on every path of its callback, also when it was cancelled "
      + "before it started.",
    wrong: """
      send { error in
        guard error == nil else { return }
        print("uploaded")
        self.finish()
      }
      """,
    right: """
      send { error in
        defer { self.finish() }
        guard error == nil else { return }
        print("uploaded")
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.situations.indices.compactMap { position in
      guard facts.situations[position] == .detached, facts.isOverdue[position],
        facts.graph.digraph.edges(from: position).isEmpty
      else { return nil }
      let milestones = facts.operation(position).milestones
      return StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: milestones.startReturned ?? milestones.started ?? milestones.seen,
        certainty: .likely
      )
    }
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    let name = context.names.operation(operation)
    let milestones = context.facts.operation(operation).milestones
    let cancelled = milestones.cancelled == nil ? "" : "was cancelled and "
    var text =
      "\(name) \(cancelled)has not finished: its start() returned \(words.age(of: root)) ago, and "
      + "nothing has finished it since"
    if let slot = words.slot(of: operation) { text += "; \(slot)" }
    return text + words.waiting(for: [root]) + "."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operations = context.names.operations(roots.flatMap(\.operations))
    let queues = roots.first?.queues ?? []
    let place = queues.isEmpty ? "" : " of \(context.names.queues(queues))"
    return "\(CountText.of(roots.count, "operation"))\(place) have not finished: \(operations) "
      + "returned from start(), the first \(words.oldest(of: roots)) ago, and nothing has finished "
      + "them since\(words.waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let operation = root.operations[0]
    let record = context.facts.operation(operation)
    let name = context.names.operation(operation)
    let began = record.milestones.started?.nanoseconds ?? 0
    let thread = record.startThread.map { " on \(context.names.thread($0))" } ?? ""
    var line =
      "\(name) was started\(thread) \(DurationText.short(began)) into the recording, returned "
      + "from start() and has not finished"
    if let comparison = StallWords(context).comparison(of: operation) { line += "; \(comparison)" }
    return [line]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations).map { context.facts.operation($0) }
    let classes = CountText.list(Set(operations.map(\.className)).sorted())
    let publishes = operations.contains { !$0.classTraits.isDisjoint(with: Self.states) }
    if operations.contains(where: { $0.classTraits.contains(.overridesStart) }), !publishes {
      return "\(classes) overrides start() without isExecuting and isFinished: override main() "
        + "instead, or publish both states."
    }
    return "Let \(classes) finish on every path of its callback: on success, on every error, and "
      + "when it is cancelled."
  }

  private static let states: TraceEvent.Flags = [.overridesIsFinished, .overridesIsExecuting]
}
