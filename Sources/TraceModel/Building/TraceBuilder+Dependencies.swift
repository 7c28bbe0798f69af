import TraceEvents

extension TraceBuilder {
  /// Concludes from calls of `addDependency` and `removeDependency` what depends on what, and until when that held.
  mutating func resolveDependencies() {
    let count = collector.operations.count
    let changes = Buckets(
      collector.dependencyChanges,
      count: count,
      key: { Int($0.dependent) },
      value: { $0 }
    )
    collector.dependencyChanges = []
    var scratch: [DependencyChange] = []
    for dependent in 0..<count where !changes[dependent].isEmpty {
      scratch.removeAll(keepingCapacity: true)
      scratch.append(contentsOf: changes[dependent])
      resolveDependencies(of: dependent, changes: &scratch)
    }
  }

  private mutating func resolveDependencies(of dependent: Int, changes: inout [DependencyChange]) {
    let started = collector.operations[dependent].milestones.started
    if changes.contains(where: \.isRemoval) { dropLateRemovals(&changes, started: started) }
    changes.sort { ($0.dependencyID, $0.number) < ($1.dependencyID, $1.number) }

    var dependencies: [OperationID] = []
    var held: UInt64 = 0
    var isAdded = false
    for (index, change) in changes.enumerated() {
      if index == 0 || changes[index - 1].dependency != change.dependency { isAdded = false }
      if change.isRemoval {
        // Foundation on Linux never lets such an operation go on, whether the dependency is added again or not; elsewhere
        // it goes on at the removal. What was no dependency changes nothing.
        if isAdded { held = max(held, started == nil ? Self.never : change.instant.nanoseconds) }
      }
      isAdded = !change.isRemoval
      let isLast = index + 1 == changes.count || changes[index + 1].dependency != change.dependency
      guard isLast, isAdded else { continue }
      let dependency = Int(change.dependency)
      // One that was added after the start has no effect.
      if change.instant <= started ?? .distantFuture { held = max(held, released(dependency)) }
      dependencies.append(change.dependencyID)
      let isBarrier =
        collector.operations[dependency].isBarrier || collector.operations[dependent].isBarrier
      edges.append(
        DraftEdge(
          source: change.dependency,
          target: UInt32(dependent),
          kind: isBarrier ? .barrier : .dependency
        )
      )
    }
    collector.operations[dependent].dependencies = dependencies
    heldUntil[dependent] = max(heldUntil[dependent], held)
  }

  /// Drops removals after the start or after the dependency's finish: the wait was over, so they change nothing.
  private func dropLateRemovals(_ changes: inout [DependencyChange], started: TraceInstant?) {
    changes.removeAll { change in
      guard change.isRemoval else { return false }
      let finished = collector.operations[Int(change.dependency)].milestones.finished
      return (finished ?? .distantFuture) <= change.instant
        || (started ?? .distantFuture) <= change.instant
    }
  }

  /// When an operation let go of those that waited for it; never, if it did not finish or nobody was told.
  func released(_ operation: Int) -> UInt64 {
    guard !collector.operations[operation].finishedUnnotified else { return Self.never }
    return collector.operations[operation].milestones.finished?.nanoseconds ?? Self.never
  }
}

extension TraceInstant {
  /// A moment that no event of a trace can be after.
  static let distantFuture = TraceInstant(nanoseconds: .max)
}
