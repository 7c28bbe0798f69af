package import TraceEvents
import TraceModel

/// A queue into which more is put than comes out, all the time.
///
/// Silent about a batch, which is filled in one go and then drained: the queue must have grown in each quarter of its time up
/// to the end of the trace, with operations that were added and others that started in each of them; and what waits at the
/// end must have done so for long. Silent about a queue that is suspended or holds what is stalled, and where events are
/// missing.
package struct UnboundedBacklogRule: MisuseRule {
  package let name = "unbounded-backlog"
  package let thresholds: [DiagnosisThresholds.Name] = [.starvation]
  package let counts: [DiagnosisThresholds.Count] = [.backlog]
  package let explanation = RuleExplanation(
    what: "More operations are put into a queue than come out of it, all the time.",
    why: "A queue takes whatever it is given: nothing holds a producer up that is faster than the "
      + "queue, so what waits becomes more and older, and so does the memory it takes.",
    change: "Let the producer wait when so many operations are in the queue, drop or merge what "
      + "nobody needs any more, or raise the limit if the machine has room.",
    wrong: """
      while Date() < end {
        log.addOperation(line())
      }
      """,
    right: """
      let room = DispatchSemaphore(value: 20)
      while Date() < end {
        room.wait()
        let line = line()
        line.completionBlock = { room.signal() }
        log.addOperation(line)
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var queue: Int
    /// What has not started at the end, by position in the order of enqueue.
    var waiting: [Int]
    /// How many were added and how many started, at the end of each quarter of the time.
    var added: [Int]
    var started: [Int]
    /// How long the oldest has waited, in nanoseconds.
    var oldest: UInt64
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { waiting }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    guard !facts.lostEvents, !facts.beganMidway else { return [] }
    return facts.index.members.indices.compactMap { queue in
      guard !facts.queue(queue).isSuspendedAtEnd else { return nil }
      let waiting = facts.index.members[queue].filter { position in
        facts.situations[position].isPending
          && facts.operation(position).milestones.started == nil
      }
      guard waiting.count >= max(1, facts.thresholds[.backlog]),
        !facts.index.members[queue].contains(where: context.isStalled)
      else { return nil }
      return misuse(of: queue, waiting, in: facts)
    }
  }

  private func misuse(of queue: Int, _ waiting: [Int], in facts: StallFacts) -> Case? {
    let milestones = facts.index.members[queue].map { facts.operation($0).milestones }
    let enqueues = milestones.compactMap(\.enqueued).sorted()
    let starts = milestones.compactMap(\.started).sorted()
    guard let first = enqueues.first, facts.end > first,
      let oldest = facts.operation(waiting[0]).milestones.enqueued,
      facts.age(since: oldest) >= facts.thresholds.nanoseconds(.starvation)
    else { return nil }
    let parts: UInt64 = 4
    let length = facts.end.nanoseconds(since: first)
    let ends = (1...parts).map { part in
      TraceInstant(nanoseconds: first.nanoseconds + length / parts * part)
    }
    let added = ends.map { end in enqueues.partitioningIndex { $0 > end } }
    let started = ends.map { end in starts.partitioningIndex { $0 > end } }
    let fair = enqueues.count / Int(parts) / 4
    var before = (added: 0, started: 0)
    for (added, started) in zip(added, started) {
      guard added - before.added >= fair, started > before.started,
        added - started > before.added - before.started
      else { return nil }
      before = (added, started)
    }
    return Case(
      queue: queue,
      waiting: waiting,
      added: added,
      started: started,
      oldest: facts.age(since: oldest),
      since: first
    )
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: misuse.queue)
  }
}

// MARK: - Words

extension UnboundedBacklogRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let time = DurationText.short(context.facts.age(since: misuse.since))
    return "\(context.names.initialQueue(misuse.queue)) has grown for \(time), to "
      + "\(CountText.of(misuse.waiting.count, "operation")) that wait: "
      + "\(CountText.grouped(misuse.added[misuse.added.count - 1])) were added and "
      + "\(CountText.grouped(misuse.started[misuse.started.count - 1])) started, and more keep "
      + "coming."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // Each queue has one.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let depths = zip(misuse.added, misuse.started).map { CountText.grouped($0 - $1) }
    let adders = Set(misuse.waiting.compactMap { context.facts.operation($0).enqueueThread })
    let by =
      adders.count == 1
      ? adders.first.map { ", all of them added on \(context.names.thread($0))" } ?? "" : ""
    return [
      "at the end of each quarter of the time \(CountText.list(depths, atMost: depths.count)) "
        + "operations waited\(by)",
      "\(context.names.operation(misuse.waiting[0])) has waited "
        + "\(DurationText.short(misuse.oldest)) and is still not started",
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let queue = cases.first.map { context.names.queue($0.queue) } ?? "the queue"
    return "Let whoever adds operations to \(queue) wait while many are in it, or drop those that "
      + "nobody needs any more."
  }
}
