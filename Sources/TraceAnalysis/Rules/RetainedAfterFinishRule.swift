package import TraceEvents
import TraceModel

/// Finished operations that stay alive, more and more of them.
///
/// Silent about few, about a batch that was added in one go, and about what is let go after a while, as by a cache. Where
/// nothing shows what keeps them (their completion blocks, or a live operation that depends on them), ten times as many must
/// be alive: a program may want to hold on to its results.
package struct RetainedAfterFinishRule: MisuseRule {
  package let name = "retained-after-finish"
  package let thresholds: [DiagnosisThresholds.Name] = [.retention]
  package let counts: [DiagnosisThresholds.Count] = [.retained]
  package let explanation = RuleExplanation(
    what: "Finished operations are never released: more and more of them stay alive.",
    why: "A completion block that captures its own operation keeps it for ever, as Foundation on "
      + "Linux does not let go of the block; so does a list that nobody empties, and an operation "
      + "keeps all that it depends on.",
    change: "Capture the operation weakly, or set completionBlock to nil in the block; take what "
      + "has finished out of lists and dependencies.",
    wrong: #"""
      fetch.completionBlock = {
        print("fetched \(fetch.byteCount) bytes")
      }
      queue.addOperation(fetch)
      """#,
    right: #"""
      fetch.completionBlock = {
        print("fetched \(fetch.byteCount) bytes")
        fetch.completionBlock = nil
      }
      queue.addOperation(fetch)
      """#
  )

  package init() {}

  package struct Case: MisuseCase {
    var retention: Retention
    /// The operation that keeps nearly all of them through its dependencies.
    var keeper: Int?
    package var since: TraceInstant
    package let certainty = Finding.Certainty.likely
    package var operations: [Int] { retention.operations }

    /// Whether nearly all of them have a completion block.
    var haveBlocks: Bool {
      retention.withCompletionBlock * 10 >= retention.operations.count * 9
    }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let retentions = Retention.growing(in: facts)
    if retentions.isEmpty { return [] }
    let keepers = DependencyKeepers(facts)
    return retentions.compactMap { retention in
      let misuse = Case(
        retention: retention,
        keeper: keepers.keeper(of: retention.operations),
        since: facts.operation(retention.operations[0]).milestones.finished ?? .zero
      )
      if misuse.keeper != nil || misuse.haveBlocks { return misuse }
      let isMany = retention.operations.count / 10 >= max(1, facts.thresholds[.retained])
      return isMany ? misuse : nil
    }
  }
}

// MARK: - Words

extension RetainedAfterFinishRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let count = CountText.of(misuse.retention.operations.count, "finished operation")
    let names = context.names.operations(misuse.retention.operations)
    let oldest = DurationText.short(context.facts.age(since: misuse.since))
    var text =
      "\(count) are still alive, and they have become more all the time: \(names), the "
      + "first for \(oldest)"
    if let keeper = misuse.keeper {
      text += "; the dependencies of \(context.names.operation(keeper)) keep them"
    } else if misuse.haveBlocks {
      text += "; their completion blocks are still set"
    }
    return text + "."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // There is one for each class, and of blocks one for each queue.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let words = MisuseWords(context)
    let alive = misuse.retention.operations
    let first = context.names.operation(alive[0])
    let last = alive[alive.count - 1]
    let lastFinished = context.facts.operation(last).milestones.finished ?? .zero
    return [
      words.story([
        ("\(first) finished", misuse.since), (context.names.operation(last), lastFinished),
      ]) + "; neither has been released",
      "of \(CountText.of(misuse.retention.finishedCount, "operation")) of the kind that have "
        + "finished, \(CountText.grouped(alive.count)) are alive, "
        + "\(CountText.grouped(misuse.retention.withCompletionBlock)) with a completion block",
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    guard let misuse = cases.first else { return "" }
    let code = MisuseWords(context).code(of: misuse.retention.operations)
    if let keeper = misuse.keeper {
      return "Take each dependency of \(context.names.operation(keeper)), and of those before it, "
        + "off once it has finished; or let a queue with a limit of 1 keep the order."
    }
    if misuse.haveBlocks {
      return "Let the completion blocks of \(code) capture their operation weakly, or set them to "
        + "nil when they have run."
    }
    return "Let go of \(code) once it has finished: take it out of the list or dictionary that "
      + "holds it."
  }
}
