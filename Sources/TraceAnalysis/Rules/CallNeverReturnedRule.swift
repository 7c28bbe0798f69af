import TraceEvents
import TraceModel

/// A call of Foundation that does not return: the thread that made it is stuck in a lock.
///
/// The recording's watchdog finds such calls. Of several that need the same lock the first is the root cause. Silent while
/// anything else moves, up to the stall threshold, and where a finish is only busy with what it releases.
package struct CallNeverReturnedRule: StallRule {
  package let name = "call-never-returned"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle, .stall]
  package let explanation = RuleExplanation(
    what: "A call of Foundation, such as addOperation, addDependency or didChangeValue, does not "
      + "return.",
    why: "Foundation holds a lock of its own while it asks an operation for its state: a getter "
      + "that says ready too early, or that needs a lock which the caller holds, waits for itself.",
    change: "Let isReady include super.isReady, and call didChangeValue after the lock that the "
      + "getters take has been let go.",
    wrong: """
      queue.addBarrierBlock { print("all loaded") }
      save.cancel()
      queue.addOperation(save)
      """,
    right: """
      queue.addBarrierBlock { print("all loaded") }
      queue.addOperation(save)
      save.cancel()
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    facts.blockedCalls.roots.compactMap { call in
      guard isStuck(call, in: facts) else { return nil }
      let operations = operations(of: call, in: facts)
      if operations.isEmpty { return nil }
      return StallRoot(
        rule: name,
        operations: operations,
        queues: call.queue.map { [$0] } ?? [],
        since: call.since,
        certainty: .likely
      )
    }
  }

  private func isStuck(_ call: BlockedCall, in facts: StallFacts) -> Bool {
    if let operation = call.operation, call.call == .didChangeValue,
      facts.operation(operation).milestones.finished != nil,
      facts.quiet < facts.thresholds.nanoseconds(.idle)
    {
      return false
    }
    return facts.hasStood(since: call.since, .idle)
  }

  /// What the call is on; for one on a whole queue who made it, or else what that queue can't start.
  private func operations(of call: BlockedCall, in facts: StallFacts) -> [Int] {
    if let operation = call.operation ?? call.actor { return [operation] }
    return call.queue.map { queue in
      facts.index.members[queue].filter { facts.situations[$0].isHeldBack }
    } ?? []
  }
}

// MARK: - Words

extension CallNeverReturnedRule {
  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    guard let call = call(of: root, in: context) else { return "A call has not returned." }
    let waiting = words.waiting(for: [root])
    let thread = context.names.thread(call.thread)
    if call.call == .didChangeValue, let operation = call.operation {
      return
        "\(context.names.operation(operation)) has been stuck in its own didChangeValue on "
        + "\(thread) "
        + "for \(words.age(of: root)): what Foundation asks it there needs a lock that the caller "
        + "holds\(waiting)."
    }
    return "\(text(of: call, in: context)) has not returned on \(thread) for \(words.age(of: root))"
      + "\(cause(of: call, in: context).map { ": \($0)" } ?? "")\(waiting)."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    let words = StallWords(context)
    let calls = roots.compactMap { call(of: $0, in: context) }.map { text(of: $0, in: context) }
    return "\(CountText.of(roots.count, "call")) of Foundation have not returned for up to "
      + "\(words.oldest(of: roots)): \(CountText.list(calls))\(words.waiting(for: roots))."
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard let call = call(of: root, in: context) else { return [] }
    var lines = [
      "\(thread(of: call, in: context)) has been inside \(text(of: call, in: context)) for "
        + "\(DurationText.short(context.facts.age(since: call.since)))"
    ]
    let others = others(behind: call, in: context)
    lines += others.prefix(3).map { other in
      "\(thread(of: other, in: context)) has been waiting behind it in "
        + "\(text(of: other, in: context)) for "
        + "\(DurationText.short(context.facts.age(since: other.since)))"
    }
    if others.count > 3 {
      lines.append("and \(CountText.of(others.count - 3, "more call")) behind it")
    }
    return lines
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    let first = roots.first.flatMap { call(of: $0, in: context) }
    let operation = first?.operation.map { context.facts.operation($0) }
    let className = operation?.className ?? "its operations"
    if first?.call == .didChangeValue {
      return
        "Let \(className) let go of its lock before it calls didChangeValue: isFinished, "
        + "isExecuting and isReady take that lock too."
    }
    if first?.cause != nil, let position = first?.operation, isCancelled(position, in: context) {
      return
        "Do not add \(context.names.operation(position)) once it is cancelled, or add it first "
        + "and cancel it then: Foundation takes it for ready while it still ties it to the barrier."
    }
    if operation?.classTraits.contains(.overridesIsReady) == true {
      return
        "Let isReady of \(className) be false as long as super.isReady is: it says ready while "
        + "Foundation still ties the operation to a barrier."
    }
    return
      "Look at the stack of \(first.map { context.names.thread($0.thread) } ?? "its thread") for "
      + "the lock, and for who holds it."
  }

  private func call(of root: StallRoot, in context: DiagnosisContext) -> BlockedCall? {
    context.facts.blockedCalls.roots.first { call in
      call.since == root.since && (call.queue.map { [$0] } ?? []) == root.queues
        && (call.operation == nil || call.operation == root.operations.first)
    }
  }

  /// The call as it stands in a program, such as "addOperation(save)".
  private func text(of call: BlockedCall, in context: DiagnosisContext) -> String {
    let operation = call.operation.map { context.names.operation($0) }
    let queue = call.queue.map { context.names.queue($0) }
    let place = queue.map { " on \($0)" } ?? ""
    return switch call.call {
    case .addOperation: "addOperation(\(operation ?? ""))\(place)"
    case .addOperations: "addOperations\(place)"
    case .addBarrierBlock: "addBarrierBlock\(place)"
    case .cancelAllOperations: "cancelAllOperations\(place)"
    case .addDependency: "addDependency of \(operation ?? "an operation")"
    case .removeDependency: "removeDependency of \(operation ?? "an operation")"
    case .didChangeValue: "didChangeValue of \(operation ?? "an operation")"
    case .cancel: "cancel() of \(operation ?? "an operation")"
    }
  }

  private func thread(of call: BlockedCall, in context: DiagnosisContext) -> String {
    let thread = context.names.thread(call.thread)
    return call.actor.map { "\(context.names.operation($0)) on \(thread)" } ?? thread
  }

  /// The calls that need a lock which a call holds.
  private func others(behind call: BlockedCall, in context: DiagnosisContext) -> [BlockedCall] {
    let calls = context.facts.blockedCalls
    return calls.all.filter { $0 != call && $0.isExplained(by: call, calls) }
  }

  /// Why the call must hang, where that is known.
  private func cause(of call: BlockedCall, in context: DiagnosisContext) -> String? {
    guard case .readyBehindBarrier(let barrier) = call.cause, let operation = call.operation else {
      return nil
    }
    let record = context.facts.operation(operation)
    let state =
      isCancelled(operation, in: context)
      ? "\(context.names.operation(operation)) was cancelled before"
      : "its class \(record.className) says that it is ready"
    return "\(state), though \(context.names.operation(barrier)) stands in front of it"
  }

  private func isCancelled(_ operation: Int, in context: DiagnosisContext) -> Bool {
    let milestones = context.facts.operation(operation).milestones
    guard let cancelled = milestones.cancelled, let added = milestones.enqueued else {
      return false
    }
    return cancelled <= added
  }
}
