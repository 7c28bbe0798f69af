import TraceAnalysis
package import TraceEvents
package import TraceModel

/// Decides which relations of a trace are drawn, and joins those that lead from an operation to the same other one.
package struct EdgeSelection {
  private let annotated: AnnotatedTrace
  private var byPair: [Pair: DrawnEdge] = [:]

  /// How many slot hand-overs on the critical path are not drawn.
  package private(set) var omittedHandOvers = 0

  /// The most slot hand-overs that are drawn because the critical path runs along them.
  ///
  /// An edge puts its target in a later column. Operations that shared one slot would stand in a row as long as the run, far
  /// from what they depend on.
  static let mostHandOvers = 4

  private struct Pair: Hashable {
    var source: OperationID
    var target: OperationID

    init(source: OperationID, target: OperationID) {
      self.source = source
      self.target = target
    }

    init(_ edge: TraceEdge) {
      self.init(source: edge.source, target: edge.target)
    }
  }

  /// Selects: these kinds always, of the others what explains something.
  ///
  /// - Parameters:
  ///   - annotated: The trace.
  ///   - kinds: The kinds that are always drawn.
  ///   - isDrawn: Whether an operation is there to draw edges to.
  package init(
    _ annotated: AnnotatedTrace,
    kinds: Set<TraceEdge.Kind>,
    among isDrawn: (OperationID) -> Bool = { _ in true }
  ) {
    self.annotated = annotated
    let critical = (annotated.criticalPath?.edges ?? []).filter {
      isDrawn($0.source) && isDrawn($0.target)
    }
    var optional: [TraceEdge] = []
    for edge in annotated.trace.edges where isDrawn(edge.source) && isDrawn(edge.target) {
      if kinds.contains(edge.kind) { add(edge) } else { optional.append(edge) }
    }
    let handOvers = critical.filter { $0.kind == .slotHandOver && byPair[Pair($0)] == nil }
    let areTooMany = handOvers.count > EdgeSelection.mostHandOvers
    for edge in critical where edge.kind != .slotHandOver || !areTooMany { add(edge) }
    omittedHandOvers = areTooMany ? handOvers.count : 0
    for edge in critical { byPair[Pair(edge)]?.isCritical = true }
    addHeldSlots(among: isDrawn)
    addDeeds(from: optional)
    // What is not drawn on its own is said where an edge is drawn anyway.
    for edge in optional where byPair[Pair(edge)] != nil { add(edge) }
    for pair in byPair.keys { qualify(pair) }
  }

  /// The edges by source and target.
  package var edges: [DrawnEdge] {
    byPair.values.sorted { ($0.source, $0.target) < ($1.source, $1.target) }
  }

  private mutating func add(_ edge: TraceEdge) {
    add(DrawnEdge.Relation(edge.kind), Pair(edge))
  }

  private mutating func add(_ relation: DrawnEdge.Relation, _ pair: Pair) {
    guard annotated.trace[pair.source] != nil, annotated.trace[pair.target] != nil else { return }
    var edge = byPair[pair] ?? DrawnEdge(source: pair.source, target: pair.target)
    if !edge.relations.contains(relation) {
      edge.relations = (edge.relations + [relation]).sorted()
    }
    byPair[pair] = edge
  }

  /// Adds who cancelled or finished an operation, and who added one to which no other edge leads, so that it does not seem to come
  /// from nowhere.
  private mutating func addDeeds(from optional: [TraceEdge]) {
    guard annotated.trace.operations.count <= GraphStyle.mostCards else { return }
    for edge in optional where edge.kind == .cancelled || edge.kind == .finished {
      add(edge)
    }
    let reached = Set(byPair.keys.map(\.target))
    for edge in optional where edge.kind == .createdBy && !reached.contains(edge.target) {
      add(edge)
    }
  }

  /// Adds who holds the slots that stalled operations need, where that closes the chain to the root.
  ///
  /// A hundred operations that wait for the same slot would hang on it by a hundred edges. So it is drawn for the first in
  /// line, and for those that something else waits for.
  private mutating func addHeldSlots(among isDrawn: (OperationID) -> Bool) {
    var firstInLine: [QueueID: TracedOperation] = [:]
    var waiting: [(operation: TracedOperation, holders: [OperationID])] = []
    for operation in annotated.trace.operations where annotated.stalledSince[operation.id] != nil {
      guard case .slot(let holders, let queue) = annotated.endState.cause(of: operation.id) else {
        continue
      }
      waiting.append((operation, holders))
      let first = firstInLine[queue] ?? operation
      firstInLine[queue] = lineOrder(operation) < lineOrder(first) ? operation : first
    }
    let first = Set(firstInLine.values.map(\.id))
    let needed = Set(
      annotated.trace.edges
        .filter { !$0.kind.isDeed && annotated.isStuck($0.target) }
        .map(\.source)
    )
    for (operation, holders) in waiting {
      guard first.contains(operation.id) || needed.contains(operation.id) else { continue }
      for holder in holders.prefix(4) where annotated.isStuck(holder) && holder != operation.id {
        guard isDrawn(holder), isDrawn(operation.id) else { continue }
        add(.holdsSlot, Pair(source: holder, target: operation.id))
      }
    }
  }

  private func lineOrder(_ operation: TracedOperation) -> (TraceInstant, OperationID) {
    (operation.milestones.ready ?? annotated.trace.end, operation.id)
  }

  /// Finds out what is to be pointed out about an edge.
  private mutating func qualify(_ pair: Pair) {
    guard var edge = byPair[pair],
      let source = annotated.trace[pair.source],
      let target = annotated.trace[pair.target]
    else { return }
    let holdsUp = edge.relations.contains { $0 <= .holdsSlot }
    edge.isBlocking =
      holdsUp && source.outcome == .unfinished && target.outcome == .unfinished
      && annotated.isStuck(source.id) && annotated.isStuck(target.id)
    if edge.relations.contains(.dependency) {
      let gaveNothing = source.milestones.cancelled != nil || source.outcome == .failed
      let ran = target.milestones.started != nil && target.milestones.cancelled == nil
      edge.isOverrun = gaveNothing && ran && source.outcome != .unfinished
      edge.isMoot = target.outcome == .cancelledBeforeStart
    }
    byPair[pair] = edge
  }
}
