package import TraceEvents
import TraceModel

/// An operation that told its queue a second time that it is finished.
package struct FinishedTwiceRule: MisuseRule {
  package let name = "finished-twice"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "An operation that had finished notified a second time that it is finished.",
    why: "Two paths end in finish(), such as an answer and a timeout, or a cancellation and the "
      + "normal end, and nothing lets only the first of them through.",
    change:
      "Let finish() look, under a lock, whether the operation has finished, and return if so.",
    wrong: """
      override func finish() {
        lock.withLock { hasFinished = true }
        didChangeValue(forKey: "isFinished")
      }
      """,
    right: """
      override func finish() {
        let isFirst = lock.withLock {
          defer { hasFinished = true }
          return !hasFinished
        }
        if isFirst { didChangeValue(forKey: "isFinished") }
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    /// The first notification too many.
    var event: TraceEvent
    /// How many there were.
    var count: Int
    package var certainty: Finding.Certainty
    package var since: TraceInstant { event.instant }
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    var places: [Int: Int] = [:]
    var cases: [Case] = []
    for event in context.facts.log.events[.finishedAgain] ?? [] {
      guard let position = context.facts.index.position(of: event.operation) else { continue }
      if let place = places[position] {
        cases[place].count += 1
        continue
      }
      places[position] = cases.count
      cases.append(
        Case(operation: position, event: event, count: 1, certainty: context.facts.proven)
      )
    }
    return cases
  }
}

// MARK: - Words

extension FinishedTwiceRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let name = context.names.operation(misuse.operation)
    let operation = context.facts.operation(misuse.operation)
    let again = context.names.thread(misuse.event.thread)
    let time = lateness(of: misuse, in: context)
    guard let first = operation.finishThread else {
      return "\(name) was finished a second time on \(again), \(time) after it had finished."
    }
    if first == misuse.event.thread {
      return "\(name) was finished twice on \(again), the second time \(time) later."
    }
    return "\(name) was finished twice: first on \(context.names.thread(first)), and again on "
      + "\(again), \(time) later."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    return "\(CountText.of(cases.count, "operation")) were finished more than once: \(names)."
  }

  private func lateness(of misuse: Case, in context: DiagnosisContext) -> String {
    let finished = context.facts.operation(misuse.operation).milestones.finished
    return MisuseWords(context).time(from: finished ?? misuse.since, to: misuse.since)
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let words = MisuseWords(context)
    let name = context.names.operation(misuse.operation)
    let finished = operation.milestones.finished.map { " \(words.moment($0))" } ?? ""
    let thread = words.place(operation.finishThread)
    let more = misuse.count > 1 ? ", and \(CountText.of(misuse.count - 1, "more time"))" : ""
    return [
      "\(name) finished\(thread)\(finished), and notified isFinished again on "
        + "\(context.names.thread(misuse.event.thread)) "
        + "\(lateness(of: misuse, in: context)) later\(more)"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    return "Let \(code) finish by whichever path comes first: look, under a lock, whether it has "
      + "finished already."
  }
}
