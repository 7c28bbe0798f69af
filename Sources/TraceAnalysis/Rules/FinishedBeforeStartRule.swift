package import TraceEvents
import TraceModel

/// An operation that was in a queue and became finished before the queue had started it.
///
/// Silent about operations of no queue, whose program may do with them what it likes, and about those that were in their
/// queue before the recording began.
package struct FinishedBeforeStartRule: MisuseRule {
  package let name = "finished-before-start"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation in a queue changed to finished before the queue had started it.",
    why: "Most often an overridden cancel() calls finish() whether the operation executes or not. "
      + "Its slot and its dependents are let go at once, and Foundation complains on standard "
      + "output.",
    change: "Finish only what executes: the queue starts a cancelled operation too, and start() is "
      + "where that one finishes.",
    wrong: """
      override func cancel() {
        super.cancel()
        finish()
      }
      """,
    right: """
      override func cancel() {
        super.cancel()
        if isExecuting { finish() }
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    context.trace.operations.compactMapPositions { position, operation in
      let milestones = operation.milestones
      guard let finished = milestones.finished, let enqueued = milestones.enqueued,
        milestones.started.map({ finished < $0 }) ?? true, enqueued <= finished,
        // What came into its queue before the recording began may have been started before, too.
        operation.enqueueThread != nil, operation.queue != nil, !operation.isBarrier,
        finished <= context.facts.end
      else { return nil }
      return Case(operation: position, since: finished, certainty: context.facts.proven)
    }
  }
}

// MARK: - Words

extension FinishedBeforeStartRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let operation = context.facts.operation(misuse.operation)
    let name = context.names.operation(misuse.operation)
    let cause = wasCancelled(operation) ? "was cancelled and became" : "became"
    return "\(name) \(cause) finished before \(place(of: [misuse], in: context)) had started it."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    return "\(CountText.of(cases.count, "operation")) became finished before "
      + "\(place(of: cases, in: context)) had started them: \(names)."
  }

  private func place(of cases: [Case], in context: DiagnosisContext) -> String {
    let queue = cases.first.flatMap { context.facts.index.queue(of: $0.operation) }
    return queue.map { context.names.queue($0) } ?? "the queue"
  }

  private func wasCancelled(_ operation: TracedOperation) -> Bool {
    guard let cancelled = operation.milestones.cancelled,
      let finished = operation.milestones.finished
    else { return false }
    return cancelled <= finished
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let milestones = operation.milestones
    let words = MisuseWords(context)
    var steps = [("was added to its queue", milestones.enqueued ?? .zero)]
    if wasCancelled(operation), let cancelled = milestones.cancelled {
      steps.append(("was cancelled\(words.canceller(of: operation))", cancelled))
    }
    steps.append(("finished\(words.place(operation.finishThread))", misuse.since))
    let end =
      milestones.started.map {
        "its queue started it \(words.time(from: misuse.since, to: $0)) later"
      } ?? "its queue never started it"
    let name = context.names.operation(misuse.operation)
    return ["\(name) \(words.story(steps)); \(end)"]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    return "Let \(code) finish only while it executes: the queue starts a cancelled operation too, "
      + "and start() is where that one finishes."
  }
}
