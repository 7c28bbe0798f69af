import TraceEvents
import TraceModel

/// Words for chains of waits: who waits for whom, by what, for how long.
struct StallProof {
  private let context: DiagnosisContext
  let facts: StallFacts
  let names: TraceNames
  let stack: StackWords

  /// The most steps of a chain, and the most roots, that are written out.
  private let longest = 12

  init(_ context: DiagnosisContext) {
    self.context = context
    facts = context.facts
    names = context.names
    stack = StackWords(context)
  }

  /// The chain from what is stuck down to some roots of a rule, and what the rule adds, a line each.
  func lines(for roots: [StallRoot], of rule: some StallRule) -> [String] {
    let shown = roots.prefix(longest)
    var lines = threads(waitingFor: roots)
    if let last = lastBlocked(by: roots) { lines += chain(from: last) }
    lines += shown.flatMap { rule.evidence(for: $0, in: context) }
    if roots.count > shown.count {
      lines.append("and \(CountText.grouped(roots.count - shown.count)) more of the same kind")
    }
    return lines
  }

  /// What stands farthest from the roots: where the chain begins.
  private func lastBlocked(by roots: [StallRoot]) -> Int? {
    roots.lazy.compactMap { context.blocked(by: $0).last }.first
  }

  /// Who waits at the end of the chain without being an operation: usually the thread a person looks at first.
  private func threads(waitingFor roots: [StallRoot]) -> [String] {
    threadsWaiting(for: roots).map { wait in
      "\(names.thread(wait.thread)) has been blocked in \(call(of: wait)) "
        + "for \(DurationText.short(facts.age(since: wait.since)))"
    }
  }

  /// The waits of the first few threads that are no operations, and no part of the roots themselves.
  private func threadsWaiting(for roots: [StallRoot]) -> [OpenWait] {
    var waits: [OpenWait] = []
    for wait in roots.prefix(longest).flatMap({ context.threadsWaiting(for: $0) }) {
      if !waits.contains(wait) { waits.append(wait) }
      if waits.count == 3 { break }
    }
    return waits
  }

  /// The steps from an operation to its root; of a long chain the middle is counted only.
  private func chain(from operation: Int) -> [String] {
    let steps = steps(path(from: operation))
    if steps.count <= longest { return steps.map { clause($0, .aged) } }
    let half = longest / 2
    return steps.prefix(half).map { clause($0, .aged) }
      + ["and so on through \(CountText.of(steps.count - 2 * half, "more operation"))"]
      + steps.suffix(half).map { clause($0, .aged) }
  }

  /// The steps along some edges, which form a path.
  func steps(_ edges: [Int]) -> [StallWalk.Step] {
    StallWalk(facts).steps(edges)
  }

  /// The edges by which an operation leads to its root.
  private func path(from operation: Int) -> [Int] {
    var edges: [Int] = []
    var node = operation
    while let edge = context.solution.nextEdge[node] {
      edges.append(edge)
      node = facts.graph.digraph.targets[edge]
    }
    return edges
  }

  /// The edges that the lines for some roots tell of; each once.
  func edges(for roots: [StallRoot], of rule: some StallRule) -> [ProofEdge] {
    let walk = StallWalk(facts)
    var edges: [ProofEdge] = []
    var seen: Set<ProofEdge> = []
    func add(_ new: [ProofEdge]) {
      for edge in new where seen.insert(edge).inserted { edges.append(edge) }
    }
    for wait in threadsWaiting(for: roots) { add([walk.proofEdge(of: wait)]) }
    if let last = lastBlocked(by: roots) { add(walk.proofEdges(path(from: last))) }
    for root in roots { add(rule.edges(of: root, in: context)) }
    return edges
  }
}
