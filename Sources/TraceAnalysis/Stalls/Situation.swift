import TraceEvents
import TraceModel

/// What an operation was doing at the end of the trace.
package enum Situation: Hashable, Sendable {
  /// It has finished, or was dropped without ever having to run.
  case over
  /// Nobody has added it to a queue or started it.
  case unused
  /// It waits for dependencies or a barrier in front of it.
  case waiting
  /// Nothing that the trace shows is in its way, and it has not become ready: its class overrides `isReady` and has not
  /// said yes, a barrier without an operation runs, or Foundation lost a removed dependency.
  case notReady
  /// It is ready, and its queue is suspended.
  case suspended
  /// It is ready, and as many operations execute in its queue as the limit allows.
  case queued
  /// It is ready and a slot is free.
  case dispatching
  /// A thread is inside its `start()`.
  case inside
  /// Its `start()` has returned, and it has not finished.
  case detached
  /// It says that it is finished, and its queue was never told.
  case unnotified

  /// Whether it has a slot of its queue.
  package var holdsSlot: Bool {
    self == .inside || self == .detached || self == .unnotified
  }

  /// Whether it is in a queue and has not been started.
  package var isHeldBack: Bool {
    isPending && !holdsSlot
  }

  /// Whether it is in a queue or has been started, and is not over.
  package var isPending: Bool {
    self != .over && self != .unused
  }
}

/// The situation of every operation, with what decided it.
struct Situations: Sendable {
  /// By position of the operation.
  private(set) var all: [Situation]

  /// Positions of the operations that hold a slot, by position of the queue, in the order of enqueue.
  private(set) var holders: [[Int]]

  /// The last unfinished barrier in front of an operation in its queue, by position of the operation.
  private(set) var barriersAhead: [Int?]

  /// Whether a barrier block that is no operation and has not ended stands in front, by position of the operation.
  private(set) var isBehindBlock: [Bool]

  /// Positions of the barriers that have unfinished operations in front of them.
  private var heldBarriers: Set<Int> = []

  /// Judges every operation by its record; those in `unnotified` have finished without their queue knowing.
  init(_ index: TraceIndex, unnotified: Set<Int> = []) {
    let operations = index.trace.operations
    all = operations.indices.map { position in
      unnotified.contains(position) ? .unnotified : Self.started(index, position)
    }
    holders = Array(repeating: [], count: index.trace.queues.count)
    barriersAhead = Array(repeating: nil, count: operations.count)
    isBehindBlock = Array(repeating: false, count: operations.count)
    for (number, members) in index.members.enumerated() {
      let block = index.openBlock(of: number)
      var barrier: Int?
      var isFirst = true
      for member in members where all[member] != .over {
        barriersAhead[member] = barrier
        if operations[member].isBarrier {
          barrier = member
          if !isFirst { heldBarriers.insert(member) }
        }
        isFirst = false
        if let block, let enqueued = operations[member].milestones.enqueued {
          isBehindBlock[member] =
            block.added <= enqueued && operations[member].milestones.started == nil
        }
        if all[member].holdsSlot { holders[number].append(member) }
      }
    }
    for position in operations.indices where all[position] == .waiting {
      all[position] = notStarted(index, position)
    }
  }

  /// The situation as far as the operation's own record says; `waiting` for all that are in a queue and not started.
  private static func started(_ index: TraceIndex, _ position: Int) -> Situation {
    let operation = index.trace.operations[position]
    let milestones = operation.milestones
    if milestones.deallocated != nil { return .over }
    // A completion block proves that the queue has been told after all.
    if operation.finishedUnnotified, milestones.completionBegan == nil { return .unnotified }
    if milestones.finished != nil { return .over }
    if milestones.started != nil { return milestones.startReturned == nil ? .inside : .detached }
    return milestones.enqueued == nil ? .unused : .waiting
  }

  /// Whether a class of its own keeps `cancel()` from Foundation, which would have started the operation otherwise: it goes
  /// on waiting for what it waited for.
  private func isCancelledInName(_ index: TraceIndex, _ position: Int) -> Bool {
    guard index.trace.operations[position].classTraits.contains(.overridesCancel) else {
      return false
    }
    return barriersAhead[position] != nil
      || index.dependencies(of: position).contains { all[$0] != .over }
  }

  private func notStarted(_ index: TraceIndex, _ position: Int) -> Situation {
    let operation = index.trace.operations[position]
    // The block runs in the dispatch queue that would run the operation, cancelled or not.
    if isBehindBlock[position] { return .notReady }
    if operation.milestones.cancelled == nil {
      if barriersAhead[position] != nil || heldBarriers.contains(position) { return .waiting }
      if index.dependencies(of: position).contains(where: { all[$0] != .over }) { return .waiting }
      if operation.milestones.ready == nil { return .notReady }
    }
    guard let number = index.queue(of: position) else { return .dispatching }
    let queue = index.trace.queues[number]
    if queue.isSuspendedAtEnd { return .suspended }
    if let limit = queue.slotLimit, holders[number].count >= limit { return .queued }
    return isCancelledInName(index, position) ? .waiting : .dispatching
  }
}
