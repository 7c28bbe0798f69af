import TraceEvents
import TraceModel

/// What only the events themselves say, read in one pass.
struct LogFacts: Sendable {
  /// Operations that were made to depend on themselves, by the operation's position.
  var selfDependencies: [Int: SelfDependency] = [:]

  /// When the watchdog found an operation finished without its queue's knowledge, by its position.
  var unnotified: [Int: TraceInstant] = [:]

  /// When the first event was lost; what comes after it is not the whole truth.
  var firstLoss: TraceInstant?

  /// Whether the recording began when operations were in queues already.
  var beganMidway = false

  /// Reads the log of the trace.
  init(_ index: TraceIndex) {
    for event in index.trace.log.events {
      switch event.kind {
      case .dependencyAdded, .dependencyCallReturned, .dependencyRemoved:
        guard let operation = event.operation, event.argument == UInt64(operation.rawValue) else {
          continue
        }
        note(event, on: operation, index)
      case .finishedUnnotified:
        guard let position = index.position(of: event.operation) else { continue }
        unnotified[position] = event.instant
      case .enqueued where event.flags.contains(.adopted):
        beganMidway = true
      case .lost:
        if firstLoss == nil { firstLoss = event.instant }
      default:
        continue
      }
    }
  }

  private mutating func note(_ event: TraceEvent, on id: OperationID, _ index: TraceIndex) {
    guard let position = index.position(of: id) else { return }
    switch event.kind {
    case .dependencyAdded:
      guard selfDependencies[position] == nil else { return }
      selfDependencies[position] = SelfDependency(
        operation: position,
        thread: event.thread,
        actor: index.position(of: event.actor),
        since: event.instant,
        hasReturned: event.flags.contains(.seenLate)
      )
    case .dependencyCallReturned:
      selfDependencies[position]?.hasReturned = true
    default:
      selfDependencies[position] = nil
    }
  }
}
