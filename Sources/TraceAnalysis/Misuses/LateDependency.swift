package import TraceEvents
import TraceModel

/// A dependency that was added when its operation could have started already.
package struct LateDependency: MisuseCase {
  /// The position of the operation that was to wait.
  var dependent: Int
  /// The position of the operation it was to wait for.
  var dependency: Int
  /// Whether the operation had started by then.
  var isAfterStart: Bool
  package var since: TraceInstant
  package var certainty: Finding.Certainty

  package var operations: [Int] { [dependent] }
}

/// Tells late dependencies that can do harm from those that can't.
///
/// After the start a dependency has no effect. Before it, it comes in time only if the operation could not start anyway:
/// its queue was suspended or had no slot, something else held it up, or the thread that it needs was the one that added
/// the dependency.
struct LateDependencies {
  /// Those that can do harm, in the order of time.
  private(set) var harmful: [LateDependency] = []

  private let facts: StallFacts
  /// What is known of the operations in question, by their positions.
  private var suspects: [Int: Suspect] = [:]
  /// Until when the barriers without an operation hold up what was added after them, by the queue's position.
  private var bareBarriers: [Int: [BarrierEnd]] = [:]

  private struct Suspect {
    /// What it is known to depend on so far.
    var dependencies: Set<Int> = []
    /// Until when these hold it up.
    var heldUntil = TraceInstant.zero
    /// Until when barriers hold it up.
    var barriersUntil = TraceInstant.zero
    /// Whether its class's `isReady` has said so by now.
    var saidReady = false
  }

  private struct BarrierEnd {
    var added: TraceInstant
    /// The end of this one or of one before it, whichever is later.
    var end: TraceInstant
  }

  /// Judges every late dependency of a trace, in time nearly linear in its events.
  init(_ facts: StallFacts) {
    self.facts = facts
    let index = facts.index
    for event in facts.log.lateDependencies {
      if let position = index.position(of: event.operation) { suspects[position] = Suspect() }
    }
    if suspects.isEmpty { return }
    collectBarriers()
    for event in index.trace.log.events {
      guard event.kind == .dependencyAdded || event.kind == .ready,
        let position = index.position(of: event.operation), suspects[position] != nil
      else { continue }
      if event.kind == .ready {
        suspects[position]?.saidReady = true
      } else if let dependency = index.position(of: event.dependency), dependency != position {
        add(dependency, to: position, by: event)
      }
    }
  }

  private mutating func collectBarriers() {
    let index = facts.index
    for edge in index.trace.edges where edge.kind == .barrier {
      guard let target = index.position(of: edge.target), var suspect = suspects[target],
        let source = index.position(of: edge.source)
      else { continue }
      suspect.barriersUntil = max(suspect.barriersUntil, end(of: source))
      suspects[target] = suspect
    }
    for queue in Set(suspects.keys.compactMap { index.queue(of: $0) }) {
      var last = TraceInstant.zero
      bareBarriers[queue] = facts.queue(queue).bareBarriers.map { barrier in
        last = max(last, barrier.ended ?? .never)
        return BarrierEnd(added: barrier.added, end: last)
      }
    }
  }

  private mutating func add(_ dependency: Int, to position: Int, by event: TraceEvent) {
    // The first call that says so counts: the others change nothing.
    guard suspects[position]?.dependencies.insert(dependency).inserted == true else { return }
    if !event.flags.contains(.seenLate), let misuse = judge(event, position, dependency) {
      harmful.append(misuse)
    }
    let held = max(suspects[position]?.heldUntil ?? .zero, end(of: dependency))
    suspects[position]?.heldUntil = held
  }

  private func judge(_ event: TraceEvent, _ dependent: Int, _ dependency: Int) -> LateDependency? {
    let operation = facts.operation(dependent)
    if operation.isBarrier || facts.operation(dependency).isBarrier { return nil }
    let milestones = operation.milestones
    let moment = event.instant
    // A cancelled operation waits for nothing, and a finished one holds up nothing.
    if let cancelled = milestones.cancelled, cancelled <= moment { return nil }
    if end(of: dependency) <= moment { return nil }
    let isAfterStart = milestones.started.map { $0 < moment } ?? false
    if !isAfterStart {
      guard let enqueued = milestones.enqueued, enqueued < moment,
        !isHeldUp(dependent, operation, at: event)
      else { return nil }
    }
    return LateDependency(
      dependent: dependent,
      dependency: dependency,
      isAfterStart: isAfterStart,
      since: moment,
      certainty: isAfterStart ? facts.proven : .likely
    )
  }

  private func end(of operation: Int) -> TraceInstant {
    facts.operation(operation).milestones.finished ?? .never
  }
}

// MARK: - What holds an operation up

extension LateDependencies {
  /// Whether the operation could not start at the moment of an event, whatever the event makes it depend on.
  private func isHeldUp(_ position: Int, _ operation: TracedOperation, at event: TraceEvent) -> Bool
  {
    guard let suspect = suspects[position] else { return false }
    let moment = event.instant
    if suspect.heldUntil > moment || suspect.barriersUntil > moment { return true }
    if operation.classTraits.contains(.overridesIsReady), !suspect.saidReady { return true }
    guard let number = facts.index.queue(of: position) else { return false }
    let queue = facts.queue(number)
    // The main thread is busy adding the dependency.
    if queue.isMain { return event.thread == facts.index.mainThread }
    let barriers = bareBarriers[number] ?? []
    let enqueued = operation.milestones.enqueued ?? .zero
    let ahead = barriers[..<barriers.partitioningIndex { $0.added > enqueued }].last
    if let ahead, ahead.end > moment { return true }
    return queue.isSuspended(at: moment) || hasNoSlot(queue, at: event)
  }

  private func hasNoSlot(_ queue: TracedQueue, at event: TraceEvent) -> Bool {
    switch queue.limit(at: event.instant) {
    case 0:
      return true
    case 1:
      // The only slot is held by the operation that adds the dependency.
      guard let actor = facts.index.position(of: event.actor) else { return false }
      return facts.operation(actor).queue == queue.id && end(of: actor) > event.instant
    default:
      return false
    }
  }
}

extension TraceEvent {
  /// The other operation of an event about a dependency.
  fileprivate var dependency: OperationID? {
    UInt32(exactly: argument).map(OperationID.init)
  }
}

extension TraceInstant {
  /// After everything that is in a trace.
  static let never = TraceInstant(nanoseconds: .max)
}
