import TraceEvents
import TraceModel

/// An operation that kept its slot while it waited for one that needed a slot of the same queue, or the last thread.
///
/// It went well this time. Silent about waits for operations of other queues that need nothing of the waiter's, about those
/// for operations that had their slot before, and about waits that belong to a stall, which is told instead.
package struct BlockingWaitInOperationRule: MisuseRule {
  package let name = "blocking-wait-in-operation"
  package let thresholds: [DiagnosisThresholds.Name] = [.dispatch]
  package let explanation = RuleExplanation(
    what: "An operation waited for another one while it kept a slot that the other may need.",
    why: "waitUntilFinished blocks the thread and keeps the slot. As soon as as many operations "
      + "wait as there are slots or worker threads, what they wait for can't start any more.",
    change: "Split the operation in two at the wait and let the second part depend on what was "
      + "waited for; or put what is waited for on a queue of its own, and let fewer operations wait "
      + "at once than there are processors.",
    wrong: """
      let album = BlockOperation {
        let photo = BlockOperation { Thread.sleep(forTimeInterval: 0.2) }
        queue.addOperation(photo)
        photo.waitUntilFinished()
        print("album")
      }
      """,
    right: """
      let album = BlockOperation {
        let photo = BlockOperation { Thread.sleep(forTimeInterval: 0.2) }
        photos.addOperation(photo)
        photo.waitUntilFinished()
        print("album")
      }
      """
  )

  package init() {}

  package func cases(in context: DiagnosisContext) -> [BlockingWait] {
    var waits = BlockingWaits(context.facts)
    return waits.dangerous(isStalled: context.isStalled)
  }
}

// MARK: - Words

extension BlockingWaitInOperationRule {
  package func sentence(for misuse: BlockingWait, in context: DiagnosisContext) -> String {
    let waiter = context.names.operation(misuse.waiter)
    let target = context.names.operation(misuse.target)
    switch misuse.danger {
    case .sameQueue(let needed):
      let isDirect = needed == misuse.target
      let needs =
        isDirect ? target : "\(target) needs \(context.names.operation(needed)), and that one"
      guard let (queue, limit) = place(of: misuse, in: context) else { return "" }
      guard let limit else {
        return "\(waiter) waited for \(target) and blocked a worker thread of \(queue) meanwhile, "
          + "though \(needs) needed one in the same queue."
      }
      return "\(waiter) waited for \(target) and kept its slot of \(queue) (limit "
        + "\(CountText.grouped(limit))) meanwhile, though \(needs) needed a slot there too."
    case .workers(let waited, let blocked):
      return "\(waiter) waited for \(target), which got no thread for "
        + "\(DurationText.short(waited)) while \(CountText.of(blocked, "operation")) blocked worker "
        + "threads in waits."
    }
  }

  package func summary(of cases: [BlockingWait], in context: DiagnosisContext) -> String {
    let count = CountText.of(cases.count, "operation")
    let names = context.names.operations(cases.map(\.waiter))
    let isAboutSlots = cases.contains { misuse in
      if case .sameQueue = misuse.danger { true } else { false }
    }
    guard isAboutSlots, let first = cases.first, let (queue, limit) = place(of: first, in: context)
    else {
      return
        "\(count) blocked worker threads while they waited for others, which got no thread for "
        + "long: \(names)."
    }
    guard let limit else {
      return "\(count) of \(queue) blocked worker threads while they waited for others that needed "
        + "one in the same queue: \(names)."
    }
    return "\(count) kept their slots of \(queue) (limit \(CountText.grouped(limit))) while they "
      + "waited for others that needed a slot there too: \(names)."
  }

  /// The queue of the one that waited, and its limit then.
  private func place(
    of misuse: BlockingWait,
    in context: DiagnosisContext
  ) -> (queue: String, limit: Int?)? {
    guard let queue = context.facts.index.queue(of: misuse.waiter) else { return nil }
    return (context.names.queue(queue), context.facts.queue(queue).limit(at: misuse.since))
  }

  package func evidence(for misuse: BlockingWait, in context: DiagnosisContext) -> [String] {
    let waiter = context.names.operation(misuse.waiter)
    let target = context.names.operation(misuse.target)
    let operation = context.facts.operation(misuse.waiter)
    var line = "\(waiter) held its slot"
    if let started = operation.milestones.started {
      line += " from \(MisuseWords(context).moment(started)) on"
    }
    if let call = misuse.call {
      let end = call.end ?? context.facts.end
      let blocked = DurationText.short(end.nanoseconds(since: call.start))
      line += " and was blocked for \(blocked) in a wait for \(target)"
    } else {
      line += " and waited for \(target)"
    }
    guard case .sameQueue(let needed) = misuse.danger else { return [line] }
    let name = context.names.operation(needed)
    let milestones = context.facts.operation(needed).milestones
    let start =
      milestones.started.map {
        "\(name) started \(DurationText.short($0.nanoseconds)) into it"
      } ?? "\(name) has not started"
    return ["\(line); \(start)"]
  }

  package func edges(for misuse: BlockingWait, in context: DiagnosisContext) -> [ProofEdge] {
    let id = { (position: Int) in
      ProofEdge.Subject.operation(context.facts.operation(position).id)
    }
    var edges = [ProofEdge(from: id(misuse.waiter), to: id(misuse.target), by: .wait)]
    if case .sameQueue(let needed) = misuse.danger, needed == misuse.target,
      let queue = context.facts.operation(misuse.waiter).queue
    {
      edges.append(ProofEdge(from: id(needed), to: .queue(queue), by: .slot))
    }
    return edges
  }

  package func advice(for cases: [BlockingWait], in context: DiagnosisContext) -> String {
    let waiters = context.names.operations(cases.map(\.waiter))
    let targets = context.names.operations(Set(cases.map(\.target)).sorted())
    let split =
      "Let what comes after the wait in \(waiters) be an operation of its own that depends on "
      + targets
    let needSlots = cases.contains { misuse in
      if case .sameQueue = misuse.danger { true } else { false }
    }
    if needSlots { return "\(split), or put \(targets) on a queue of its own." }
    let queues = Set(cases.compactMap { context.facts.index.queue(of: $0.waiter) }).sorted()
    let processors = context.trace.processors.map { " (\(CountText.grouped($0)))" } ?? ""
    return "\(split); or let fewer operations wait at once than there are processors\(processors), "
      + "such as by the limit of \(context.names.queues(queues)): each wait keeps a worker thread "
      + "that others need."
  }
}
