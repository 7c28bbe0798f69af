package import TraceEvents
import TraceModel

/// A queue whose operations do so little that most of the effort goes into putting them through it.
///
/// Half of them run for less than ten times what it costs to add one, as measured in the same trace. Silent about a queue with
/// few operations, about operations that come one by one, and where those costs don't count: where they are less than one part
/// in five hundred of the queue's time, small operations cost nobody anything.
package struct TinyOperationsRule: MisuseRule {
  package let name = "tiny-operations"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let counts: [DiagnosisThresholds.Count] = [.samples]
  package let explanation = RuleExplanation(
    what: "The operations of a queue do less work than it takes to put them through it.",
    why: "To add, schedule, start and finish an operation takes some microseconds and wakes "
      + "threads; for one that runs no longer than that, a plain loop is faster.",
    change: "Let an operation do a hundred times as much: one for each batch or file instead of "
      + "one for each item.",
    wrong: """
      for row in 0..<2_000 {
        let invert = BlockOperation { pixels.invert(row..<row + 1) }
        queue.addOperation(invert)
      }
      """,
    right: """
      for row in stride(from: 0, to: 2_000, by: 100) {
        let invert = BlockOperation { pixels.invert(row..<row + 100) }
        queue.addOperation(invert)
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var queue: Int
    /// Its operations that have finished, by position.
    package var operations: [Int]
    /// How long the middle one executed.
    var median: UInt64
    /// What it costs to put one through the queue.
    var cost: UInt64
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let samples = max(1, facts.thresholds[.samples])
    let queues = facts.index.members.indices.filter { facts.index.members[$0].count >= samples }
    if queues.isEmpty { return [] }
    let costs = CallCosts(facts, atLeast: samples)
    return queues.compactMap { queue in
      guard let cost = costs[queue] else { return nil }
      var (operations, lengths): ([Int], [UInt64]) = ([], [])
      var (begin, end) = (facts.end, TraceInstant.zero)
      var (last, crowded) = (TraceInstant.zero, 0)
      for position in facts.index.members[queue] {
        let milestones = facts.operation(position).milestones
        guard let enqueued = milestones.enqueued, let started = milestones.started,
          let finished = milestones.finished, milestones.cancelled == nil, finished >= started
        else { continue }
        operations.append(position)
        lengths.append(finished.nanoseconds(since: started))
        if enqueued < last { crowded += 1 }
        last = max(last, finished)
        begin = min(begin, enqueued)
        end = max(end, finished)
      }
      guard lengths.count >= samples else { return nil }
      let median = lengths.value(ofRank: lengths.count / 2)
      let span = end > begin ? end.nanoseconds(since: begin) : 0
      guard median < 10 * cost, crowded * 2 >= lengths.count,
        UInt64(lengths.count) * cost >= span / 500
      else { return nil }
      return Case(queue: queue, operations: operations, median: median, cost: cost, since: begin)
    }
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: misuse.queue)
  }
}

// MARK: - Words

extension TinyOperationsRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    "\(CountText.of(misuse.operations.count, "operation")) of \(context.names.queue(misuse.queue)) "
      + "ran for \(DurationText.short(misuse.median)) in the median, and it takes "
      + "\(DurationText.short(misuse.cost)) to put one through the queue."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // Each queue has one.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let total = UInt64(misuse.operations.count).multipliedReportingOverflow(by: misuse.cost)
    let working = misuse.operations.reduce(0) { sum, position in
      sum + context.facts.operation(position).accounting.executing
    }
    return [
      "all of them together executed for \(DurationText.short(working)), and took "
        + "\(DurationText.short(total.partialValue)) to be added and started"
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let queue = cases.first.map { context.names.queue($0.queue) } ?? "the queue"
    return "Put many of these steps into one operation of \(queue), or do them in a loop where "
      + "they are added."
  }
}
