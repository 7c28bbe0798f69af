package import TraceEvents
import TraceModel

/// A completion block that was set and does not run.
///
/// Silent about a block that was taken off, about one that is replaced by another that calls it, and about a replacement
/// before the operation was added to a queue: whether the new block calls the old one can't be seen there. One that has not
/// run yet counts as lost when operations went on being started ten times as long as the threshold, and nothing is stalled:
/// else it may only wait for a worker.
package struct CompletionBlockLostRule: MisuseRule {
  package let name = "completion-block-lost"
  package let thresholds: [DiagnosisThresholds.Name] = [.completion]
  package let explanation = RuleExplanation(
    what: "A completion block was set and will not run.",
    why: "Foundation takes the block when the operation finishes: one that is set later is kept "
      + "and never called, and one that is replaced before is gone.",
    change: "Set the completion block once, before the operation is added to a queue; let a second "
      + "one call the first.",
    wrong: """
      queue.addOperation(save)
      save.waitUntilFinished()
      save.completionBlock = { print("told the user") }
      """,
    right: """
      save.completionBlock = {
        print("told the user")
      }
      queue.addOperation(save)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    var loss: Loss
    /// When the block was set.
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [operation] }
  }

  /// Why a block does not run.
  enum Loss: Hashable, Sendable {
    /// It was set that long after the finish.
    case setLate(TraceInstant)
    /// Another one took its place at that moment.
    case replaced(TraceInstant)
    /// It is still to run so long after the finish, while others ran.
    case neverRun(TraceInstant)
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    var settings: [Int: [TraceEvent]] = [:]
    for event in facts.log.events[.completionBlockSet] ?? [] {
      guard let position = facts.index.position(of: event.operation) else { continue }
      settings[position, default: []].append(event)
    }
    guard !settings.isEmpty else { return [] }
    let runs = Self.runs(of: Set(settings.filter { $0.value.count > 1 }.keys), in: facts)
    let lastSign = context.solution.roots.isEmpty ? Self.lastStart(in: facts) : .zero
    return settings.keys.sorted().flatMap { position in
      cases(of: position, settings[position] ?? [], runs: runs[position] ?? 0, lastSign, facts)
    }
  }

  private func cases(
    of position: Int,
    _ settings: [TraceEvent],
    runs: Int,
    _ lastSign: TraceInstant,
    _ facts: StallFacts
  ) -> [Case] {
    let milestones = facts.operation(position).milestones
    var cases: [Case] = []
    func add(_ loss: Loss, _ event: TraceEvent, _ certainty: Finding.Certainty) {
      cases.append(
        Case(operation: position, loss: loss, since: event.instant, certainty: certainty)
      )
    }
    let began = milestones.completionBegan
    for (number, event) in settings.enumerated() where !event.flags.contains(.cleared) {
      if let finished = milestones.finished, event.instant > finished {
        if began.map({ $0 < event.instant }) ?? true { add(.setLate(finished), event, .proven) }
        continue
      }
      guard number + 1 < settings.count else { continue }
      let next = settings[number + 1]
      // Both are seen to run where the second one calls the first; before the enqueue nobody looks.
      guard !next.flags.contains(.cleared), runs == 1, let enqueued = milestones.enqueued,
        next.instant > enqueued, next.instant < milestones.finished ?? .zero
      else { continue }
      add(.replaced(next.instant), event, .proven)
    }
    guard began == nil, let finished = milestones.finished, !isUnnotified(position, facts),
      let last = settings.last(where: { $0.instant <= finished }), !last.flags.contains(.cleared),
      last.instant == settings.last?.instant,
      lastSign > finished,
      lastSign.nanoseconds(since: finished) / 10 >= facts.thresholds.nanoseconds(.completion)
    else { return cases }
    add(.neverRun(finished), last, .likely)
    return cases
  }

  /// Whether the operation's queue was never told of the finish: that is the fault then, and told as such.
  private func isUnnotified(_ position: Int, _ facts: StallFacts) -> Bool {
    facts.operation(position).finishedUnnotified || facts.situations[position] == .unnotified
  }

  /// How many completion blocks of some operations began.
  private static func runs(of operations: Set<Int>, in facts: StallFacts) -> [Int: Int] {
    guard !operations.isEmpty else { return [:] }
    var runs: [Int: Int] = [:]
    for event in facts.index.trace.log.events where event.kind == .completionBegan {
      guard let position = facts.index.position(of: event.operation),
        operations.contains(position)
      else { continue }
      runs[position, default: 0] += 1
    }
    return runs
  }

  /// When a worker thread last took up something: an operation or a completion block.
  private static func lastStart(in facts: StallFacts) -> TraceInstant {
    var last = TraceInstant.zero
    facts.index.trace.operations.forEachPosition { _, operation in
      let milestones = operation.milestones
      last = max(last, milestones.started ?? .zero, milestones.completionBegan ?? .zero)
    }
    return last
  }
}

// MARK: - Words

extension CompletionBlockLostRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let words = MisuseWords(context)
    let name = context.names.operation(misuse.operation)
    switch misuse.loss {
    case .setLate(let finished):
      return "The completion block of \(name) was set "
        + "\(words.time(from: finished, to: misuse.since)) after the finish, and will not run."
    case .replaced(let moment):
      return "The completion block of \(name) was replaced by another one "
        + "\(words.time(from: misuse.since, to: moment)) after it had been set, and did not run."
    case .neverRun:
      return "The completion block of \(name) has not run, though \(name) has finished."
    }
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    let parts: [(Int, String)] = [
      (cases.count { if case .setLate = $0.loss { true } else { false } }, "set after the finish"),
      (cases.count { if case .replaced = $0.loss { true } else { false } }, "replaced by others"),
      (cases.count { if case .neverRun = $0.loss { true } else { false } }, "never taken up"),
    ]
    let causes = parts.filter { $0.0 > 0 }.map { count, cause in
      count == cases.count ? cause : "\(CountText.grouped(count)) \(cause)"
    }
    return "\(CountText.of(cases.count, "completion block")) did not run: those of \(names), "
      + CountText.list(causes) + "."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let name = context.names.operation(misuse.operation)
    let set = (what: "a completion block of \(name) was set", instant: misuse.since)
    switch misuse.loss {
    case .setLate(let finished):
      return [words.story([("\(name) finished", finished), set])]
    case .replaced(let moment):
      return [words.story([set, ("another one", moment)]) + "; only one of them began"]
    case .neverRun(let finished):
      let age = DurationText.short(context.facts.age(since: finished))
      return [
        words.story([set, ("\(name) finished", finished)]) + "; no block of it began in \(age)"
      ]
    }
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    return "Set the completion block of \(names) once, before the operation is added to a queue; "
      + "or use an operation that depends on it."
  }
}
