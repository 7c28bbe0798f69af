import TraceEvents

/// What operations depended on at a moment.
///
/// Most depend all their life on what they depend on when they are added to their queue; only for those whose dependencies
/// changed after that, or were removed, are the changes kept.
struct DependencyHistory: Sendable {
  private var changes: [OperationID: [Change]] = [:]

  private struct Change: Sendable {
    var instant: TraceInstant
    var dependency: OperationID
    var isRemoval: Bool
  }

  /// Looks for changes in the events of a trace.
  init(_ trace: Trace) {
    var changing: Set<OperationID> = []
    Self.forEachChange(in: trace) { dependent, change in
      let enqueued = trace[dependent]?.milestones.enqueued ?? .distantFuture
      if change.isRemoval || change.instant > enqueued { changing.insert(dependent) }
    }
    guard !changing.isEmpty else { return }
    Self.forEachChange(in: trace) { dependent, change in
      if changing.contains(dependent) { changes[dependent, default: []].append(change) }
    }
  }

  /// What an operation depended on at a moment, finished or not, in the order of identity.
  func dependencies(of operation: TracedOperation, at instant: TraceInstant) -> [OperationID] {
    guard let changes = changes[operation.id] else { return operation.dependencies }
    var dependencies: Set<OperationID> = []
    for change in changes.prefix(while: { $0.instant <= instant }) {
      if change.isRemoval {
        dependencies.remove(change.dependency)
      } else {
        dependencies.insert(change.dependency)
      }
    }
    return dependencies.sorted()
  }

  private static func forEachChange(in trace: Trace, _ body: (OperationID, Change) -> Void) {
    for event in trace.log.events
    where event.kind == .dependencyAdded || event.kind == .dependencyRemoved {
      guard let dependent = event.operation, let number = UInt32(exactly: event.argument),
        number != 0
      else { continue }
      var instant = event.instant
      // One that was read from the operation had been there when it was added to its queue.
      if event.flags.contains(.seenLate), event.kind == .dependencyAdded {
        instant = min(instant, trace[dependent]?.milestones.enqueued ?? instant)
      }
      body(
        dependent,
        Change(
          instant: instant,
          dependency: OperationID(rawValue: number),
          isRemoval: event.kind == .dependencyRemoved
        )
      )
    }
  }
}
