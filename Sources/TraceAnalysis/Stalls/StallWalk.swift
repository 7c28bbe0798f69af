import TraceEvents
import TraceModel

/// Reads paths of the wait-for graph: as steps from one that acts to the next, and as edges of a proof.
struct StallWalk {
  private let facts: StallFacts
  private let graph: WaitForGraph

  init(_ facts: StallFacts) {
    self.facts = facts
    graph = facts.graph
  }

  /// One step of a chain: what waits, by what, for what.
  struct Step {
    /// What waits: an operation, the main thread or a barrier block.
    var waiter: WaitForGraph.Node
    /// By what.
    var reason: WaitForGraph.Reason
    /// What it waits for: one of these again, or where the chain ends what is missing itself.
    var next: WaitForGraph.Node

    /// The operation that waits; nil when it is none.
    var operation: Int? {
      if case .operation(let operation) = waiter { operation } else { nil }
    }

    /// The operation it waits for; nil when it is none.
    var nextOperation: Int? {
      if case .operation(let operation) = next { operation } else { nil }
    }
  }

  /// The steps along some edges, which form a path; slots and the like are passed through.
  func steps(_ edges: [Int]) -> [Step] {
    var steps: [Step] = []
    var open: (waiter: WaitForGraph.Node, reason: WaitForGraph.Reason)?
    for (place, edge) in edges.enumerated() {
      let source = graph.node(graph.digraph.sources[edge])
      let target = graph.node(graph.digraph.targets[edge])
      if source.acts { open = (source, graph.reasons[edge]) }
      guard let from = open, target.acts || place == edges.count - 1 else { continue }
      steps.append(Step(waiter: from.waiter, reason: from.reason, next: target))
      open = nil
    }
    return steps
  }
}

extension WaitForGraph.Node {
  /// Whether it does something by itself, while what does not only stands for what several need.
  fileprivate var acts: Bool {
    switch self {
    case .operation, .mainThread, .barrierBlock: true
    case .slots, .all, .resumption, .workers: false
    }
  }
}

// MARK: - Edges of a proof

extension StallWalk {
  /// The edge of a thread that waits and is no operation.
  func proofEdge(of wait: OpenWait) -> ProofEdge {
    let target: ProofEdge.Subject =
      switch wait.target {
      case .operation(let operation): .operation(facts.operation(operation).id)
      case .queue(let queue): .queue(facts.queue(queue).id)
      }
    return ProofEdge(from: .thread(wait.thread), to: target, by: .wait)
  }

  /// What holds up a root by itself: its cycle, or the edges from its operations to what is missing.
  func proofEdges(of root: StallRoot) -> [ProofEdge] {
    if !root.cycle.isEmpty { return proofEdges(root.cycle) }
    let obstacles = Set(root.obstacles)
    return root.operations.flatMap { operation in
      graph.digraph.edges(from: operation)
        .filter { obstacles.contains(graph.node(graph.digraph.targets[$0])) }
        .flatMap { proofEdges([$0]) }
    }
  }

  /// The edges of a proof along some edges of the graph, which form a path.
  func proofEdges(_ edges: [Int]) -> [ProofEdge] {
    edges.flatMap { edge in
      sources(of: edge).flatMap { source in
        targets(of: edge).map { ProofEdge(from: source, to: $0, by: reason(of: edge)) }
      }
    }
  }

  private func sources(of edge: Int) -> [ProofEdge.Subject] {
    subject(graph.node(graph.digraph.sources[edge])).map { [$0] } ?? []
  }

  /// An edge to the workers leads to those that block them: nothing but they stands for them in a proof.
  private func targets(of edge: Int) -> [ProofEdge.Subject] {
    let target = graph.digraph.targets[edge]
    if let subject = subject(graph.node(target)) { return [subject] }
    return graph.digraph.edges(from: target).flatMap { targets(of: $0) }
  }

  private func subject(_ node: WaitForGraph.Node) -> ProofEdge.Subject? {
    switch node {
    case .operation(let operation): .operation(facts.operation(operation).id)
    case .slots(let queue), .all(let queue), .resumption(let queue), .barrierBlock(let queue):
      .queue(facts.queue(queue).id)
    case .mainThread: facts.index.mainThread.map { .thread($0) }
    case .workers: nil
    }
  }

  private func reason(of edge: Int) -> ProofEdge.Reason {
    switch graph.reasons[edge] {
    case .dependency: .dependency
    case .barrier: .barrier
    case .slot, .holder: .slot
    case .wait, .member: .wait
    case .group: .group
    case .nestedStart: .nestedStart
    case .selfDependency: .selfDependency
    case .call, .lock, .aftermath: .call
    case .suspension: .suspension
    case .worker: .worker
    case .mainThread: .mainThread
    case .occupant:
      graph.node(graph.digraph.sources[edge]) == .mainThread ? .mainThread : .worker
    }
  }
}
