import TraceEvents
import TraceModel

/// A priority that was set too late, or by which the queue did not go.
///
/// What counts as too late is said at `IdlePriorities`. Silent about priorities that nothing put to the test: whose
/// operation found a slot at once, or was overtaken by no more than had their slots already.
package struct PriorityWithoutEffectRule: MisuseRule {
  package let name = "priority-without-effect"
  package let thresholds: [DiagnosisThresholds.Name] = [.dispatch, .setup]
  package let explanation = RuleExplanation(
    what: "A priority was set that could not have an effect, or had none.",
    why:
      "A queue looks at priorities when a slot becomes free: after the start it is too late, and "
      + "in a queue without a limit nothing waits for a slot. On Linux a queue with one slot also "
      + "forgets to move an operation that has a quality of service.",
    change: "Set the priority before the operation is added to its queue, and give the queue a "
      + "limit.",
    wrong: """
      upload.addExecutionBlock { [unowned upload] in
        upload.queuePriority = .veryHigh
        print("uploaded")
      }
      queue.addOperation(upload)
      """,
    right: """
      upload.addExecutionBlock { print("uploaded") }
      upload.queuePriority = .veryHigh
      queue.addOperation(upload)
      """
  )

  package init() {}

  package func cases(in context: DiagnosisContext) -> [IdlePriority] {
    var priorities = IdlePriorities(context.facts)
    return priorities.all()
  }
}

// MARK: - Words

extension PriorityWithoutEffectRule {
  package func sentence(for misuse: IdlePriority, in context: DiagnosisContext) -> String {
    let name = context.names.operation(misuse.operation)
    let priority = OperationPriorities.name(of: misuse.priority)
    let milestones = context.facts.operation(misuse.operation).milestones
    let words = MisuseWords(context)
    switch misuse.reason {
    case .started(let isByItself):
      let time = words.time(from: milestones.started ?? misuse.since, to: misuse.since)
      let subject = isByItself ? "\(name) set its own priority" : "The priority of \(name) was set"
      let pronoun = isByItself ? "it" : name
      return "\(subject) to \(priority) \(time) after \(pronoun) had started: that has no effect."
    case .overtaken(let count):
      let time = words.time(from: milestones.enqueued ?? .zero, to: misuse.since)
      let queue = context.facts.index.queue(of: misuse.operation).map { context.names.queue($0) }
      return "\(name) was given priority \(priority) \(time) after it had been added to "
        + "\(queue ?? "its queue"), which started \(CountText.of(count, "operation")) of lower "
        + "priority before it all the same."
    case .unlimited(let count, let waited):
      return
        "\(name) has priority \(priority) and waited \(DurationText.short(waited)) for a thread "
        + "behind \(CountText.of(count, "operation")) of lower priority: its queue has no limit, so "
        + "priorities have no effect."
    }
  }

  package func summary(of cases: [IdlePriority], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    let late = cases.count { misuse in
      if case .started = misuse.reason { true } else { false }
    }
    let why =
      switch late {
      case cases.count: "were set after the start"
      case 0: "did not keep operations of lower priority from going first"
      default: "were set after the start or did not keep operations of lower priority back"
      }
    return
      "The priorities of \(CountText.of(cases.count, "operation")) had no effect: they \(why). "
      + "Those are of \(names)."
  }

  package func evidence(for misuse: IdlePriority, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let milestones = operation.milestones
    let words = MisuseWords(context)
    var steps: [(String, TraceInstant)] = []
    if let enqueued = milestones.enqueued { steps.append(("was added to its queue", enqueued)) }
    let priority = OperationPriorities.name(of: misuse.priority)
    switch misuse.reason {
    case .started, .overtaken: steps.append(("was given priority \(priority)", misuse.since))
    case .unlimited: steps.append(("was ready", misuse.since))
    }
    if let started = milestones.started { steps.append(("started", started)) }
    steps.sort { $0.1 < $1.1 }
    return ["\(context.names.operation(misuse.operation)) \(words.story(steps))"]
  }

  package func advice(for cases: [IdlePriority], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    if case .unlimited = cases.first?.reason {
      let queue = cases.first.flatMap { context.facts.index.queue(of: $0.operation) }
      let place = queue.map { context.names.queue($0) } ?? "the queue"
      return "Set maxConcurrentOperationCount of \(place), so that \(names) can go first."
    }
    let own = cases.count == 1 ? "it is" : "they are"
    return "Set the priority of \(names) before \(own) added to the queue."
  }
}
