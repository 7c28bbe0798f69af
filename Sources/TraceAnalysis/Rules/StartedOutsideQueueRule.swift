package import TraceEvents
import TraceModel

/// An operation whose `start()` the program called although a queue held it, or that was started twice.
///
/// Silent about an operation of no queue that is started once, about a call on one that has finished, which does nothing,
/// and about a class that overrides `start()` to go on on the main thread: that call is its own.
package struct StartedOutsideQueueRule: MisuseRule {
  package let name = "started-outside-queue"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "The program called start() on an operation that was in a queue, or called it twice.",
    why: "A queue starts its operations itself. Foundation ends the process when an operation is "
      + "started a second time, and an overridden start() does its work twice.",
    change: "Add the operation to a queue or call start() yourself, never both.",
    wrong: """
      queue.addOperation(upload)
      hasBegun.wait()
      upload.start()
      """,
    right: """
      upload.start()
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var operation: Int
    /// The call that should not have been.
    var call: TraceEvent
    /// Whether the operation was in its queue by then.
    var isInQueue: Bool
    package var certainty: Finding.Certainty
    package var since: TraceInstant { call.instant }
    package var operations: [Int] { [operation] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    var told: Set<Int> = []
    return context.facts.log.unusualStarts.compactMap { call in
      guard let misuse = judge(call, in: context.facts),
        told.insert(misuse.operation).inserted
      else { return nil }
      return misuse
    }
  }

  private func judge(_ call: TraceEvent, in facts: StallFacts) -> Case? {
    guard let position = facts.index.position(of: call.operation) else { return nil }
    let operation = facts.operation(position)
    let milestones = operation.milestones
    if let finished = milestones.finished, finished <= call.instant { return nil }
    let isInQueue =
      operation.queue != nil && (milestones.enqueued.map { $0 <= call.instant } ?? false)
    let isFirst = milestones.started == call.instant && operation.startThread == call.thread
    if isFirst, !isInQueue { return nil }
    if !isFirst, goesOnOnMainThread(operation, call, in: facts) { return nil }
    return Case(
      operation: position,
      call: call,
      isInQueue: isInQueue,
      certainty: facts.proven
    )
  }

  /// Whether an overridden `start()` had returned and calls itself from the main thread, as classes do that need its run
  /// loop.
  private func goesOnOnMainThread(
    _ operation: TracedOperation,
    _ call: TraceEvent,
    in facts: StallFacts
  ) -> Bool {
    let main = facts.index.mainThread
    let hasReturned = operation.milestones.startReturned.map { $0 <= call.instant } ?? false
    return operation.classTraits.contains(.overridesStart) && hasReturned
      && call.thread == main && operation.startThread != main
  }
}

// MARK: - Words

extension StartedOutsideQueueRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let name = context.names.operation(misuse.operation)
    let thread = context.names.thread(misuse.call.thread)
    let queue = context.facts.index.queue(of: misuse.operation).map { context.names.queue($0) }
    guard misuse.isInQueue, let queue else {
      return "start() of \(name) was called again on \(thread), before \(name) had finished."
    }
    return "start() of \(name) was called on \(thread) although it was in \(queue), which starts "
      + "it itself."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    let how =
      cases.allSatisfy(\.isInQueue)
      ? "by hand although they were in a queue" : "more than once or although they were in a queue"
    return "\(CountText.of(cases.count, "operation")) were started \(how): \(names)."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let operation = context.facts.operation(misuse.operation)
    let words = MisuseWords(context)
    var steps: [(String, TraceInstant)] = []
    if misuse.isInQueue, let enqueued = operation.milestones.enqueued {
      steps.append(("was added to its queue", enqueued))
    }
    if let started = operation.milestones.started, started < misuse.since {
      steps.append(("was started\(words.place(operation.startThread))", started))
    }
    let actor = context.facts.index.position(of: misuse.call.actor)
    let by = actor.map { ", by \(context.names.operation($0))," } ?? ""
    steps.append(
      ("was started by the program\(words.place(misuse.call.thread))\(by)", misuse.since)
    )
    return ["\(context.names.operation(misuse.operation)) \(words.story(steps))"]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.operation))
    if cases.contains(where: \.isInQueue) {
      return "Leave \(names) to the queue: find the call of start() in the program and take it out."
    }
    return "Start \(names) once: find the second call of start() and take it out."
  }
}
