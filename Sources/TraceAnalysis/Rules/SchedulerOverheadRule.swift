package import TraceEvents
import TraceModel

/// A queue that starts its operations slowly because Foundation looks through thousands of blocked ones each time.
///
/// Counted is time in which operations were ready, slots free and processors left over, and the queue executed nothing. Silent
/// where less than half of the time was lost that way while so many were blocked.
package struct SchedulerOverheadRule: MisuseRule {
  package let name = "scheduler-overhead"
  package let thresholds: [DiagnosisThresholds.Name] = [.release]
  package let counts: [DiagnosisThresholds.Count] = [.samples]
  package let explanation = RuleExplanation(
    what: "Ready operations start late because thousands of others are blocked in the same queue.",
    why: "Foundation goes through all pending operations of a queue whenever one is added or "
      + "finishes, to find one that is ready; with thousands that are not, each step takes long.",
    change: "Keep operations that wait for something out of the queue until it is there, or give "
      + "them a queue of their own.",
    wrong: """
      network.addOperation(login)
      for _ in 1...2_000 { jobs.addOperation(request(after: login)) }
      render(on: jobs)
      """,
    right: """
      let requests = OperationQueue()
      network.addOperation(login)
      for _ in 1...2_000 { requests.addOperation(request(after: login)) }
      render(on: jobs)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var queue: Int
    var time: SchedulerTime
    /// The operations of the queue that started in the time that was looked at, by position.
    package var operations: [Int]
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let count = max(1, facts.thresholds[.samples])
    let queues = context.trace.queues.indices.filter { queue in
      facts.queue(queue).depth.contains { $0.waiting >= count && $0.queued > 0 }
    }
    if queues.isEmpty { return [] }
    let use = ThreadUse(facts)
    let occupied = LoadCurve(context.trace.operations.indices.compactMap { use.inside($0) })
    return queues.compactMap { queue in
      let members = facts.index.members[queue]
      let time = SchedulerTime(
        of: facts.queue(queue),
        atLeast: count,
        occupied: occupied,
        own: LoadCurve(members.compactMap { use.inside($0) }),
        facts
      )
      guard time.lost >= facts.thresholds.nanoseconds(.release), time.lost >= time.observed / 2,
        let since = time.since, let last = time.last
      else { return nil }
      let started = members.filter { position in
        facts.operation(position).milestones.started.map { since < $0 && $0 <= last } ?? false
      }
      guard !started.isEmpty else { return nil }
      return Case(queue: queue, time: time, operations: started, since: since)
    }
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: misuse.queue)
  }
}

// MARK: - Words

extension SchedulerOverheadRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let each = misuse.time.lost / UInt64(max(1, misuse.operations.count))
    return "\(context.names.initialQueue(misuse.queue)) lost "
      + "\(DurationText.short(misuse.time.lost)) between its operations, "
      + "\(DurationText.short(each)) for each of \(CountText.grouped(misuse.operations.count)): "
      + "Foundation looked through up to \(CountText.grouped(misuse.time.blocked)) others that were "
      + "blocked in it."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // Each queue has one.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let time = misuse.time
    return [
      "for \(DurationText.short(time.observed)) operations were ready and slots free, while "
        + "\(CountText.grouped(time.blocked)) were blocked; in \(DurationText.short(time.lost)) of "
        + "that no thread was inside an operation of the queue"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let queue = cases.first.map { context.names.queue($0.queue) } ?? "the queue"
    return "Add what is blocked in \(queue) only when it can run, or give it a queue of its own."
  }
}
