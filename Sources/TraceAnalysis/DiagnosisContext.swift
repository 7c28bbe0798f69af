import TraceEvents
package import TraceModel

/// What rules find by: the facts of a trace, what is stalled by which root cause, and the words for it.
package struct DiagnosisContext: Sendable {
  /// The facts about every unfinished operation.
  package let facts: StallFacts
  /// What is stalled, and why.
  package let solution: StallSolution
  /// What things are called.
  package let names: TraceNames

  /// What each root holds up besides its own operations: positions in the order of distance from it.
  private let victims: [[Int]]

  /// Threads that wait outside of any operation, with the roots that hold them up.
  private let waitingThreads: [(wait: OpenWait, roots: Set<Int>)]

  /// Computes what the rules share, and lets those that know root causes name them first.
  package init(_ facts: StallFacts, rules: [any DiagnosisRule]) {
    self.facts = facts
    let named = rules.flatMap { rule in (rule as? any StallRule)?.roots(in: facts) ?? [] }
    let solution = StallSolution(facts, roots: named) { knot in
      MainQueueNotDrainedRule.root(of: knot, in: facts)
        ?? NoWorkerRule.root(of: knot, in: facts)
        ?? SelfDeadlockRule.root(of: knot, in: facts)
    }
    self.solution = solution
    names = TraceNames(facts.index)

    let own = Set(solution.roots.flatMap(\.operations))
    var victims = [[Int]](repeating: [], count: solution.roots.count)
    for operation in solution.stalled where !own.contains(operation) {
      if let root = solution.rootOfNode[operation] { victims[root].append(operation) }
    }
    self.victims = victims
    waitingThreads = Self.waitingThreads(facts, solution)
  }

  /// The trace.
  package var trace: Trace {
    facts.index.trace
  }

  /// The root causes that a rule named.
  package func roots(of rule: String) -> [StallRoot] {
    solution.roots.filter { $0.rule == rule }
  }

  /// What can't get on because of a root, besides the root's own operations; the nearest first.
  package func blocked(by root: StallRoot) -> [Int] {
    number(of: root).map { victims[$0] } ?? []
  }

  /// The threads outside of operations that wait for something that a root holds up.
  package func threadsWaiting(for root: StallRoot) -> [OpenWait] {
    guard let number = number(of: root) else { return [] }
    let isOfCycle = root.cycle.contains { edge in
      facts.graph.node(facts.graph.digraph.sources[edge]) == .mainThread
    }
    return waitingThreads.map(\.wait).enumerated().filter { place, wait in
      waitingThreads[place].roots.contains(number)
        && !(isOfCycle && wait.thread == facts.index.mainThread)
    }.map(\.element)
  }

  /// Whether an operation can't get on, by itself or because of another.
  package func isStalled(_ operation: Int) -> Bool {
    solution.rootOfNode[operation] != nil
  }

  /// Whether an operation stands behind a barrier that can't get on.
  package func isBehindBarrier(_ operation: Int) -> Bool {
    let graph = facts.graph
    guard !facts.operation(operation).isBarrier else { return false }
    return graph.digraph.edges(from: operation).contains { edge in
      graph.reasons[edge] == .barrier && solution.rootOfNode[graph.digraph.targets[edge]] != nil
    }
  }

  private func number(of root: StallRoot) -> Int? {
    root.operations.first.flatMap { solution.rootOfNode[$0] }
  }

  /// The open waits in which barrier blocks are, by position: these are nodes of the graph themselves.
  private static func waitsOfBarrierBlocks(_ facts: StallFacts) -> Set<Int> {
    let graph = facts.graph
    let edges = facts.index.trace.queues.indices.flatMap { queue in
      graph.digraph.edges(from: graph.number(of: .barrierBlock(queue)))
    }
    return Set(
      edges.compactMap { edge in
        if case .wait(let number) = graph.reasons[edge] { number } else { nil }
      }
    )
  }

  private static func waitingThreads(
    _ facts: StallFacts,
    _ solution: StallSolution
  ) -> [(wait: OpenWait, roots: Set<Int>)] {
    var rootsOfQueues: [Int: Set<Int>] = [:]
    var threads: Set<ThreadID> = []
    let inBlocks = waitsOfBarrierBlocks(facts)
    return facts.openWaits.enumerated().compactMap { number, wait in
      guard wait.waiter == nil, !inBlocks.contains(number),
        threads.insert(wait.thread).inserted
      else { return nil }
      switch wait.target {
      case .operation(let operation):
        return (wait, solution.rootOfNode[operation].map { [$0] } ?? [])
      case .queue(let queue):
        if let known = rootsOfQueues[queue] { return (wait, known) }
        let roots = Set(facts.index.members[queue].compactMap { solution.rootOfNode[$0] })
        rootsOfQueues[queue] = roots
        return (wait, roots)
      }
    }
  }
}
