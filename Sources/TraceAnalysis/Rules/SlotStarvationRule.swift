package import TraceEvents
import TraceModel

/// Ready operations that waited long for a slot while those that held the slots did nothing, or while more urgent ones kept
/// coming.
///
/// A limit that holds back operations of one kind is a decision: the rule speaks only of operations that are ten times
/// quicker than those of other classes that held the slots, and only where three quarters of the slots' time were used by no
/// thread: their operations had returned from `start()`, or were blocked in a recorded wait. Silent about a limit of one,
/// which is about order. Of low priority it speaks when thousands of more urgent operations, which were added one after the
/// other all the while, went first. What is stalled is told of its root cause.
package struct SlotStarvationRule: MisuseRule {
  package let name = "slot-starvation"
  package let thresholds: [DiagnosisThresholds.Name] = [.starvation]
  package let counts: [DiagnosisThresholds.Count] = [.samples]
  package let explanation = RuleExplanation(
    what: "Ready operations waited long for a slot while those that held the slots mostly waited "
      + "themselves, or while more urgent ones kept coming.",
    why: "An asynchronous operation keeps its slot until it finishes, also while it only waits "
      + "for an answer; and a queue takes the most urgent operation first, however long another "
      + "one has waited.",
    change: "Give quick operations a queue of their own, whose limit is about processors; raise "
      + "the priority of what has waited long enough.",
    wrong: #"""
      pictures.maxConcurrentOperationCount = 2
      for number in 1...4 { pictures.addOperation(Download("download \(number)")) }
      pictures.addOperation(thumbnail)
      """#,
    right: #"""
      pictures.maxConcurrentOperationCount = 2
      for number in 1...4 { pictures.addOperation(Download("download \(number)")) }
      let thumbnails = OperationQueue()
      thumbnails.addOperation(thumbnail)
      """#
  )

  package init() {}

  package struct Case: MisuseCase {
    var starvation: Starvation
    package var since: TraceInstant { starvation.since }
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { [starvation.operation] }

    var isOvertaken: Bool {
      if case .overtaken = starvation.cause { true } else { false }
    }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let search = StarvationSearch(context.facts)
    return context.trace.queues.indices.flatMap { queue -> [Case] in
      let waiters = search.waiters(of: queue).filter { !context.isStalled($0) }
      if waiters.isEmpty { return [] }
      let starved =
        search.behindIdleHolders(waiters, in: queue) + search.overtaken(waiters, in: queue)
      return starved.map { Case(starvation: $0) }
    }
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    let className = context.facts.operation(misuse.starvation.operation).className
    return MisuseGroup(
      className: misuse.isOvertaken ? "" : className,
      queue: misuse.starvation.queue
    )
  }
}

// MARK: - Words

extension SlotStarvationRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let starvation = misuse.starvation
    let name = context.names.operation(starvation.operation)
    let waited = "\(name) waited \(DurationText.short(starvation.waited)) for a slot of "
    switch starvation.cause {
    case .idleHolders:
      let holders = StarvationSearch(context.facts).holders(
        before: starvation.operation,
        in: starvation.queue
      )
      return waited + "\(slots(of: starvation.queue, in: context)), while "
        + "\(context.names.operations(holders)) held the slots and used no thread."
    case .overtaken(let count):
      return waited + "\(slots(of: starvation.queue, in: context)): "
        + "\(CountText.of(count, "operation")) of higher priority that were added later went first."
    }
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let names = context.names.operations(cases.map(\.starvation.operation))
    let longest = DurationText.short(cases.map(\.starvation.waited).max() ?? 0)
    let queue = cases.first.map { slots(of: $0.starvation.queue, in: context) } ?? ""
    let meanwhile =
      cases.first?.isOvertaken == true
      ? "while more urgent ones that were added later went first"
      : "while operations of other classes held the slots and used no thread"
    return "\(CountText.of(cases.count, "operation")) waited up to \(longest) for a slot of "
      + "\(queue), \(meanwhile): \(names)."
  }

  /// The queue with its limit, such as "queue images (limit 2)".
  private func slots(of queue: Int, in context: DiagnosisContext) -> String {
    let limit = context.facts.queue(queue).slotLimit.map { " (limit \(CountText.grouped($0)))" }
    return context.names.queue(queue) + (limit ?? "")
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let starvation = misuse.starvation
    let operation = context.facts.operation(starvation.operation)
    var line =
      "\(context.names.operation(starvation.operation)) was ready "
      + "\(words.moment(starvation.since)), waited \(DurationText.short(starvation.waited)) for a slot"
    if let started = operation.milestones.started, let finished = operation.milestones.finished {
      line += " and ran for \(words.time(from: started, to: finished))"
    }
    switch starvation.cause {
    case .idleHolders(let share):
      return [
        line + "; the slots were held by other classes without a thread \(percent(share)) of "
          + "that time"
      ]
    case .overtaken(let count):
      return [line + "; meanwhile \(CountText.of(count, "more urgent operation")) came and started"]
    }
  }

  private func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded(.down))) %"
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    guard let first = cases.first else { return "" }
    let queue = context.names.queue(first.starvation.queue)
    if first.isOvertaken {
      return "Raise the priority of \(context.names.operations(cases.map(\.starvation.operation))) "
        + "when it has waited long enough, or give what is urgent a queue of its own."
    }
    let code = MisuseWords(context).code(of: cases.map(\.starvation.operation))
    return "Give \(code) a queue of its own: the limit of \(queue) is taken up by operations that "
      + "only wait."
  }
}
