package import TraceEvents
import TraceModel

/// A call of Foundation that had not returned when the trace ended, though it should have long ago.
package struct BlockedCall: Hashable, Sendable {
  /// What was called.
  package var call: TraceEvent.FoundationCall
  /// The position of the operation it was called on or with.
  package var operation: Int?
  /// The position of the queue it was called on, or of the operation's queue.
  package var queue: Int?
  /// The thread that is inside.
  package var thread: ThreadID
  /// Since when.
  package var since: TraceInstant
  /// The position of the operation whose `start()` the thread is inside.
  package var actor: Int?
  /// Why it must hang, where that is known.
  package var cause: Cause?

  /// Why a call must hang.
  package enum Cause: Hashable, Sendable {
    /// It adds an operation that is ready behind a barrier that is not over.
    ///
    /// Foundation ties the operation to the barrier while it holds the queue's lock, asks it then whether it is ready, and
    /// on a yes goes to start it, for which it takes the same lock again.
    case readyBehindBarrier(barrier: Int)
  }
}

extension BlockedCall {
  /// Whether another call, which stands before it in the order of `BlockedCalls`, explains this one: it holds a lock that
  /// this one needs.
  func isExplained(by other: BlockedCall, _ calls: BlockedCalls) -> Bool {
    if let operation, operation == other.operation { return true }
    guard other.holdsQueueLock, let lock = other.queue else { return false }
    if queue == lock { return true }
    // Who finishes an operation, or lets it go, looks for what it can start in the queues of all that depend on it.
    return operation.map { calls.needsLock(of: lock, $0) } ?? false
  }

  /// Whether it holds the lock of its queue while it is blocked.
  var holdsQueueLock: Bool {
    switch call {
    case .addOperation, .addOperations, .addBarrierBlock, .cancelAllOperations: true
    case .addDependency, .removeDependency, .didChangeValue, .cancel: false
    }
  }
}

/// The calls of Foundation that had not returned when the trace ended.
///
/// The recording's watchdog finds them. One kind is known without it: an operation that was cancelled, or said that it is
/// ready, before it was added behind a barrier.
package struct BlockedCalls: Sendable {
  /// The calls, those whose cause is known first, then by begin; of calls inside of one another only the innermost.
  ///
  /// A call that makes an operation depend on itself is left out: it has facts of its own.
  package private(set) var all: [BlockedCall] = []

  /// Positions of the queues of what depends on an operation, by the operation's position, as far as calls are blocked on it.
  private var dependentQueues: [Int: Set<Int>] = [:]

  init(
    _ index: TraceIndex,
    _ log: LogFacts,
    _ situations: Situations,
    end: TraceInstant,
    idle: UInt64
  ) {
    var calls = found(index, log) + inferred(index, log, situations, end: end, idle: idle)
    if calls.isEmpty { return }
    let selfDependencies = Set(log.selfDependencies.values.filter { !$0.hasReturned }.map(\.thread))
    calls.removeAll { selfDependencies.contains($0.thread) }
    let actors = Self.actors(index, situations)
    all = Dictionary(grouping: calls, by: \.thread).values
      .compactMap { calls in
        calls.max { ($0.since, $0.call.rawValue) < ($1.since, $1.call.rawValue) }
      }
      .map { call in
        var call = call
        call.actor = actors[call.thread]
        call.cause = Self.cause(of: call, index, log, situations)
        return call
      }
      .sorted(by: Self.isBefore)
    let operations = Set(all.compactMap(\.operation))
    for position in situations.all.indices where situations.all[position].isPending {
      guard let queue = index.queue(of: position) else { continue }
      for dependency in index.dependencies(of: position) where operations.contains(dependency) {
        dependentQueues[dependency, default: []].insert(queue)
      }
    }
  }

  /// Those that no other one explains.
  package var roots: [BlockedCall] {
    all.enumerated().filter { number, call in
      !all.prefix(number).contains { call.isExplained(by: $0, self) }
    }.map(\.element)
  }

  func needsLock(of queue: Int, _ operation: Int) -> Bool {
    dependentQueues[operation]?.contains(queue) ?? false
  }

  private static func isBefore(_ a: BlockedCall, _ b: BlockedCall) -> Bool {
    if (a.cause == nil) != (b.cause == nil) { return b.cause == nil }
    if a.since != b.since { return a.since < b.since }
    return a.thread.rawValue < b.thread.rawValue
  }
}

