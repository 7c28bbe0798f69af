import TraceEvents
package import TraceModel

extension Spread {
  /// The cancellations and failures of a trace in the order of time.
  ///
  /// Cancellations that one thread makes without doing anything else between them are one, as are those of one call of
  /// `cancelAllOperations`. Takes time linear in the events and edges of a trace that has any.
  package static func all(in trace: Trace) -> [Spread] {
    var search = SpreadSearch(trace)
    for event in trace.log.events { search.look(at: event) }
    let dependents = search.spreads.isEmpty ? nil : Dependents(trace)
    return search.spreads.compactMap { spread in
      var spread = spread
      spread.follow(trace, dependents)
      return spread.operations.isEmpty ? nil : spread
    }
  }

  private mutating func follow(_ trace: Trace, _ dependents: Dependents?) {
    var reached: Set<OperationID> = []
    for id in operations {
      guard let operation = trace[id] else { continue }
      switch operation.outcome {
      case .cancelledBeforeStart: skipped.append(id)
      case .cancelledWhileExecuting: interrupted.append(id)
      default: break
      }
      guard let position = trace.position(of: id), operation.gaveNothing else { continue }
      for dependent in dependents?[position] ?? [] where trace.operations[dependent].ranOnItsOwn {
        reached.insert(trace.operations[dependent].id)
      }
    }
    ranAnyway = reached.sorted()
  }
}

extension TracedOperation {
  /// Whether it was cancelled or failed, and is over: what depends on it may miss something.
  fileprivate var gaveNothing: Bool {
    switch outcome {
    case .failed, .cancelledBeforeStart, .cancelledWhileExecuting: true
    case .succeeded, .unfinished: false
    }
  }

  /// Whether it started without having been cancelled before.
  fileprivate var ranOnItsOwn: Bool {
    guard let started = milestones.started else { return false }
    return milestones.cancelled.map { $0 > started } ?? true
  }
}

/// The positions of what depends on each operation.
private struct Dependents {
  private let bySource: Buckets<Int>

  init(_ trace: Trace) {
    let pairs = trace.edges.filter { $0.kind == .dependency }
    bySource = Buckets(
      pairs,
      count: trace.operations.count,
      key: { trace.position(of: $0.target) == nil ? nil : trace.position(of: $0.source) },
      value: { trace.position(of: $0.target) ?? 0 }
    )
  }

  subscript(position: Int) -> ArraySlice<Int> {
    bySource[position]
  }
}

/// Puts cancellations that belong together into one spread.
private struct SpreadSearch {
  private let trace: Trace
  private(set) var spreads: [Spread] = []

  /// The cancellation that a thread is in the middle of, as its place in `spreads`.
  private var open: [ThreadID: Int] = [:]

  init(_ trace: Trace) {
    self.trace = trace
  }

  mutating func look(at event: TraceEvent) {
    switch event.kind {
    case .queueCancelledAll:
      open[event.thread] = spreads.count
      spreads.append(Spread(.cancellation, of: event))
    case .cancelled:
      guard let operation = event.operation else { return }
      spreads[cancellation(of: event)].operations.append(operation)
    case .failed:
      guard let operation = event.operation else { return }
      var spread = Spread(.failure, of: event)
      spread.operations = [operation]
      spreads.append(spread)
    case .operationSeen, .operationNamed, .classSeen, .queueSeen, .queueNamed, .threadSeen, .ready:
      // Seen on the way; says nothing of what the thread goes on to do.
      break
    default:
      if !open.isEmpty { open[event.thread] = nil }
    }
  }

  /// The place of the spread that a cancelled operation belongs to.
  private mutating func cancellation(of event: TraceEvent) -> Int {
    if let number = open[event.thread], spreads[number].actor == event.actor {
      let queue = event.operation.flatMap { trace[$0]?.queue }
      if spreads[number].queue == nil || spreads[number].queue == queue { return number }
    }
    open[event.thread] = spreads.count
    spreads.append(Spread(.cancellation, of: event))
    return spreads.count - 1
  }
}
