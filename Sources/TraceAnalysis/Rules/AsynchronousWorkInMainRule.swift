package import TraceEvents
import TraceModel

/// A hint: an operation that calls itself asynchronous, and was finished when its `main()` had returned.
///
/// Silent about classes that override `start()` or a state as well, and about those whose `main()` usually takes longer than
/// it takes to begin something: it does the work itself, and what it says about itself matters to no queue.
package struct AsynchronousWorkInMainRule: MisuseRule {
  package let name = "asynchronous-work-in-main"
  package let thresholds: [DiagnosisThresholds.Name] = [.handOff]
  package let explanation = RuleExplanation(
    what: "A class overrides isAsynchronous, and its operations are finished when main() returns, "
      + "while what main() began may still be at work.",
    why: "Foundation's own start() finishes the operation when main() returns, whatever "
      + "isAsynchronous says: limits and dependencies count the call and not the work.",
    change: "Override start(), isExecuting and isFinished too, and finish in the callback; where "
      + "main() does all of the work, leave isAsynchronous alone.",
    wrong: """
      final class Login: Operation, @unchecked Sendable {
        override var isAsynchronous: Bool { true }
        override func main() {
          answer { print("logged in") }
        }
      }
      """,
    right: """
      final class Login: AsynchronousOperation, @unchecked Sendable {
        override func main() {
          answer {
            print("logged in")
            self.finish()
          }
        }
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.handOff)
    return context.trace.operations.compactMapPositions { position, operation in
      guard operation.classTraits.contains(.overridesIsAsynchronous),
        operation.classTraits.isDisjoint(with: Self.states),
        let started = operation.milestones.started, let finished = operation.milestones.finished,
        started <= finished, operation.milestones.cancelled == nil,
        let kind = facts.kinds.durations(like: position), kind.lowerMedian < threshold
      else { return nil }
      return Case(operation: position, since: finished)
    }
  }

  private static let states: TraceEvent.Flags = [
    .overridesStart, .overridesIsFinished, .overridesIsExecuting,
  ]
}

// MARK: - Words

extension AsynchronousWorkInMainRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    "\(context.names.operation(misuse.operation)) is asynchronous by its own account, but was "
      + "finished when main() returned after \(duration(of: misuse, in: context)): what main() began "
      + "may have gone on."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let className = cases.first.map { context.facts.operation($0.operation).className } ?? ""
    return "\(CountText.of(cases.count, "operation")) of class \(className) are asynchronous by "
      + "their own account, but were finished when main() returned: "
      + "\(context.names.operations(cases.map(\.operation))); what main() began may have gone on."
  }

  private func duration(of misuse: Case, in context: DiagnosisContext) -> String {
    let started = context.facts.operation(misuse.operation).milestones.started
    return MisuseWords(context).time(from: started ?? misuse.since, to: misuse.since)
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let started = operation.milestones.started ?? misuse.since
    return [
      "\(context.names.operation(misuse.operation)) started "
        + "\(MisuseWords(context).moment(started)) and finished "
        + "\(duration(of: misuse, in: context)) later"
    ]
  }

  package func commonEvidence(for cases: [Case], in context: DiagnosisContext) -> [String] {
    guard let first = cases.first else { return [] }
    let className = context.facts.operation(first.operation).className
    return ["\(className) overrides isAsynchronous, and neither start() nor isFinished"]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    return "Let \(code) override start(), isExecuting and isFinished too, and finish in the "
      + "callback, if its main() only begins the work; if it does all of it, leave out "
      + "isAsynchronous, which no queue asks for."
  }
}
