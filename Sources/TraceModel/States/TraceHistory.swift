public import TraceEvents

/// A trace that is prepared to be asked for its state at many moments.
///
/// Made once, in time that grows with the number of events. A state then costs one look at the begin and the end of each
/// operation, and the time of the answer.
public struct TraceHistory: Sendable {
  /// The trace.
  public let trace: Trace

  /// When each operation began and was over, by position: what is looked through for those that were alive.
  private var lives: [Life] = []
  /// The finishes in the order of time.
  private var finishes: [Finish] = []
  /// The begins in the order of time.
  private var begins: [UInt64] = []
  /// The finishes of each queue in the order of time.
  private var finishesByQueue: Buckets<UInt64>
  let dependencies: DependencyHistory
  /// The operations in front of others because of a barrier, by the position of those that wait.
  let inFront: Buckets<OperationID>
  /// When an operation was found finished without its queue having been told.
  private var foundUnnotified: [OperationID: TraceInstant] = [:]
  private var deallocatedQueues: [QueueID: TraceInstant] = [:]

  /// From first sight to the finish, or the end of one that never began; the last moment that there is stands for no end.
  private struct Life: Sendable {
    var seen: UInt64
    var end: UInt64
  }

  private struct Finish: Comparable, Sendable {
    var instant: UInt64
    var position: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.instant, a.position) < (b.instant, b.position)
    }
  }

  /// Prepares a trace.
  public init(_ trace: Trace) {
    self.trace = trace
    lives.reserveCapacity(trace.operations.count)
    for position in trace.operations.indices {
      let hasBegun = trace.operations[position].hasBegun
      let end = trace.operations[position].endOfLife?.nanoseconds
      let begin = trace.operations[position].timeline.begin
      lives.append(
        Life(
          seen: min(trace.operations[position].milestones.seen, begin).nanoseconds,
          end: end ?? .max
        )
      )
      if hasBegun { begins.append(begin.nanoseconds) }
      if hasBegun, let end { finishes.append(Finish(instant: end, position: position)) }
    }
    begins.sort()
    finishes.sort()
    finishesByQueue = Buckets(
      finishes,
      count: trace.queues.count,
      key: { trace.operations[$0.position].queue.flatMap { trace.position(of: $0) } },
      value: { $0.instant }
    )
    dependencies = DependencyHistory(trace)
    inFront = Buckets(
      trace.edges,
      count: trace.operations.count,
      key: { $0.kind == .barrier ? trace.position(of: $0.target) : nil },
      value: { $0.source }
    )
    for event in trace.log.events {
      switch event.kind {
      case .finishedUnnotified:
        if let id = event.operation, foundUnnotified[id] == nil {
          foundUnnotified[id] = event.instant
        }
      case .queueDeallocated:
        if let id = event.queue { deallocatedQueues[id] = event.instant }
      default: break
      }
    }
  }

  /// The state of everything at one moment.
  ///
  /// - Parameters:
  ///   - instant: The moment; one after the trace's end counts as the end, one before its horizon, where things are missing, as
  ///     the horizon.
  ///   - finishedCount: The most operations that are listed as finished last.
  /// - Returns: The state.
  public func state(at instant: TraceInstant, lastFinished finishedCount: Int = 20) -> TraceState {
    // The last moment that there is stands for never.
    let instant = min(
      max(instant, trace.horizon?.instant ?? .zero),
      trace.end,
      TraceInstant(nanoseconds: .max - 1)
    )
    var queues = trace.queues.indices.compactMap { queue(at: $0, instant) }
    let queuePositions = Dictionary(
      queues.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    var operations: [TraceState.Operation] = []
    for position in lives.indices {
      let life = lives[position]
      guard life.seen <= instant.nanoseconds, life.end > instant.nanoseconds,
        let operation = operation(at: position, instant)
      else { continue }
      operations.append(operation)
      guard let place = operation.queue.flatMap({ queuePositions[$0] }) else { continue }
      switch operation.state {
      case .waitingForDependencies: queues[place].waiting.append(operation.id)
      case .queueSuspended, .waitingForSlot, .dispatch: queues[place].queued.append(operation.id)
      case .executing: queues[place].executing.append(operation.id)
      case nil: break
      }
    }
    let waits = trace.waits.filter { $0.start <= instant && $0.end ?? .distantFuture > instant }
    let finished = finishes.prefixCount { $0.instant <= instant.nanoseconds }
    return TraceState(
      instant: instant,
      queues: queues,
      operations: operations,
      waits: waits,
      lastFinished: finishes[..<finished].suffix(max(0, finishedCount)).reversed()
        .map { trace.operations[$0.position].id },
      begunCount: begins.prefixCount { $0 <= instant.nanoseconds },
      finishedCount: finished,
      history: self,
      queuePositions: queuePositions,
      openWaits: Dictionary(
        waits.compactMap { wait in wait.waiter.map { ($0, wait) } },
        uniquingKeysWith: { $1 }
      )
    )
  }

  /// How many operations had finished by a moment: of one queue, or of all of the trace.
  public func finishedCount(of queue: QueueID? = nil, at instant: TraceInstant) -> Int {
    guard let queue else { return finishes.prefixCount { $0.instant <= instant.nanoseconds } }
    guard let position = trace.position(of: queue) else { return 0 }
    return finishesByQueue[position].prefixCount { $0 <= instant.nanoseconds }
  }
}

