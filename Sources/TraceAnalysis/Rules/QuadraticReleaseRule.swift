package import TraceEvents
import TraceModel

/// A finish that released so many operations of one queue that its thread was kept busy with it.
///
/// Silent about few dependents, and where the release was quick. How long a finish took is known where the operation's own
/// class notifies it; where Foundation finishes it, from what its thread did next while others of the queue could start.
package struct QuadraticReleaseRule: MisuseRule {
  package let name = "quadratic-release"
  package let thresholds: [DiagnosisThresholds.Name] = [.release]
  package let counts: [DiagnosisThresholds.Count] = [.dependents]
  package let explanation = RuleExplanation(
    what:
      "One operation's finish released thousands of others at once, and its thread paid for it.",
    why: "Foundation goes through all pending operations of the queue again for each one that "
      + "becomes ready, on the thread that finishes: four times as many take sixteen times as "
      + "long.",
    change: "Release operations in groups of a few hundred, or add them when what they wait for "
      + "is done.",
    wrong: """
      for _ in 1...1_500 {
        let request = BlockOperation { send() }
        request.addDependency(login)
        queue.addOperation(request)
      }
      login.answer()
      """,
    right: """
      login.answer()
      login.waitUntilFinished()
      for _ in 1...1_500 {
        let request = BlockOperation { send() }
        request.addDependency(login)
        queue.addOperation(request)
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    var release: Release
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [release.source] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = facts.thresholds.nanoseconds(.release)
    let releases = Release.all(in: facts, atLeast: max(1, facts.thresholds[.dependents]))
    return releases.filter { $0.busy >= threshold && $0.busy > 0 }.map { release in
      Case(
        release: release,
        since: facts.operation(release.source).milestones.finished ?? .zero,
        certainty: release.isMeasured ? .proven : .likely
      )
    }
  }
}

// MARK: - Words

extension QuadraticReleaseRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let release = misuse.release
    return "The finish of \(context.names.operation(release.source)) kept its thread busy for "
      + "\(DurationText.short(release.busy)): it released "
      + "\(CountText.of(release.released.count, "operation")) of "
      + "\(context.names.queue(release.queue)) at once."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    let busy = cases.reduce(0) { $0 + $1.release.busy }
    let released = cases.reduce(0) { $0 + $1.release.released.count }
    let names = context.names.operations(cases.map(\.release.source))
    return "\(CountText.of(cases.count, "finish", "finishes")) kept their threads busy for "
      + "\(DurationText.short(busy)) in all: \(names) released "
      + "\(CountText.of(released, "operation"))."
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let release = misuse.release
    let source = context.names.operation(release.source)
    let released = context.names.operations(release.released)
    let how =
      release.isMeasured
      ? "its notification returned \(DurationText.short(release.busy)) later"
      : "its thread took up nothing else for \(DurationText.short(release.busy))"
    return [
      "\(source) finished \(MisuseWords(context).moment(misuse.since)), and \(how)",
      "by that finish \(released) became ready",
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let queues = Set(cases.map(\.release.queue)).sorted()
    return "Let the operations of \(context.names.queues(queues)) wait in groups of a few hundred, "
      + "each behind an operation of its own, or add them when "
      + "\(context.names.operations(cases.map(\.release.source))) is done."
  }
}
