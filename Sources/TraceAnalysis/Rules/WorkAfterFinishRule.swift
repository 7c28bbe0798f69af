package import TraceEvents
import TraceModel

/// An operation that finished while its own thread was inside `start()`, and stayed there.
///
/// The time that the notification of the finish takes on that thread is not counted: Foundation goes through all that waits
/// for the operation meanwhile. Silent about a thread that leaves within the threshold, and about classes without a state
/// of their own, which finish only when their `main()` returns.
package struct WorkAfterFinishRule: MisuseRule {
  package let name = "work-after-finish"
  package let thresholds: [DiagnosisThresholds.Name] = [.overrun]
  package let explanation = RuleExplanation(
    what: "An operation became finished while its thread was still at work in it.",
    why: "cancel(), a timeout or another path finishes the operation without ending its work: the "
      + "slot and the dependents are let go too early, and the work goes on beside them.",
    change: "Let the other path only ask for the end, as cancel() does, and finish where the work "
      + "ends.",
    wrong: """
      override func cancel() {
        super.cancel()
        finish()
      }
      """,
    right: """
      override func main() {
        for _ in 1...80 {
          if isCancelled { break }
          Thread.sleep(forTimeInterval: 0.01)
        }
        finish()
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    /// How long the thread stayed, in nanoseconds.
    var overrun: UInt64
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.overrun)
    let notifications = notifications(in: facts)
    return context.trace.operations.compactMapPositions { position, operation in
      guard operation.classTraits.contains(.overridesIsFinished),
        let finished = operation.milestones.finished, finished <= facts.end,
        let overrun = overrun(of: position, operation, since: finished, notifications, in: facts),
        overrun > threshold
      else { return nil }
      return Case(
        operation: position,
        overrun: overrun,
        since: finished,
        certainty: facts.proven
      )
    }
  }

  /// How long its thread was inside `start()` after the finish, without the notification; nil where that is not known.
  private func overrun(
    of position: Int,
    _ operation: TracedOperation,
    since finished: TraceInstant,
    _ notifications: [Int: UInt64],
    in facts: StallFacts
  ) -> UInt64? {
    let milestones = operation.milestones
    guard let started = milestones.started, started <= finished else { return nil }
    let isOwnThread = operation.finishThread == operation.startThread
    let notification = isOwnThread ? notifications[position] : nil
    if milestones.startReturned == nil {
      // A thread that has not come back may be in the notification still, and one that is not known to have come back has
      // left an operation that is gone.
      if milestones.deallocated != nil || isOwnThread && notification == nil { return nil }
    }
    let left = (milestones.startReturned ?? facts.end).nanoseconds(since: finished)
    let busy = notification ?? 0
    return left > busy ? left - busy : 0
  }

  /// How long notifications of finishes took, in nanoseconds, by the operation's position.
  private func notifications(in facts: StallFacts) -> [Int: UInt64] {
    var notifications: [Int: UInt64] = [:]
    for event in facts.log.events[.finishNotificationReturned] ?? [] {
      guard let position = facts.index.position(of: event.operation) else { continue }
      notifications[position] = max(notifications[position] ?? 0, event.argument)
    }
    return notifications
  }
}

// MARK: - Words

extension WorkAfterFinishRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let operation = context.facts.operation(misuse.operation)
    let name = context.names.operation(misuse.operation)
    let isIn = operation.milestones.startReturned == nil
    let stay = isIn ? "has been there for" : "stayed there for"
    return "\(name) finished while its thread was still inside start(), and \(stay) "
      + "\(DurationText.short(misuse.overrun)) more."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let longest = DurationText.short(cases.map(\.overrun).max() ?? 0)
    return "\(CountText.of(cases.count, "operation")) finished while their threads were still "
      + "inside start(), and stayed there for up to \(longest) more: "
      + "\(context.names.operations(cases.map(\.operation)))."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let words = MisuseWords(context)
    var steps: [(String, TraceInstant)] = []
    if let started = operation.milestones.started {
      steps.append(("was started\(words.place(operation.startThread))", started))
    }
    if let cancelled = operation.milestones.cancelled, cancelled <= misuse.since {
      steps.append(("was cancelled\(words.canceller(of: operation))", cancelled))
    }
    steps.append(("finished\(words.place(operation.finishThread))", misuse.since))
    let end =
      operation.milestones.startReturned.map {
        "its start() returned \(words.time(from: misuse.since, to: $0)) later"
      } ?? "its start() has not returned"
    return ["\(context.names.operation(misuse.operation)) \(words.story(steps)); \(end)"]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let code = MisuseWords(context).code(of: cases.map(\.operation))
    return "Let \(code) finish where its work ends; cancel() and other paths may only ask for that."
  }
}
