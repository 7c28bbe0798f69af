import TraceEvents
import TraceModel

/// Which operations a cancelled step in the middle lets others overtake.
///
/// A cancelled operation that has not started waits for nothing: it leaves its queue at once, and what depends on it goes
/// on before the operations in front of it have finished. Through several cancelled steps in a row it is the same.
struct Overtakings {
  /// The operation that finished last among those that a cancelled one should have waited for.
  struct Last {
    /// Its position.
    var operation: Int
    /// When it finished; `never` for one that did not.
    var finished: TraceInstant
    /// The dependency by which the cancelled one leads to it: the operation itself, or another cancelled one.
    var next: Int
  }

  /// By position of the cancelled operation; none for one that had nobody to wait for.
  private var last: [Int: Last] = [:]
  private let facts: StallFacts

  /// Goes once over the dependencies of what was cancelled before its start.
  init(_ facts: StallFacts) {
    self.facts = facts
    var visited: Set<Int> = []
    let operations = facts.index.trace.operations
    for position in operations.indices
    where operations[position].outcome == .cancelledBeforeStart && !visited.contains(position) {
      visit(position, &visited)
    }
  }

  /// Whether no cancelled operation had anybody to wait for.
  var isEmpty: Bool {
    last.isEmpty
  }

  /// The operation that one overtook by its start, which a cancelled dependency made possible; nil for none.
  ///
  /// One that was stopped too, or looked and gave up, did not get ahead.
  func step(of dependent: Int, through cancelled: Int, at start: TraceInstant) -> Last? {
    let operation = facts.operation(dependent)
    if operation.milestones.cancelled != nil || operation.failure != nil { return nil }
    guard let last = last[cancelled], last.finished > start, last.operation != dependent,
      last.finished <= facts.end || !facts.lostEvents
    else { return nil }
    return last
  }

  /// The way from a cancelled operation to the one overtaken, both among them; its beginning, if it is longer than that.
  func path(from cancelled: Int, atMost limit: Int) -> [Int] {
    var path = [cancelled]
    while path.count < limit, let step = path.last, let next = last[step]?.next {
      path.append(next)
    }
    return path
  }

  /// Judges a cancelled operation after all cancelled ones in front of it, with a stack of its own: chains may be long.
  private mutating func visit(_ root: Int, _ visited: inout Set<Int>) {
    var calls: [(operation: Int, isJudged: Bool)] = [(root, false)]
    while let (operation, isJudged) = calls.popLast() {
      if isJudged {
        last[operation] = judge(operation)
        continue
      }
      guard visited.insert(operation).inserted else { continue }
      calls.append((operation, true))
      for dependency in facts.index.dependencies(of: operation)
      where isCancelled(dependency) && !visited.contains(dependency) {
        calls.append((dependency, false))
      }
    }
  }

  private func judge(_ cancelled: Int) -> Last? {
    let canceller = facts.operation(cancelled).canceller
    var result: Last?
    for dependency in facts.index.dependencies(of: cancelled) {
      let isStep = isCancelled(dependency)
      let candidate = isStep ? last[dependency] : unfinished(dependency, canceller: canceller)
      guard var candidate, candidate.finished > result?.finished ?? .zero else { continue }
      candidate.next = dependency
      result = candidate
    }
    return result
  }

  private func unfinished(_ position: Int, canceller: OperationID?) -> Last? {
    let operation = facts.operation(position)
    let milestones = operation.milestones
    // One that cancels what comes after it knows what it does, and one that nobody uses is waited for by nobody.
    if operation.id == canceller || operation.isBarrier { return nil }
    if milestones.enqueued == nil, milestones.started == nil { return nil }
    return Last(operation: position, finished: milestones.finished ?? .never, next: position)
  }

  private func isCancelled(_ operation: Int) -> Bool {
    facts.operation(operation).outcome == .cancelledBeforeStart
  }
}
