import TraceEvents
import TraceModel

/// The longest chains of operations of which each depends on the next, where all of a chain were alive at one time.
///
/// A dependency counts when the operation really waited for it, was not taken off it later, and kept the other alive: then
/// everything down the chain was there when the operation at its head started. What is in a cycle, or behind one, has no
/// chain. Found in linear time, without recursion.
struct DependencyChains: Sendable {
  /// How many operations the longest chain down from each has, itself included, by position; zero where there is none.
  private(set) var lengths: [Int]
  /// The next operation of that chain, by position.
  private var next: [Int?]
  /// Whether another one of a chain depends on it, by position.
  private var isBehind: [Bool]

  init(_ facts: StallFacts) {
    let count = facts.index.trace.operations.count
    let graph = Self.graph(of: facts)
    lengths = Array(repeating: 0, count: count)
    next = Array(repeating: nil, count: count)
    isBehind = Array(repeating: false, count: count)

    var pending = (0..<count).map { graph.edges(to: $0).count }
    var done = (0..<count).filter { pending[$0] == 0 }
    while let operation = done.popLast() {
      lengths[operation] += 1
      for edge in graph.edges(from: operation) {
        let dependent = graph.targets[edge]
        if lengths[operation] > lengths[dependent] {
          lengths[dependent] = lengths[operation]
          next[dependent] = operation
        }
        isBehind[operation] = true
        pending[dependent] -= 1
        if pending[dependent] == 0 { done.append(dependent) }
      }
    }
    // Those that were never reached hold what is left of a cycle.
    for operation in 0..<count where pending[operation] > 0 { lengths[operation] = 0 }
  }

  /// The operations at the head of a chain with at least so many operations.
  func heads(atLeast length: Int) -> [Int] {
    lengths.indices.filter { lengths[$0] >= length && !isBehind[$0] }
  }

  /// The longest chain from an operation down to one that depends on none.
  func chain(from head: Int) -> [Int] {
    var chain = [head]
    while let operation = next[chain[chain.count - 1]] { chain.append(operation) }
    return chain
  }

  /// What depends on what, from the dependency to the dependent.
  private static func graph(of facts: StallFacts) -> Digraph {
    var removed: Set<Pair> = []
    for event in facts.log.events[.dependencyRemoved] ?? [] {
      guard let dependent = facts.index.position(of: event.operation),
        let id = UInt32(exactly: event.argument),
        let dependency = facts.index.position(of: OperationID(rawValue: id))
      else { continue }
      removed.insert(Pair(dependent: dependent, dependency: dependency))
    }
    var (sources, targets): ([Int], [Int]) = ([], [])
    let operations = facts.index.trace.operations
    for dependent in operations.indices {
      facts.index.forEachDependency(of: dependent) { dependency in
        guard operations[dependency].milestones.isKept(by: operations[dependent].milestones),
          removed.isEmpty
            || !removed.contains(Pair(dependent: dependent, dependency: dependency))
        else { return }
        sources.append(dependency)
        targets.append(dependent)
      }
    }
    return Digraph(nodeCount: operations.count, sources: sources, targets: targets)
  }

  private struct Pair: Hashable {
    var dependent: Int
    var dependency: Int
  }
}

extension TracedOperation.Milestones {
  /// Whether a dependent waited for the operation, and kept it alive as long as it lived itself.
  fileprivate func isKept(by dependent: Self) -> Bool {
    if let started = dependent.started {
      guard let finished, finished <= started else { return false }
    }
    guard let deallocated else { return true }
    return dependent.deallocated.map { $0 <= deallocated } ?? false
  }
}
