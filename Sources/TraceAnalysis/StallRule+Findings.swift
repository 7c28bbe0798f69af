import TraceEvents
import TraceModel

extension StallRule {
  /// Stalls are errors.
  package var severity: Finding.Severity {
    .error
  }

  /// A finding for each root cause of this rule; those that concern the same queues are told together.
  package func findings(in context: DiagnosisContext) -> [Finding] {
    var groups: [[Int]: [StallRoot]] = [:]
    var order: [[Int]] = []
    for root in context.roots(of: name) {
      if groups[root.queues] == nil { order.append(root.queues) }
      groups[root.queues, default: []].append(root)
    }
    return order.compactMap { queues in
      groups[queues].flatMap { finding(about: $0, in: context) }
    }
  }

  private func finding(about roots: [StallRoot], in context: DiagnosisContext) -> Finding? {
    guard let first = roots.first else { return nil }
    let id = { (operation: Int) in context.facts.operation(operation).id }
    let blocked = roots.flatMap { context.blocked(by: $0) }
    let proof = StallProof(context)
    return Finding(
      rule: name,
      severity: severity,
      certainty: roots.allSatisfy { $0.certainty == .proven } ? .proven : .likely,
      operations: roots.flatMap(\.operations).map(id),
      queues: first.queues.map { context.facts.queue($0).id },
      since: roots.reduce(first.since) { min($0, $1.since) },
      sentence: TraceNames.sentence(
        roots.count == 1 ? sentence(for: first, in: context) : summary(of: roots, in: context)
      ),
      proof: proof.lines(for: roots, of: self),
      advice: advice(for: roots, in: context),
      blocked: blocked.map(id).sorted(),
      blockedByBarrier: blocked.filter { context.isBehindBarrier($0) }.map(id).sorted(),
      edges: proof.edges(for: roots, of: self)
    )
  }
}
