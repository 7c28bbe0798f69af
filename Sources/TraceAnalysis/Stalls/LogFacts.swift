package import TraceEvents
import TraceModel

/// What only the events themselves say, read in one pass.
package struct LogFacts: Sendable {
  /// Operations that were made to depend on themselves, by the operation's position.
  var selfDependencies: [Int: SelfDependency] = [:]

  /// When the watchdog found an operation finished without its queue's knowledge, by its position.
  var unnotified: [Int: TraceInstant] = [:]

  /// When the first event was lost; what comes after it is not the whole truth.
  var firstLoss: TraceInstant?

  /// Whether the recording began when operations were in queues already.
  var beganMidway = false

  /// Positions of operations that said themselves that they are ready, and were never started.
  private(set) var saidReady: Set<Int> = []

  /// The thread on which each barrier block began that is no operation, by the number of the call that added it.
  private(set) var blockThreads: [UInt64: ThreadID] = [:]

  /// Events of the kinds that rules look at one by one, in the order of time.
  package private(set) var events: [TraceEvent.Kind: [TraceEvent]] = [:]

  /// Calls of `addDependency` on operations that were in a queue already or had started, in the order of time.
  package private(set) var lateDependencies: [TraceEvent] = []

  /// Starts by the program instead of the queue, and those after the first, in the order of time.
  package private(set) var unusualStarts: [TraceEvent] = []

  /// Whether events of a kind are kept.
  private static func isKept(_ kind: TraceEvent.Kind) -> Bool {
    switch kind {
    case .dependencyRemoved, .priorityChanged, .completionBlockSet, .unknownKeyNotified,
      .finishedAgain, .finishNotificationReturned, .callBlocked, .callReturned, .barrierBegan:
      true
    default: false
    }
  }

  /// Reads the log of the trace.
  init(_ index: TraceIndex) {
    firstLoss = index.trace.log.losses.map(\.since).min()
    for event in index.trace.log.events {
      if Self.isKept(event.kind) { events[event.kind, default: []].append(event) }
      switch event.kind {
      case .dependencyAdded where !event.flags.contains(.seenLate):
        noteLateness(of: event, index)
      case .started:
        noteStart(event, index)
      case .ready:
        guard let position = index.position(of: event.operation) else { break }
        if index.trace.operations[position].milestones.started == nil { saidReady.insert(position) }
      case .barrierBegan where event.operation == nil:
        blockThreads[event.argument] = event.thread
      default:
        break
      }
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
        firstLoss = min(firstLoss ?? event.instant, event.instant)
      default:
        continue
      }
    }
  }

  private mutating func noteLateness(of event: TraceEvent, _ index: TraceIndex) {
    guard let position = index.position(of: event.operation) else { return }
    let milestones = index.trace.operations[position].milestones
    // What did not come is late for nothing.
    let first = min(milestones.enqueued ?? event.instant, milestones.started ?? event.instant)
    if first < event.instant { lateDependencies.append(event) }
  }

  private mutating func noteStart(_ event: TraceEvent, _ index: TraceIndex) {
    guard let position = index.position(of: event.operation) else { return }
    let first = index.trace.operations[position].milestones.started
    let isAgain = first.map { $0 < event.instant } ?? false
    if isAgain || event.flags.contains(.byProgram) { unusualStarts.append(event) }
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
