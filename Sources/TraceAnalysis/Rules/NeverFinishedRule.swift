import TraceEvents
import TraceModel

/// An asynchronous operation whose `start()` has returned and that nobody finishes, or one that had finished and set
/// `isFinished` back to false.
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
    forgotten(in: facts) + takenBack(in: facts)
  }

  private func forgotten(in facts: StallFacts) -> [StallRoot] {
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

  /// Roots of no queue: their queues have let go of them.
  private func takenBack(in facts: StallFacts) -> [StallRoot] {
    var roots: [Int: StallRoot] = [:]
    let idle = facts.thresholds.nanoseconds(.idle)
    for wait in facts.openWaits where wait.isForTakenBack(facts.index) {
      guard case .operation(let position) = wait.target, roots[position] == nil,
        facts.age(since: wait.since) >= idle
      else { continue }
      roots[position] = StallRoot(
        rule: name,
        operations: [position],
        queues: [],
        since: wait.since,
        certainty: facts.proven
      )
    }
    return roots.sorted { $0.key < $1.key }.map(\.value)
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    let name = context.names.operation(operation)
    let milestones = context.facts.operation(operation).milestones
    if milestones.finished != nil {
      return "\(name) had finished, and says that it has not; it has been waited for in vain for "
        + "\(words.age(of: root))."
    }
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
    if roots.allSatisfy({ isTakenBack($0, in: context) }) {
      return "\(CountText.of(roots.count, "operation")) had finished, and say that they have not: "
        + "\(operations) have been waited for in vain for \(words.oldest(of: roots))."
    }
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
    if let finished = record.milestones.finished {
      return [
        "\(name) finished \(DurationText.short(finished.nanoseconds)) into the recording; a wait "
          + "for it that began \(DurationText.short(root.since.nanoseconds(since: finished))) later "
          + "would have returned at once if it still were"
      ]
    }
    let began = record.milestones.started?.nanoseconds ?? 0
    let thread = record.startThread.map { " on \(context.names.thread($0))" } ?? ""
    var line =
      "\(name) was started\(thread) \(DurationText.short(began)) into the recording, returned "
      + "from start() and has not finished"
    if let comparison = StallWords(context).comparison(of: operation) { line += "; \(comparison)" }
    return [line] + StallWords(context).lost(by: operation)
  }

  private func isTakenBack(_ root: StallRoot, in context: DiagnosisContext) -> Bool {
    root.operations.contains { context.facts.operation($0).milestones.finished != nil }
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations).map { context.facts.operation($0) }
    let classes = CountText.list(Set(operations.map(\.className)).sorted())
    if roots.allSatisfy({ isTakenBack($0, in: context) }) {
      return "Never let \(classes) leave the finished state; make a new operation for another try."
    }
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
