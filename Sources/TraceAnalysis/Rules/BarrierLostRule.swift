package import TraceEvents
import TraceModel

/// A barrier that did not do what it is for.
///
/// It was cancelled with everything else in its queue, which was used on; it ran on a suspended queue, or beside the main
/// thread for the main queue, because Foundation on Linux makes no operation for a barrier of an empty queue; or operations
/// of its queue started while its block ran, on an underlying queue that knows nothing of it. Silent about a barrier that was
/// cancelled when nothing was added after it, and about operations that were cancelled or that the program started itself.
package struct BarrierLostRule: MisuseRule {
  package let name = "barrier-lost"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let explanation = RuleExplanation(
    what: "A barrier did not do what it is for: it never ran, or did not keep others apart.",
    why:
      "To cancel all operations cancels barriers too; on an empty queue Foundation on Linux runs "
      + "a barrier at once, past suspension, main thread and underlyingQueue; and a global dispatch "
      + "queue under an operation queue knows no barriers.",
    change: "Use an operation that depends on all the others instead of a barrier, or a queue "
      + "without a global underlyingQueue.",
    wrong: """
      catalogue.underlyingQueue = DispatchQueue.global()
      catalogue.addBarrierBlock {
        isWriting.signal()
      }
      catalogue.addOperation(read)
      """,
    right: """
      private let shelf = DispatchQueue(label: "shelf", attributes: .concurrent)
      catalogue.underlyingQueue = shelf
      catalogue.addBarrierBlock {
        isWriting.signal()
      }
      catalogue.addOperation(read)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var queue: Int
    var barrier: TracedQueue.Barrier
    var loss: Loss
    /// The barrier's operation, if it has one, or what started beside it.
    package var operations: [Int]
    package var queues: [Int] { [queue] }
    package var since: TraceInstant
    package var certainty: Finding.Certainty
  }

  /// What became of a barrier.
  enum Loss: Hashable, Sendable {
    /// It was cancelled with all others at that moment, and so many operations were added later and ran.
    case cancelled(TraceInstant, usedOn: Int)
    /// It ran while its queue was suspended, since then.
    case ranSuspended(TraceInstant)
    /// It ran on that thread, which is not the main thread.
    case ranBesideMain(ThreadID)
    /// Operations started while it ran.
    case overlapped
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threads = Self.threads(in: facts)
    let own = Set(facts.log.unusualStarts.compactMap { facts.index.position(of: $0.operation) })
    return context.trace.queues.indices.flatMap { number -> [Case] in
      let queue = facts.queue(number)
      guard !queue.barriers.isEmpty else { return [] }
      var starts = StartsOfQueue(number, leavingOut: own, in: facts)
      let barriers = queue.barriers.sorted {
        ($0.began ?? $0.added, $0.number) < ($1.began ?? $1.added, $1.number)
      }
      return barriers.flatMap { barrier in
        [
          cancellation(of: barrier, starts, number, facts),
          bypass(of: barrier, threads, number, facts),
          overlap(with: barrier, &starts, number, facts),
        ].compactMap { $0 }
      }
    }
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    let kind =
      switch misuse.loss {
      case .cancelled: "cancelled"
      case .ranSuspended: "suspended"
      case .ranBesideMain: "main"
      case .overlapped: "overlapped"
      }
    return MisuseGroup(className: kind, queue: misuse.queue)
  }
}

// MARK: - What became of a barrier

extension BarrierLostRule {
  private func cancellation(
    of barrier: TracedQueue.Barrier,
    _ starts: StartsOfQueue,
    _ number: Int,
    _ facts: StallFacts
  ) -> Case? {
    guard barrier.began == nil, let position = facts.index.position(of: barrier.operation),
      facts.operation(position).outcome == .cancelledBeforeStart,
      let cancelled = facts.operation(position).milestones.cancelled,
      let call = facts.queue(number).cancellation(at: cancelled)
    else { return nil }
    let usedOn = starts.count(addedAfter: call)
    guard usedOn > 0 else { return nil }
    return Case(
      queue: number,
      barrier: barrier,
      loss: .cancelled(call, usedOn: usedOn),
      operations: [position],
      since: call,
      certainty: facts.proven
    )
  }

  private func bypass(
    of barrier: TracedQueue.Barrier,
    _ threads: [UInt64: ThreadID],
    _ number: Int,
    _ facts: StallFacts
  ) -> Case? {
    guard barrier.operation == nil, let began = barrier.began else { return nil }
    let queue = facts.queue(number)
    let loss: Loss
    if queue.isMain {
      guard let thread = threads[barrier.number],
        let main = facts.index.trace.threads.first(where: \.isMain)?.id, thread != main
      else { return nil }
      loss = .ranBesideMain(thread)
    } else {
      let index = queue.suspensions.partitioningIndex { $0.start > barrier.added }
      guard index > 0, queue.suspensions[index - 1].end.map({ $0 > began }) ?? true else {
        return nil
      }
      loss = .ranSuspended(queue.suspensions[index - 1].start)
    }
    return Case(
      queue: number,
      barrier: barrier,
      loss: loss,
      operations: [],
      since: began,
      certainty: .proven
    )
  }

  private func overlap(
    with barrier: TracedQueue.Barrier,
    _ starts: inout StartsOfQueue,
    _ number: Int,
    _ facts: StallFacts
  ) -> Case? {
    guard let began = barrier.began, !facts.queue(number).isMain else { return nil }
    let beside = starts.take(after: began, before: barrier.ended ?? facts.end)
    guard let first = beside.first else { return nil }
    return Case(
      queue: number,
      barrier: barrier,
      loss: .overlapped,
      operations: Array(beside),
      since: facts.operation(first).milestones.started ?? began,
      certainty: .proven
    )
  }

  /// The threads on which barriers began, by the number of the call.
  private static func threads(in facts: StallFacts) -> [UInt64: ThreadID] {
    Dictionary(
      (facts.log.events[.barrierBegan] ?? []).map { ($0.argument, $0.thread) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension TracedQueue {
  /// The last call of `cancelAllOperations` up to a moment.
  fileprivate func cancellation(at moment: TraceInstant) -> TraceInstant? {
    let next = cancelledAll.partitioningIndex { $0 > moment }
    return next > 0 ? cancelledAll[next - 1] : nil
  }
}

// MARK: - Words

extension BarrierLostRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let words = MisuseWords(context)
    let queue = context.names.queue(misuse.queue)
    switch misuse.loss {
    case .cancelled(let moment, let usedOn):
      return "The barrier that was added to \(queue) \(words.moment(misuse.barrier.added)) never "
        + "ran: cancelAllOperations took it away \(words.time(from: misuse.barrier.added, to: moment)) "
        + "later, and \(CountText.of(usedOn, "operation")) added since then ran without it."
    case .ranSuspended:
      return
        "A barrier of \(queue) ran while the queue was suspended, which holds up no barrier of "
        + "an empty queue."
    case .ranBesideMain(let thread):
      return "A barrier of \(queue) ran on \(context.names.thread(thread)), not on the main thread."
    case .overlapped:
      let started = context.names.operations(misuse.operations)
      return "\(started) of \(queue) started while a barrier of the queue was running."
    }
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    guard let first = cases.first else { return "" }
    let barriers = "\(CountText.of(cases.count, "barrier")) of \(context.names.queue(first.queue))"
    switch first.loss {
    case .cancelled:
      return "\(barriers) never ran: cancelAllOperations took them away, and the queue was used on."
    case .ranSuspended:
      return "\(barriers) ran while the queue was suspended, which holds up no barrier of an empty "
        + "queue."
    case .ranBesideMain:
      return "\(barriers) ran on other threads than the main thread."
    case .overlapped:
      let started = cases.flatMap(\.operations)
      let verb = started.count == 1 ? "was not kept apart from" : "were not kept apart from"
      return "\(context.names.operations(started)) \(verb) \(barriers), and started while they ran."
    }
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let barrier = misuse.barrier
    let began = barrier.began ?? barrier.added
    let actor = context.facts.index.position(of: barrier.actor)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    let added = (what: "a barrier was added\(by)", instant: barrier.added)
    switch misuse.loss {
    case .cancelled(let moment, _):
      return [words.story([added, ("cancelled with all others of its queue", moment)])]
    case .ranSuspended(let suspended):
      let steps = [("the queue was suspended", suspended), added, ("its block began", began)]
      return [words.story(steps)]
    case .ranBesideMain(let thread):
      let place = "its block began\(words.place(thread))"
      return [words.story([added, (place, began)])]
    case .overlapped:
      let started = misuse.operations.prefix(3).map { position in
        let start = context.facts.operation(position).milestones.started ?? began
        return "\(context.names.operation(position)) started \(words.time(from: began, to: start)) "
          + "later"
      }
      let end =
        barrier.ended.map { "ended \(words.time(from: began, to: $0)) later" } ?? "has not ended"
      return ["the block of a barrier began \(words.moment(began)) and \(end)"] + started
    }
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    guard let first = cases.first else { return "" }
    let queue = context.names.queue(first.queue)
    switch first.loss {
    case .cancelled:
      return
        "Add the barrier to \(queue) again after cancelAllOperations, or cancel the operations "
        + "one by one."
    case .ranSuspended:
      return "Add an operation to \(queue) instead of a barrier: it waits until the queue is "
        + "resumed."
    case .ranBesideMain:
      return "Add an operation to \(queue) instead of a barrier: it runs on the main thread."
    case .overlapped:
      if first.barrier.operation == nil {
        return "Use an operation in the barrier's place and let what comes later depend on it: a "
          + "barrier of an empty queue runs beside the underlyingQueue of \(queue)."
      }
      return
        "Give \(queue) no underlyingQueue, or one of the program's own instead of a global one."
    }
  }
}
