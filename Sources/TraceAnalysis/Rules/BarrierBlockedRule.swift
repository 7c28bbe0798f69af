import TraceEvents
import TraceModel

/// Operations behind a barrier whose block has begun and does not end.
///
/// On an empty queue `addBarrierBlock` makes no operation: the block runs by itself, and what is added meanwhile can't start.
/// Where the barrier waits for a stalled operation, that one is the root cause and what stands behind the barrier is listed
/// there. Silent before the stall threshold: the block may be computing; and where nothing stands behind it.
package struct BarrierBlockedRule: StallRule {
  package let name = "barrier-blocked"
  package let thresholds: [DiagnosisThresholds.Name] = [.stall]
  package let explanation = RuleExplanation(
    what: "Operations can't start because they stand behind a barrier that does not end, or that "
      + "waits for something stalled.",
    why: "A barrier starts once all that was added before it has finished, and what was added "
      + "after it starts once the barrier has: one that hangs stops the whole queue.",
    change:
      "Let the barrier's block, and what was added before it, have an end; keep what may hang "
      + "out of queues that have barriers.",
    wrong: """
      cache.addBarrierBlock {
        answer.wait()
        print("cleared")
      }
      """,
    right: """
      cache.addBarrierBlock {
        if answer.wait(timeout: .now() + 0.05) == .timedOut { print("no answer") }
        print("cleared")
      }
      """
  )

  package init() {}

  package func roots(in facts: StallFacts) -> [StallRoot] {
    blocks(in: facts) + barriers(in: facts)
  }

  /// Barriers that are operations, as those of a queue that was not empty are.
  private func barriers(in facts: StallFacts) -> [StallRoot] {
    facts.situations.indices.compactMap { position in
      let operation = facts.operation(position)
      guard operation.isBarrier, facts.situations[position] == .inside, facts.isOverdue[position],
        let queue = facts.index.queue(of: position),
        facts.graph.digraph.edges(from: position).isEmpty, !held(by: position, in: facts).isEmpty
      else { return nil }
      return StallRoot(
        rule: name,
        operations: [position],
        queues: [queue],
        since: operation.milestones.started ?? operation.milestones.seen,
        certainty: .likely
      )
    }
  }

  /// What stands behind a barrier that is an operation.
  private func held(by barrier: Int, in facts: StallFacts) -> [Int] {
    let graph = facts.graph
    return graph.digraph.edges(to: barrier)
      .filter { graph.reasons[$0] == .barrier }
      .map { graph.digraph.sources[$0] }
  }

  /// Barrier blocks that are no operations.
  private func blocks(in facts: StallFacts) -> [StallRoot] {
    facts.index.members.enumerated().compactMap { number, members in
      guard let block = facts.index.openBlock(of: number), block.began != nil else { return nil }
      let held = members.filter { facts.isBehindBlock[$0] && facts.situations[$0].isPending }
      let node = facts.graph.number(of: .barrierBlock(number))
      guard let first = held.first, facts.graph.digraph.edges(from: node).isEmpty,
        facts.age(since: block.began ?? block.added) >= facts.thresholds.nanoseconds(.stall)
      else { return nil }
      return StallRoot(
        rule: name,
        operations: held,
        obstacles: [.barrierBlock(number)],
        queues: [number],
        since: facts.operation(first).milestones.enqueued ?? block.added,
        certainty: .likely
      )
    }
  }
}

// MARK: - Words

extension BarrierBlockedRule {
  /// The barrier of a root, if it is an operation.
  private func barrier(of root: StallRoot) -> Int? {
    root.obstacles.isEmpty ? root.operations.first : nil
  }

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let facts = context.facts
    let names = context.names
    let barrier = barrier(of: root)
    let block = facts.index.openBlock(of: root.queues[0])
    let name =
      barrier.map { names.operation($0) } ?? "the barrier block of \(queue(of: root, context))"
    let held = barrier.map { self.held(by: $0, in: facts) } ?? root.operations
    let began = barrier == nil ? block?.began ?? block?.added ?? root.since : root.since
    var text =
      "\(name) has been executing\(thread(of: root, in: context)) "
      + "for \(DurationText.short(facts.age(since: began))): \(names.operations(held)), "
      + "which \(held.count == 1 ? "was" : "were") added after it, can't start"
    if let barrier, let place = StackWords(context).whereabouts(of: barrier) {
      text += "; its thread \(place)"
    }
    let isHeld = Set(held)
    let others = context.blocked(by: root).filter { !isHeld.contains($0) }
    if !others.isEmpty {
      text +=
        "; \(names.operations(others)) \(others.count == 1 ? "waits" : "wait") for "
        + (held.count == 1 ? "it" : "them")
    }
    return text + "."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { TraceNames.sentence(sentence(for: $0, in: context)) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    if let barrier = barrier(of: root) {
      let operation = context.facts.operation(barrier)
      let added = operation.milestones.enqueued ?? operation.milestones.seen
      let story = MisuseWords(context).story([("was added", added), ("began", root.since)])
      return ["\(context.names.operation(barrier)) \(story), and has not ended"]
        + StackWords(context).lines(of: barrier)
    }
    guard let block = context.facts.index.openBlock(of: root.queues[0]) else { return [] }
    let actor = context.facts.index.position(of: block.actor)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    let began = block.began.map { ", began \(DurationText.short($0.nanoseconds)) into it" } ?? ""
    return [
      "a barrier block was added to \(queue(of: root, context))\(by) on "
        + "\(context.names.thread(block.thread)) \(DurationText.short(block.added.nanoseconds)) "
        + "into the recording, when the queue was empty\(began), and has not ended"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    if let barrier = barrier(of: roots[0]),
      let advice = StackWords(context).advice(for: barrier)
    {
      return advice
    }
    return "Look at what the barrier block of \(queue(of: roots[0], context)) waits for, and give "
      + "that a timeout."
  }

  private func queue(of root: StallRoot, _ context: DiagnosisContext) -> String {
    context.names.queue(root.queues[0])
  }

  private func thread(of root: StallRoot, in context: DiagnosisContext) -> String {
    let facts = context.facts
    let thread =
      if let barrier = barrier(of: root) {
        facts.operation(barrier).startThread
      } else {
        facts.index.openBlock(of: root.queues[0]).flatMap { facts.log.blockThreads[$0.number] }
      }
    return MisuseWords(context).place(thread)
  }
}