// MARK: - How they are known

extension BlockedCalls {
  /// What the watchdog found and saw no end of.
  private func found(_ index: TraceIndex, _ log: LogFacts) -> [BlockedCall] {
    var open: [Place: BlockedCall] = [:]
    let events = (log.events[.callBlocked] ?? []) + (log.events[.callReturned] ?? [])
    for event in events.sorted(by: { $0.instant < $1.instant }) {
      let isReturn = event.kind == .callReturned
      let thread =
        isReturn ? event.thread : ThreadID(rawValue: UInt32(truncatingIfNeeded: event.argument))
      let place = Place(
        thread: thread,
        call: event.detail,
        operation: event.operation,
        queue: event.queue
      )
      guard !isReturn, let call = TraceEvent.FoundationCall(rawValue: event.detail) else {
        open[place] = nil
        continue
      }
      let age = min((event.argument >> 32) * 1_000_000, event.instant.nanoseconds)
      let operation = index.position(of: event.operation)
      open[place] = BlockedCall(
        call: call,
        operation: operation,
        queue: index.position(of: event.queue) ?? operation.flatMap { index.queue(of: $0) },
        thread: thread,
        since: TraceInstant(nanoseconds: event.instant.nanoseconds - age)
      )
    }
    return Array(open.values)
  }

  /// Additions that must hang by what was added to what, and where nothing says that they got on.
  private func inferred(
    _ index: TraceIndex,
    _ log: LogFacts,
    _ situations: Situations,
    end: TraceInstant,
    idle: UInt64
  ) -> [BlockedCall] {
    index.trace.operations.indices.compactMap { position in
      let operation = index.trace.operations[position]
      guard situations.all[position].isHeldBack, situations.barriersAhead[position] != nil,
        let thread = operation.enqueueThread, let since = operation.milestones.enqueued,
        end.nanoseconds(since: since) >= idle
      else { return nil }
      let call = BlockedCall(
        call: .addOperation,
        operation: position,
        queue: index.queue(of: position),
        thread: thread,
        since: since
      )
      return Self.cause(of: call, index, log, situations) == nil ? nil : call
    }
  }

  private static func cause(
    of call: BlockedCall,
    _ index: TraceIndex,
    _ log: LogFacts,
    _ situations: Situations
  ) -> BlockedCall.Cause? {
    guard call.call == .addOperation, let operation = call.operation,
      let barrier = situations.barriersAhead[operation],
      index.trace.operations[barrier].milestones.started == nil,
      let added = index.trace.operations[operation].milestones.enqueued
    else { return nil }
    let cancelled = index.trace.operations[operation].milestones.cancelled
    let isReady = cancelled.map { $0 <= added } ?? false || log.saidReady.contains(operation)
    return isReady ? .readyBehindBarrier(barrier: barrier) : nil
  }

  /// The operation whose `start()` each thread is inside; of several the innermost.
  private static func actors(_ index: TraceIndex, _ situations: Situations) -> [ThreadID: Int] {
    var actors: [ThreadID: Int] = [:]
    let operations = index.trace.operations
    for (position, situation) in situations.all.enumerated() where situation == .inside {
      guard let thread = operations[position].startThread else { continue }
      let started = operations[position].milestones.started ?? .zero
      if let other = actors[thread], started < operations[other].milestones.started ?? .zero {
        continue
      }
      actors[thread] = position
    }
    return actors
  }

  private struct Place: Hashable {
    var thread: ThreadID
    var call: UInt16
    var operation: OperationID?
    var queue: QueueID?
  }
}
