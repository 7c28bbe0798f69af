package import TraceEvents
import TraceModel

/// A limit that makes a run longer than it need be, while the machine has room.
///
/// Dependencies and arrivals alone would take three quarters of the run or less, threads used less than half of the
/// processors' time, and operations waited for a slot. How much a larger limit brings is said by a replay of the recorded
/// durations, and must be worth it. Silent about a limit of one, which is about order, and about one that holds back
/// asynchronous operations of one class: that spares something else than this machine.
package struct OverSerialisedRule: MisuseRule {
  package let name = "over-serialised"
  package let thresholds: [DiagnosisThresholds.Name] = [.starvation]
  package let explanation = RuleExplanation(
    what: "Operations wait for slots of a queue while the machine has little to do: a larger limit "
      + "would help.",
    why: "A limit was set for another machine, or for one kind of operation among several that "
      + "share the queue.",
    change: "Raise maxConcurrentOperationCount, or let each kind of operation have a queue with a "
      + "limit of its own.",
    wrong: """
      queue.maxConcurrentOperationCount = 2
      exportAlbum(on: queue)
      """,
    right: """
      queue.maxConcurrentOperationCount = 16
      exportAlbum(on: queue)
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var study: LimitStudy
    /// The operations of the queue that waited for a slot, by position.
    package var operations: [Int]
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    guard !facts.lostEvents, context.solution.roots.isEmpty else { return [] }
    let saving = facts.thresholds.nanoseconds(.starvation)
    return LimitStudy.all(in: facts, saving: saving).map { study in
      let waiters = facts.index.members[study.queue].filter {
        facts.operation($0).accounting.waitingForSlot > 0
      }
      let ready = waiters.compactMap { facts.operation($0).milestones.ready }.min()
      return Case(study: study, operations: waiters, since: ready ?? .zero)
    }
  }

  package func group(of misuse: Case, in context: DiagnosisContext) -> MisuseGroup {
    MisuseGroup(queue: misuse.study.queue)
  }
}

// MARK: - Words

extension OverSerialisedRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let study = misuse.study
    return "With a limit of \(CountText.grouped(study.betterLimit)) instead of "
      + "\(CountText.grouped(study.limit)) for \(context.names.queue(study.queue)) the run would take "
      + "\(DurationText.short(study.better)) instead of \(DurationText.short(study.run)), as a "
      + "simulation with the recorded durations says."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // Each queue has one.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let study = misuse.study
    let waited = misuse.operations.map { context.facts.operation($0).accounting.waitingForSlot }
    let longest = DurationText.short(waited.max() ?? 0)
    let processors = CountText.of(context.trace.processors ?? 1, "processor")
    let used = Int((study.usedShare * 100).rounded())
    return [
      "\(CountText.of(misuse.operations.count, "operation")) of "
        + "\(context.names.queue(study.queue)) waited for a slot, up to \(longest)",
      "threads were inside operations \(used) % of the time of \(processors)",
      "dependencies and arrivals alone would take \(DurationText.short(study.unlimited)), with "
        + "limits of one kept",
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    guard let study = cases.first?.study else { return "" }
    return "Set maxConcurrentOperationCount of \(context.names.queue(study.queue)) to "
      + "\(CountText.grouped(study.betterLimit)), unless its operations share something that "
      + "must be spared."
  }
}
