package import TraceEvents
import TraceModel

/// A class that tells its queue of a change under a key that Foundation on Linux does not know.
///
/// Silent where it does no harm: when the class overrides none of the states, or when anything of the class came to its end,
/// so that it must have told its queue properly too. What has only just begun may still do so.
package struct UnknownKeyNotifiedRule: MisuseRule {
  package let name = "unknown-key-notified"
  package let thresholds: [DiagnosisThresholds.Name] = [.idle]
  package let explanation = RuleExplanation(
    what: "An operation tells its queue of a change under a key that Foundation on Linux ignores.",
    why: "There is no key-value observing on Linux: didChangeValue(forKey:) knows isReady, "
      + "isExecuting and isFinished, and nothing depends on other keys, whatever "
      + "keyPathsForValuesAffecting… says.",
    change: "Call didChangeValue(forKey:) for isExecuting and isFinished themselves whenever "
      + "the state behind them changes.",
    wrong: """
      override func finish() {
        state = .finished
        didChangeValue(forKey: "state")
      }
      """,
    right: """
      override func finish() {
        state = .finished
        didChangeValue(forKey: "isFinished")
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    /// The operation that notified.
    var operation: Int
    var key: String
    /// Operations of the class that have started and are not over, by position.
    var open: [Int]
    package var since: TraceInstant
    package let certainty = Finding.Certainty.proven
    package var operations: [Int] { [operation] }
  }

  /// The states in which a queue is interested.
  private static let states: TraceEvent.Flags = [
    .overridesIsReady, .overridesIsExecuting, .overridesIsFinished,
  ]

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let events = facts.log.events[.unknownKeyNotified] ?? []
    guard !events.isEmpty else { return [] }
    var open: [String: [Int]] = [:]
    var wentWell: Set<String> = []
    for (position, operation) in context.trace.operations.enumerated() {
      if isOver(position, in: facts) {
        wentWell.insert(operation.className)
      } else if isWaitingForNews(position, in: facts) {
        open[operation.className, default: []].append(position)
      }
    }
    return events.compactMap { event in
      guard let position = facts.index.position(of: event.operation) else { return nil }
      let operation = facts.operation(position)
      guard !operation.classTraits.isDisjoint(with: Self.states),
        let open = open[operation.className], !wentWell.contains(operation.className)
      else { return nil }
      return Case(
        operation: position,
        key: context.trace.log.string(at: event.argument) ?? "",
        open: open,
        since: event.instant
      )
    }
  }

  /// Whether an operation was started and left its queue.
  private func isOver(_ position: Int, in facts: StallFacts) -> Bool {
    facts.situations[position] == .over && facts.operation(position).milestones.started != nil
      && facts.operation(position).milestones.finished != nil
  }

  /// Whether an operation's queue waits to be told something, and has done so for long or for good.
  private func isWaitingForNews(_ position: Int, in facts: StallFacts) -> Bool {
    let milestones = facts.operation(position).milestones
    let since: TraceInstant?
    switch facts.situations[position] {
    case .detached, .unnotified: since = milestones.startReturned ?? milestones.started
    case .notReady: since = milestones.enqueued
    default: return false
    }
    return facts.index.trace.wasStopped
      || facts.age(since: since ?? milestones.seen) >= facts.thresholds.nanoseconds(.idle)
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(className: context.facts.operation(misuse.operation).className, queue: nil)
  }
}

// MARK: - Words

extension UnknownKeyNotifiedRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    sentence(for: [misuse], in: context)
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    sentence(for: cases, in: context)
  }

  private func sentence(for cases: [Case], in context: DiagnosisContext) -> String {
    guard let first = cases.first else { return "" }
    let className = context.facts.operation(first.operation).className
    let keys = Set(cases.map(\.key)).sorted().map(TraceNames.inSentence)
    let verb = first.open.count == 1 ? "has not" : "have not"
    return "\(className) notifies \(CountText.list(keys)), which Foundation ignores on Linux: "
      + "\(context.names.operations(first.open)) \(verb) finished as far as the queue knows."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    [
      "\(context.names.operation(misuse.operation)) called didChangeValue(forKey:) with "
        + "\(TraceNames.inSentence(misuse.key)) \(MisuseWords(context).moment(misuse.since))"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    let keys = Set(cases.map(\.key)).sorted().map(TraceNames.inSentence)
    return "Let \(code) call didChangeValue(forKey:) with isExecuting and isFinished when "
      + "\(CountText.list(keys)) changes."
  }
}
