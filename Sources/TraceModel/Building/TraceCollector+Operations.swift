import TraceEvents

extension TraceCollector {
  /// Writes down an event of an operation's life.
  mutating func collect(_ event: TraceEvent, operation: Int) {
    let instant = event.instant
    switch event.kind {
    case .operationSeen: collectSeen(event, operation: operation)
    case .operationNamed: operations[operation].name = log.string(at: event.argument)
    case .enqueued: collectEnqueue(event, operation: operation)
    case .ready: drafts[operation].saidReady.setOnce(instant)
    case .started: collectStart(event, operation: operation)
    case .startReturned: operations[operation].milestones.startReturned.setOnce(instant)
    case .finished:
      let isFirst = collectFinish(at: instant, on: event.thread, operation: operation)
      if isFirst { collectFinisher(event, operation: operation) }
    case .cancelled: collectCancel(event, operation: operation)
    case .deallocated: operations[operation].milestones.deallocated.setOnce(instant)
    case .completionBegan:
      operations[operation].milestones.completionBegan.setOnce(instant)
      completing[event.thread] = operation
    case .completionEnded:
      operations[operation].milestones.completionEnded.setOnce(instant)
      completing[event.thread] = nil
    case .failed: collectFailure(event, operation: operation)
    case .finishedUnnotified: operations[operation].finishedUnnotified = true
    default: break
    }
  }

  private mutating func collectSeen(_ event: TraceEvent, operation: Int) {
    guard drafts[operation].classID == nil else { return }
    drafts[operation].classID = ClassID(rawValue: UInt32(truncatingIfNeeded: event.argument))
    if event.flags.contains(.barrier) { operations[operation].isBarrier = true }
    // What it already was began at the latest now; cancelled comes between, so that it counts as cancelled while it
    // executed. One that was seen finished may have been cancelled before or after its start: nobody knows.
    if event.flags.contains(.executing) { startOnce(operation, at: event.instant) }
    if event.flags.contains(.cancelled) { collectCancel(event, operation: operation) }
    if event.flags.contains(.finished) { collectFinish(at: event.instant, operation: operation) }
  }

  private mutating func collectEnqueue(_ event: TraceEvent, operation: Int) {
    if event.flags.contains(.barrier) {
      operations[operation].isBarrier = true
    } else if drafts[operation].classID == nil, event.argument != 0 {
      drafts[operation].classID = ClassID(rawValue: UInt32(truncatingIfNeeded: event.argument))
    }
    if event.flags.contains(.cancelled) { collectCancel(event, operation: operation) }
    guard operations[operation].milestones.enqueued == nil else { return }
    operations[operation].milestones.enqueued = event.instant
    operations[operation].enqueueDetail = EnqueueDetail(packed: event.detail)
    if !event.flags.contains(.adopted) { operations[operation].enqueueThread = event.thread }
    if let creator = position(of: event.actor, at: event.instant), creator != operation {
      operations[operation].creator = operations[creator].id
    }
    guard let queue = position(of: event.queue, at: event.instant) else { return }
    enqueue(operation, in: queue)
    if operations[operation].isBarrier {
      claimBarrier(by: event, for: operation, in: queue)
    }
  }

  /// Makes the operation one of the queue's.
  private mutating func enqueue(_ operation: Int, in queue: Int) {
    operations[operation].queue = queues[queue].id
    queueDrafts[queue].operations.append(UInt32(operation))
    guard operations[operation].milestones.finished == nil else { return }
    drafts[operation].openPlace = UInt32(queueDrafts[queue].open.count)
    queueDrafts[queue].open.append(UInt32(operation))
    for waiter in queueDrafts[queue].allWaiters {
      addWaitAllEdge(from: UInt32(operation), to: waiter)
    }
  }

  private mutating func collectStart(_ event: TraceEvent, operation: Int) {
    guard startOnce(operation, at: event.instant) else { return }
    operations[operation].startThread = event.thread
  }

  @discardableResult
  private mutating func startOnce(_ operation: Int, at instant: TraceInstant) -> Bool {
    guard operations[operation].milestones.started == nil else { return false }
    operations[operation].milestones.started = instant
    startOrder.append(UInt32(operation))
    return true
  }

  /// Tells whether it had not finished before.
  @discardableResult
  private mutating func collectFinish(
    at instant: TraceInstant,
    on thread: ThreadID? = nil,
    operation: Int
  ) -> Bool {
    guard operations[operation].milestones.finished == nil else { return false }
    operations[operation].milestones.finished = instant
    operations[operation].finishThread = thread
    guard let place = drafts[operation].openPlace,
      let queue = position(of: operations[operation].queue, at: instant)
    else { return true }
    drafts[operation].openPlace = nil
    let last = queueDrafts[queue].open.removeLast()
    if Int(last) != operation {
      queueDrafts[queue].open[Int(place)] = last
      drafts[Int(last)].openPlace = place
    }
    return true
  }

  /// Writes down who finished an operation: the one that executed on that thread, or whose completion block ran there.
  private mutating func collectFinisher(_ event: TraceEvent, operation: Int) {
    let executing = position(of: event.actor, at: event.instant)
    guard let finisher = executing ?? completing[event.thread], finisher != operation else {
      return
    }
    operations[operation].finisher = operations[finisher].id
  }

  private mutating func collectCancel(_ event: TraceEvent, operation: Int) {
    guard operations[operation].milestones.cancelled == nil else { return }
    operations[operation].milestones.cancelled = event.instant
    if event.kind == .cancelled { operations[operation].canceller = actor(of: event) }
    let milestones = operations[operation].milestones
    drafts[operation].cancellation =
      if milestones.finished != nil {
        .afterFinish
      } else if milestones.started != nil {
        .whileExecuting
      } else {
        .beforeStart
      }
  }

  private mutating func collectFailure(_ event: TraceEvent, operation: Int) {
    guard operations[operation].failure == nil else { return }
    operations[operation].failure = log.string(at: event.argument) ?? ""
    drafts[operation].failedFirst = drafts[operation].cancellation == nil
  }

  /// Writes down that an operation began or ceased to depend on another.
  mutating func collectDependency(_ event: TraceEvent) {
    guard let number = UInt32(exactly: event.argument),
      let dependent = position(of: event.operation, at: event.instant),
      let dependency = position(of: OperationID(rawValue: number), at: event.instant)
    else { return }
    dependencyChanges.append(
      DependencyChange(
        dependent: UInt32(dependent),
        dependency: UInt32(dependency),
        dependencyID: operations[dependency].id,
        number: UInt32(dependencyChanges.count),
        instant: event.instant,
        isRemoval: event.kind == .dependencyRemoved
      )
    )
  }
}

extension Optional where Wrapped == TraceInstant {
  /// Keeps the first instant it is given.
  fileprivate mutating func setOnce(_ instant: TraceInstant) {
    if self == nil { self = instant }
  }
}