// MARK: - Parts of a state

extension TraceHistory {
  /// What an operation did at a moment; nil when it had finished or had not been seen.
  func operation(at position: Int, _ instant: TraceInstant) -> TraceState.Operation? {
    let life = lives[position]
    guard life.seen <= instant.nanoseconds, life.end > instant.nanoseconds else { return nil }
    let operation = trace.operations[position]
    let (state, since) = operation.stateBeforeFinish(at: instant)
    return TraceState.Operation(
      id: operation.id,
      queue: operation.milestones.enqueued ?? .distantFuture <= instant ? operation.queue : nil,
      state: state,
      since: since,
      thread: state == .executing ? operation.startThread : nil,
      isCancelled: operation.milestones.cancelled ?? .distantFuture <= instant
    )
  }

  private func queue(at position: Int, _ instant: TraceInstant) -> TraceState.Queue? {
    let queue = trace.queues[position]
    guard let seen = queue.limits.first?.instant, seen <= instant,
      deallocatedQueues[queue.id] ?? .distantFuture > instant
    else { return nil }
    let limit = queue.limits.last { $0.instant <= instant }?.limit ?? -1
    let suspension = queue.suspensions.last { $0.start <= instant }
    let isSuspended = suspension.map { $0.end ?? .distantFuture > instant } ?? false
    return TraceState.Queue(
      id: queue.id,
      limit: limit == -1 ? nil : limit,
      suspendedSince: isSuspended ? suspension?.start : nil,
      barriers: queue.barriers.filter { isOpen($0, instant) },
      finishedCount: finishesByQueue[position].prefixCount { $0 <= instant.nanoseconds }
    )
  }

  private func isOpen(_ barrier: TracedQueue.Barrier, _ instant: TraceInstant) -> Bool {
    guard barrier.added <= instant else { return false }
    if let id = barrier.operation { return isUnfinished(id, instant) }
    return barrier.ended ?? .distantFuture > instant
  }

  /// Whether an operation had not finished; so has none of which nothing is known.
  func isUnfinished(_ id: OperationID, _ instant: TraceInstant) -> Bool {
    trace.position(of: id).map { lives[$0].end > instant.nanoseconds } ?? true
  }

  /// Whether an operation had been found finished without its queue having been told.
  func isFoundUnnotified(_ id: OperationID, _ instant: TraceInstant) -> Bool {
    foundUnnotified[id] ?? .distantFuture <= instant
  }
}

extension TracedOperation {
  /// Whether it was ever added to a queue or started.
  fileprivate var hasBegun: Bool {
    milestones.enqueued != nil || milestones.started != nil
  }

  /// When it finished; for one that never began, when it was seen finished or gone.
  fileprivate var endOfLife: TraceInstant? {
    if hasBegun { return milestones.finished.map { _ in timeline.end } }
    return milestones.finished ?? milestones.deallocated
  }

  /// What it did at a moment before its finish, and since when.
  fileprivate func stateBeforeFinish(
    at instant: TraceInstant
  ) -> (state: OperationState?, since: TraceInstant) {
    guard hasBegun, timeline.begin <= instant else { return (nil, milestones.seen) }
    if milestones.started != nil, timeline.execution <= instant {
      return (.executing, timeline.execution)
    }
    guard milestones.ready != nil, timeline.ready <= instant else {
      return (.waitingForDependencies, timeline.begin)
    }
    var current = (state: OperationState.dispatch, since: timeline.ready)
    timeline.forEachInterval { interval in
      if interval.start <= instant, interval.state != .waitingForDependencies {
        current = (interval.state, interval.start)
      }
    }
    return current
  }
}

extension RandomAccessCollection {
  /// How many elements stand before the first that does not belong to them; found by halving.
  fileprivate func prefixCount(_ belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[index(startIndex, offsetBy: middle)]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
