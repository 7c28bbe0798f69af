import TraceEvents
import TraceModel

/// An operation that was cancelled and never becomes finished: its branch for the cancelled case forgot it.
///
/// Either its `start()` returned without finishing it, or it executed, was cancelled, and nobody has finished it since; or
/// it has not even been started, as its `isReady` says no. Silent while it may still come to its end: until the idle
/// threshold has passed since the cancel or the return, while nothing else moves, or else the stall threshold. What was
/// cancelled only just before the trace ended was stuck before, and is left to `never-finished`.
package struct CancelledNeverFinishedRule: StallRule {
  package let name = "cancelled-never-finished"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle, .stall, .dispatch]
  package let counts: [DiagnosisThresholds.Count] = [.kindFactor]
  package let explanation = RuleExplanation(
    what: "An operation was cancelled and never became finished, so it keeps its slot, and what "
      + "waits for it waits for ever.",
    why: "cancel() only sets a flag: start() is still called, and a branch that returns early when "
      + "isCancelled is set must finish the operation too.",
    change: "Finish the operation in the branch for isCancelled as well, and whenever it is "
      + "cancelled while it executes.",
    wrong: """
      override func start() {
        if isCancelled { return }
        super.start()
      }
      """,
    right: """
      override func start() {
        if isCancelled { return finish() }
        super.start()
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.situations.indices.compactMap { position in
      let milestones = facts.operation(position).milestones
      guard let cancelled = milestones.cancelled, isForgotten(position, since: cancelled, in: facts)
      else { return nil }
      return StallRoot(
        rule: name,
        operations: [position],
        queues: facts.index.queue(of: position).map { [$0] } ?? [],
        since: max(cancelled, milestones.startReturned ?? milestones.enqueued ?? cancelled),
        certainty: .likely
      )
    }
  }

  private func isForgotten(
    _ position: Int,
    since cancelled: TraceInstant,
    in facts: StallFacts
  ) -> Bool {
    let milestones = facts.operation(position).milestones
    guard facts.graph.digraph.edges(from: position).isEmpty else { return false }
    switch facts.situations[position] {
    case .detached:
      guard facts.isOverdue[position] else { return false }
      let wasBefore = milestones.started.map { cancelled < $0 } ?? false
      return wasBefore || facts.age(since: cancelled) >= facts.thresholds.nanoseconds(.idle)
    case .dispatching:
      return facts.hasStood(since: max(cancelled, milestones.enqueued ?? .zero), .dispatch)
    default:
      return false
    }
  }
}

// MARK: - Words

extension CancelledNeverFinishedRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operation = root.operations[0]
    var text =
      "\(context.names.operation(operation)) was cancelled \(state(of: operation, in: context))"
    if context.facts.situations[operation].holdsSlot, let slot = words.slot(of: operation) {
      text += "; \(slot)"
    }
    return text + words.waiting(for: [root]) + "."
  }

  private func state(of operation: Int, in context: DiagnosisContext) -> String {
    let milestones = context.facts.operation(operation).milestones
    let cancelled = milestones.cancelled ?? .zero
    let ago = DurationText.short(context.facts.age(since: cancelled))
    guard let started = milestones.started else {
      let reason =
        overridesIsReady(operation, in: context)
        ? "its class overrides isReady, which has not said that it is ready"
        : "nothing that the recording shows is in its way"
      return "\(ago) ago and has not been started since, so it can't leave its queue: \(reason)"
    }
    if started < cancelled {
      return "\(ago) ago while it executed, and nothing has finished it since"
    }
    let returned = milestones.startReturned ?? started
    return "before it started, and is not finished: its start() returned "
      + "\(DurationText.short(context.facts.age(since: returned))) ago without finishing it"
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let operations = context.names.operations(roots.flatMap(\.operations))
    let queues = roots.first?.queues ?? []
    let place = queues.isEmpty ? "" : " of \(context.names.queues(queues))"
    return "\(CountText.of(roots.count, "operation"))\(place) were cancelled and are not finished: "
      + "\(operations), the first for \(words.oldest(of: roots))\(words.waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    let operation = root.operations[0]
    let record = context.facts.operation(operation)
    let actor = context.facts.index.position(of: record.canceller)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    let cancelled = DurationText.short(record.milestones.cancelled?.nanoseconds ?? 0)
    var line =
      "\(context.names.operation(operation)) was cancelled\(by) \(cancelled) into the recording"
    if let started = record.milestones.started {
      let thread = record.startThread.map { " on \(context.names.thread($0))" } ?? ""
      line +=
        ", was started\(thread) \(DurationText.short(started.nanoseconds)) into it, and returned "
        + "from start() unfinished"
    } else {
      line += ", and was not started"
    }
    return [line] + StallWords(context).lost(by: operation)
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let operations = roots.flatMap(\.operations)
    let classes = Set(operations.map { context.facts.operation($0).className })
    let names = CountText.list(classes.sorted())
    if operations.allSatisfy({ context.facts.operation($0).milestones.started == nil }) {
      return operations.contains { overridesIsReady($0, in: context) }
        ? "Let isReady of \(names) be true once isCancelled is: only what is started can finish."
        : "Look for what keeps the threads of \(names) from starting it."
    }
    let wasBefore = operations.contains { position in
      let milestones = context.facts.operation(position).milestones
      return (milestones.cancelled ?? .zero) < (milestones.started ?? .zero)
    }
    return wasBefore
      ? "Let start() of \(names) finish the operation before it returns when isCancelled is set."
      : "Let \(names) finish when it is cancelled while it executes: in cancel(), or in the branch "
        + "that looks at isCancelled."
  }

  private func overridesIsReady(_ operation: Int, in context: DiagnosisContext) -> Bool {
    context.facts.operation(operation).classTraits.contains(.overridesIsReady)
  }
}
