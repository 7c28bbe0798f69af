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
    // A removal after the start, or after the dependency's finish, changes nothing: the wait was over.
    changes.removeAll { change in
      guard change.isRemoval else { return false }
      let finished = collector.operations[Int(change.dependency)].milestones.finished
      return (finished ?? .distantFuture) <= change.instant
        || (started ?? .distantFuture) <= change.instant
    }
    sortByDependency(&changes)

    var dependencies: [OperationID] = []
    var held: UInt64 = 0
    for (index, change) in changes.enumerated() {
      let isLast = index + 1 == changes.count || changes[index + 1].dependency != change.dependency
      guard isLast else { continue }
      if change.isRemoval {
        // Foundation on Linux never lets such an operation go on; elsewhere it goes on at the removal.
        held = max(held, started == nil ? Self.never : change.instant.nanoseconds)
        continue
      }
      let dependency = Int(change.dependency)
      held = max(held, released(dependency))
      dependencies.append(collector.operations[dependency].id)
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

  /// Sorts by the dependencies' identities; the changes of one dependency stay in the order of time.
  private func sortByDependency(_ changes: inout [DependencyChange]) {
    guard changes.count > 1 else { return }
    let ordered = changes.enumerated().sorted { a, b in
      let first = collector.operations[Int(a.element.dependency)].id
      let second = collector.operations[Int(b.element.dependency)].id
      return (first, a.offset) < (second, b.offset)
    }
    changes = ordered.map(\.element)
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
