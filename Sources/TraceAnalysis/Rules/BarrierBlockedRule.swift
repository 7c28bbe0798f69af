import TraceEvents
import TraceModel

/// Operations behind a barrier block that is no operation and does not end.
///
/// On an empty queue `addBarrierBlock` makes no operation: the block runs by itself, and what is added meanwhile can't start.
/// Where the barrier is an operation that waits for a stalled one, that one is the root cause and what stands behind the
/// barrier is listed there. Silent before the stall threshold: the block may be computing; and where nothing stands behind it.
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

  package func sentence(for root: StallRoot, in context: DiagnosisContext) -> String {
    let queue = root.queues[0]
    let block = context.facts.index.openBlock(of: queue)
    let began = block?.began ?? block?.added ?? root.since
    let verb = root.operations.count == 1 ? "was" : "were"
    return
      "The barrier block of \(context.names.queue(queue)) has been "
      + "executing\(thread(of: block, in: context)) "
      + "for \(DurationText.short(context.facts.age(since: began))): "
      + "\(context.names.operations(root.operations)), which \(verb) added after it, can't start"
      + "\(StallWords(context).waiting(for: [root]))."
  }

  package func summary(of roots: [StallRoot], in context: DiagnosisContext) -> String {
    roots.map { sentence(for: $0, in: context) }.joined(separator: " ")
  }

  package func evidence(for root: StallRoot, in context: DiagnosisContext) -> [String] {
    guard let block = context.facts.index.openBlock(of: root.queues[0]) else { return [] }
    let actor = context.facts.index.position(of: block.actor)
    let by = actor.map { " by \(context.names.operation($0))" } ?? ""
    let began = block.began.map { ", began \(DurationText.short($0.nanoseconds)) into it" } ?? ""
    return [
      "a barrier block was added to \(context.names.queue(root.queues[0]))\(by) on "
        + "\(context.names.thread(block.thread)) \(DurationText.short(block.added.nanoseconds)) "
        + "into the recording, when the queue was empty\(began), and has not ended"
    ]
  }

  package func advice(for roots: [StallRoot], in context: DiagnosisContext) -> String {
    "Look at what the barrier block of \(context.names.queue(roots[0].queues[0])) waits for, and "
      + "give that a timeout."
  }

  private func thread(of block: TracedQueue.Barrier?, in context: DiagnosisContext) -> String {
    let thread = block.flatMap { context.facts.log.blockThreads[$0.number] }
    return thread.map { " on \(context.names.thread($0))" } ?? ""
  }
}
