package import TraceEvents
import TraceModel

/// A completion block that ran longer than its operation, or began long after its finish.
///
/// Both count only beyond the threshold and beyond what the operation itself took: who waits for a minute's work does not
/// mind a second. A block counts as late where operations kept all processors' threads to themselves meanwhile, or where it
/// was ten times as late as the threshold: a busy machine lets anything begin late now and then.
package struct SlowCompletionBlockRule: MisuseRule {
  package let name = "slow-completion-block"
  package let thresholds: [DiagnosisThresholds.Name] = [.completion]
  package let explanation = RuleExplanation(
    what: "A completion block ran longer than its operation did, or began long after its finish.",
    why: "Completion blocks run on the same worker threads as operations, in no order with "
      + "anything: one that works takes a worker from them, and when all workers are busy or "
      + "blocked it has to wait.",
    change: "Do the work in an operation that depends on the finished one, and let the completion "
      + "block only tell somebody.",
    wrong: """
      load.completionBlock = {
        buildIndex()
      }
      queue.addOperation(load)
      """,
    right: """
      let index = BlockOperation { buildIndex() }
      index.addDependency(load)
      queue.addOperations([load, index], waitUntilFinished: true)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    /// How long the block ran, if that was long; else how long after the finish it began.
    var nanoseconds: UInt64
    var isLate: Bool
    /// How long the operation had executed.
    var executed: UInt64
    package var since: TraceInstant
    package let certainty = Finding.Certainty.proven
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.completion)
    var occupied: LoadCurve?
    var cases: [Case] = []
    context.trace.operations.forEachPosition { position, operation in
      let milestones = operation.milestones
      guard let finished = milestones.finished, let began = milestones.completionBegan,
        began >= finished
      else { return }
      let executed = finished.nanoseconds(since: min(milestones.started ?? finished, finished))
      var misuse = Case(
        operation: position,
        nanoseconds: max(began, milestones.completionEnded ?? facts.end).nanoseconds(since: began),
        isLate: false,
        executed: executed,
        since: began
      )
      if misuse.nanoseconds > max(threshold, executed) {
        cases.append(misuse)
        return
      }
      misuse.nanoseconds = began.nanoseconds(since: finished)
      misuse.isLate = true
      misuse.since = finished
      guard misuse.nanoseconds > max(threshold, executed) else { return }
      let curve = occupied ?? Self.occupiedThreads(in: facts)
      occupied = curve
      if misuse.nanoseconds / 10 >= threshold
        || Self.areWorkersTaken(from: finished, to: began, curve, context)
      {
        cases.append(misuse)
      }
    }
    return cases
  }

  /// How many threads were inside operations or their completion blocks.
  private static func occupiedThreads(in facts: StallFacts) -> LoadCurve {
    let use = ThreadUse(facts)
    return LoadCurve(
      facts.index.trace.operations.indices.flatMap { position in
        let milestones = facts.operation(position).milestones
        let block = milestones.completionBegan.map {
          $0.range(to: milestones.completionEnded ?? facts.end)
        }
        return [use.inside(position), block].compactMap { $0 }
      }
    )
  }

  /// Whether operations kept at least as many threads as there are processors, nearly all of the time.
  private static func areWorkersTaken(
    from start: TraceInstant,
    to end: TraceInstant,
    _ curve: LoadCurve,
    _ context: DiagnosisContext
  ) -> Bool {
    guard let processors = context.trace.processors else { return false }
    return curve.mean(from: start.nanoseconds, to: end.nanoseconds) >= 0.9 * Double(processors)
  }
}

// MARK: - Words

extension SlowCompletionBlockRule {
  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(
      className: misuse.isLate ? "late" : "slow",
      queue: context.facts.index.queue(of: misuse.operation)
    )
  }

  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let name = context.names.operation(misuse.operation)
    let time = DurationText.short(misuse.nanoseconds)
    let executed = DurationText.short(misuse.executed)
    if misuse.isLate {
      return "The completion block of \(name) began only \(time) after its finish; \(name) itself "
        + "had taken \(executed)."
    }
    let ran =
      context.facts.operation(misuse.operation).milestones.completionEnded == nil
      ? "has been running for" : "ran for"
    return "The completion block of \(name) \(ran) \(time), \(name) itself for \(executed)."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let longest = DurationText.short(cases.map(\.nanoseconds).max() ?? 0)
    let names = context.names.operations(cases.map(\.operation))
    if cases.first?.isLate == true {
      return "\(CountText.of(cases.count, "completion block")) began up to \(longest) after the "
        + "finish of their operations, which had taken less: \(names)."
    }
    return "\(CountText.of(cases.count, "completion block")) ran for up to \(longest), longer than "
      + "their operations: \(names)."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let milestones = context.facts.operation(misuse.operation).milestones
    let finished = milestones.finished ?? .zero
    let began = milestones.completionBegan ?? .zero
    let ended =
      milestones.completionEnded.map { "ended \(words.time(from: began, to: $0)) later" }
      ?? "has not ended"
    return [
      "\(context.names.operation(misuse.operation)) finished \(words.moment(finished)); its "
        + "completion block began \(words.time(from: finished, to: began)) later and \(ended)"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    if cases.first?.isLate == true {
      return "Let an operation that depends on \(names) do what has to follow at once, and keep "
        + "the workers free of operations that block."
    }
    return "Move the work of the completion block into an operation that depends on \(names)."
  }
}
