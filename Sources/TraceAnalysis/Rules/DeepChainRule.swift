package import TraceEvents
import TraceModel

/// A chain of dependencies so long that releasing it can overflow a stack.
///
/// Tells of the longest chain that ends in each queue. Silent about dependencies that were taken off, or whose operations
/// were gone before those that depended on them.
package struct DeepChainRule: MisuseRule {
  package let name = "deep-chain"
  package let thresholds: [DiagnosisThresholds.Name] = []
  package let counts: [DiagnosisThresholds.Count] = [.chain]
  package let explanation = RuleExplanation(
    what: "A chain of operations, each of which depends on the one before, has grown very long.",
    why: "An operation keeps what it depends on alive, also when that has finished; the last one's "
      + "release goes down the whole chain in nested calls, and some ten thousand overflow a "
      + "stack.",
    change: "Take each dependency off once it has finished, or let a queue with a limit of 1 keep "
      + "the order.",
    wrong: """
      for number in 1...1_200 {
        let upload = BlockOperation {}
        if let last { upload.addDependency(last) }
        uploads[number % 2].addOperation(upload)
        last = upload
      }
      """,
    right: """
      for number in 1...1_200 {
        let upload = BlockOperation {}
        if let last {
          upload.addDependency(last)
          upload.addExecutionBlock { [unowned upload] in
            for step in upload.dependencies { upload.removeDependency(step) }
          }
        }
        uploads[number % 2].addOperation(upload)
        last = upload
      }
      """
  )

  package init() {}

  package struct Case: MisuseCase {
    /// The chain from its last operation down to the first.
    var chain: [Int]
    package var since: TraceInstant
    package var certainty: Finding.Certainty
    package var operations: [Int] { [chain[0]] }
  }

  package func cases(in context: DiagnosisContext) -> [Case] {
    let facts = context.facts
    let threshold = max(2, facts.thresholds[.chain])
    let chains = DependencyChains(facts)
    var longest: [Int?: Int] = [:]
    for head in chains.heads(atLeast: threshold) {
      let queue = facts.index.queue(of: head)
      if let known = longest[queue], chains.lengths[known] >= chains.lengths[head] { continue }
      longest[queue] = head
    }
    return longest.values.sorted().map { head in
      let chain = chains.chain(from: head)
      let milestones = facts.operation(chain[chain.count - threshold]).milestones
      return Case(
        chain: chain,
        since: milestones.enqueued ?? milestones.seen,
        certainty: facts.proven
      )
    }
  }
}

// MARK: - Words

extension DeepChainRule {
  package func sentence(for misuse: Case, in context: DiagnosisContext) -> String {
    let length = CountText.grouped(misuse.chain.count)
    return "\(context.names.operation(misuse.chain[0])) is the last of a chain of \(length) "
      + "operations, each of which depends on the one before and keeps it alive: its release takes "
      + "as many nested calls, and may overflow the stack."
  }

  package func summary(of cases: [Case], in context: DiagnosisContext) -> String {
    // Each queue has one.
    cases.first.map { sentence(for: $0, in: context) } ?? ""
  }

  package func evidence(for misuse: Case, in context: DiagnosisContext) -> [String] {
    let steps = Array(misuse.chain.reversed())
    let finished = steps.count { context.facts.operation($0).milestones.finished != nil }
    let freed = steps.count { context.facts.operation($0).milestones.deallocated != nil }
    let names = context.names.operations(steps)
    return [
      "the chain begins with \(names)",
      "\(CountText.grouped(finished)) of them have finished, \(CountText.grouped(freed)) have been "
        + "released",
    ]
  }

  package func advice(for cases: [Case], in context: DiagnosisContext) -> String {
    let last = cases.first.map { context.names.operation($0.chain[0]) } ?? "it"
    return "Take each dependency off once it has finished, before the chain of \(last) grows so "
      + "long, or let a queue with a limit of 1 keep the order without dependencies."
  }
}
