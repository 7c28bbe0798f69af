package import TraceEvents
import TraceModel

/// The main thread was blocked in a wait while operations of the main queue were ready.
///
/// Silent while the main queue has nothing to do: a command-line program that waits at the end of its main thread is right.
/// Silent also about operations that are stalled, whose root cause is told.
package struct MainThreadWaitRule: MisuseRule {
  package let name = "main-thread-wait"
  package let thresholds: [DiagnosisThresholds.Name] = [.mainWait]
  package let explanation = RuleExplanation(
    what: "The main thread waited for operations while operations of the main queue were ready.",
    why: "Only the main thread executes the operations of the main queue, and it is blocked in "
      + "waitUntilFinished or waitUntilAllOperationsAreFinished: windows and timers stand still.",
    change: "Let an operation of the main queue depend on what is waited for, and return to the "
      + "run loop instead of waiting.",
    wrong: """
      OperationQueue.main.addOperation(show)
      queue.addOperation(load)
      load.waitUntilFinished()
      """,
    right: """
      show.addDependency(load)
      OperationQueue.main.addOperation(show)
      queue.addOperation(load)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var wait: TracedWait
    /// Positions of the operations that had to wait for the main thread, in the order in which they were ready.
    package var operations: [Int]
    package var certainty: Finding.Certainty
    package var since: TraceInstant { wait.start }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.mainWait)
    let waits = longWaits(in: facts, threshold)
    if waits.isEmpty { return [] }
    var delayed: [[Int]] = Array(repeating: [], count: waits.count)
    for (queue, members) in facts.index.members.enumerated() where facts.queue(queue).isMain {
      for member in members where !context.isStalled(member) {
        if let place = wait(delaying: member, among: waits, threshold, in: facts) {
          delayed[place].append(member)
        }
      }
    }
    return zip(waits, delayed).compactMap { wait, operations in
      operations.isEmpty
        ? nil : Case(wait: wait, operations: operations, certainty: facts.proven)
    }
  }

  /// The waits of the main thread from the threshold on; of nested ones, as in a wait for a whole queue, the outermost.
  private func longWaits(in facts: StallFacts, _ threshold: UInt64) -> [TracedWait] {
    var waits: [TracedWait] = []
    var isOver = TraceInstant.zero
    for wait in facts.index.trace.waits
    where wait.thread == facts.index.mainThread && wait.start >= isOver {
      isOver = wait.end ?? .never
      if length(of: wait, in: facts) >= threshold { waits.append(wait) }
    }
    return waits
  }

  private func length(of wait: TracedWait, in facts: StallFacts) -> UInt64 {
    (wait.end ?? facts.end).nanoseconds(since: wait.start)
  }

  /// The place of the first wait by which an operation was held up for longer than the threshold.
  private func wait(
    delaying operation: Int,
    among waits: [TracedWait],
    _ threshold: UInt64,
    in facts: StallFacts
  ) -> Int? {
    let milestones = facts.operation(operation).milestones
    guard let ready = milestones.ready else { return nil }
    let started = milestones.started ?? facts.end
    // The waits follow one another, and each is long enough by itself.
    let place = waits.partitioningIndex { wait in
      let end = wait.end ?? facts.end
      return end > ready && end.nanoseconds(since: ready) >= threshold
    }
    guard place < waits.count else { return nil }
    let begin = max(ready, waits[place].start)
    let end = min(started, waits[place].end ?? facts.end)
    return begin < end && end.nanoseconds(since: begin) >= threshold ? place : nil
  }
}

// MARK: - Words

extension MainThreadWaitRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let isOver = misuse.wait.end != nil
    let was = isOver ? "was blocked" : "has been blocked"
    let were = misuse.operations.count == 1 ? "was" : "were"
    return "The main thread \(was) for "
      + "\(DurationText.short(length(of: misuse.wait, in: context.facts))) in "
      + "\(call(of: misuse.wait, in: context)) while \(context.names.operations(misuse.operations)) "
      + "\(were) ready in the main queue."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let longest = cases.map { length(of: $0.wait, in: context.facts) }.max() ?? 0
    let operations = cases.flatMap(\.operations)
    let were = operations.count == 1 ? "was" : "were"
    return "The main thread was blocked in \(CountText.of(cases.count, "wait")), the longest of "
      + "\(DurationText.short(longest)), while \(context.names.operations(operations)) \(were) "
      + "ready in the main queue."
  }

  private func call(of wait: TracedWait, in context: DiagnosisContext) -> String {
    if let operation = context.facts.index.position(of: wait.operation) {
      return "waitUntilFinished on \(context.names.operation(operation))"
    }
    let queue = context.facts.index.position(of: wait.queue).map { context.names.queue($0) }
    return "waitUntilAllOperationsAreFinished on \(queue ?? "a queue")"
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let length = DurationText.short(length(of: misuse.wait, in: context.facts))
    var line =
      "the main thread was blocked in \(call(of: misuse.wait, in: context)) for \(length) from "
      + "\(words.moment(misuse.wait.start)) on"
    if let first = misuse.operations.first {
      let milestones = context.facts.operation(first).milestones
      let ready = DurationText.short((milestones.ready ?? .zero).nanoseconds)
      let start =
        milestones.started.map { "started \(DurationText.short($0.nanoseconds)) into it" }
        ?? "has not started"
      line += "; \(context.names.operation(first)) was ready \(ready) into it and \(start)"
    }
    return [line]
  }

  package func edges(for misuse: Case, in context: DiagnosisContext) -> [ProofEdge] {
    let thread = ProofEdge.Subject.thread(misuse.wait.thread)
    let target: ProofEdge.Subject? =
      if let operation = misuse.wait.operation {
        .operation(operation)
      } else {
        misuse.wait.queue.map { .queue($0) }
      }
    let waits = misuse.operations.map { operation in
      ProofEdge(
        from: .operation(context.facts.operation(operation).id),
        to: thread,
        by: .mainThread
      )
    }
    return waits + (target.map { [ProofEdge(from: thread, to: $0, by: .wait)] } ?? [])
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let targets = Set(cases.compactMap { context.facts.index.position(of: $0.wait.operation) })
    let names = targets.isEmpty ? "them" : context.names.operations(targets.sorted())
    return "Let what comes after the wait be an operation of the main queue that depends on "
      + "\(names), and return to the run loop instead of waiting."
  }
}
