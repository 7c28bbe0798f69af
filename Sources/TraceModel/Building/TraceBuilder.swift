public import TraceEvents

extension Trace {
  /// Makes sense of a recording; any sequence of events gives a trace.
  ///
  /// Takes time and space that grow with the number of events, a little faster than linearly where things must be sorted.
  public init(_ log: EventLog) {
    self = TraceBuilder(log).trace()
  }
}

/// Concludes from what the first pass wrote down when operations were ready, why they waited, and how they are related.
///
/// The passes go over flat arrays of positions; none of them follows a chain of operations, however long one is.
struct TraceBuilder {
  let log: EventLog
  let end: TraceInstant
  var collector: TraceCollector

  /// Until when each operation was held up by dependencies and barriers, as far as it was not cancelled; `never` for ever.
  var heldUntil: [UInt64]
  var edges: [DraftEdge]
  /// How many edges to barriers may still be looked at: a hostile log could ask for the square of its length.
  var barrierEdgeBudget: Int

  /// What stands for a moment that did not come.
  static let never = UInt64.max

  init(_ log: EventLog) {
    let log = log.inOrderOfTime().withoutWhatWasOver()
    self.log = log
    self.end = log.end
    collector = TraceCollector(log)
    collector.enqueueBarrierOperations()
    heldUntil = [UInt64](repeating: 0, count: collector.operations.count)
    barrierEdgeBudget = log.events.count * 4 + 1024
    edges = collector.waitEdges
    collector.waitEdges = []
  }

  /// Runs the passes.
  consuming func trace() -> Trace {
    resolveClasses()
    resolveDependencies()
    resolveBarriers()
    resolveReadiness()
    // What is not needed any more makes room for what comes.
    collector.drafts = []
    heldUntil = []
    resolveSlots()
    resolveQueues()
    addActorEdges()
    return Trace(
      header: log.header,
      operations: collector.operations,
      queues: collector.queues,
      threads: collector.threads.sorted { $0.id < $1.id },
      edges: sortedEdges(),
      waits: collector.waits,
      notes: collector.notes,
      stacks: collector.stacks,
      processors: collector.processors,
      end: end,
      wasStopped: collector.wasStopped,
      horizon: log.horizon,
      problems: log.problems + [log.horizon?.problem ?? nil].compactMap { $0 } + collector.problems,
      log: log,
      operationPositions: collector.operationPositions,
      queuePositions: collector.queuePositions
    )
  }

  private mutating func resolveClasses() {
    for operation in collector.operations.indices {
      guard let id = collector.drafts[operation].classID, let known = collector.classes[id] else {
        continue
      }
      collector.operations[operation].className = known.name
      collector.operations[operation].classTraits = known.traits
      impliedReturn(of: operation)
    }
  }

  /// Foundation's own `start()` ends with the finish; the recorder leaves its return out.
  private mutating func impliedReturn(of operation: Int) {
    let milestones = collector.operations[operation].milestones
    guard milestones.startReturned == nil,
      !collector.operations[operation].classTraits.contains(.overridesStart),
      let started = milestones.started,
      let finished = milestones.finished, started <= finished
    else { return }
    collector.operations[operation].milestones.startReturned = finished
  }
}

extension EventLog {
  /// The same log if its events are in order; else with its events put in order, those at one instant as they stood.
  fileprivate func inOrderOfTime() -> EventLog {
    var log = self
    let isOrdered = zip(events, events.dropFirst()).allSatisfy { $0.instant <= $1.instant }
    if !isOrdered {
      log.events = events.enumerated()
        .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
        .map(\.element)
    }
    log.end = max(log.end, log.events.last?.instant ?? .zero)
    return log
  }
}
