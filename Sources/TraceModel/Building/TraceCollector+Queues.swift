import TraceEvents

extension TraceCollector {
  /// Writes down an event of a queue.
  mutating func collect(_ event: TraceEvent, queue: Int) {
    switch event.kind {
    case .queueSeen: collectSeen(event, queue: queue)
    case .queueNamed: queues[queue].name = log.string(at: event.argument)
    case .queueSuspended: suspend(queue, by: event)
    case .queueResumed: resume(queue, by: event)
    case .queueLimitChanged: changeLimit(of: queue, by: event)
    case .queueCancelledAll: queues[queue].cancelledAll.append(event.instant)
    case .barrierAdded: addBarrier(event, queue: queue)
    case .barrierBegan, .barrierEnded: collectBarrier(event, queue: queue)
    default: break
    }
  }

  private mutating func collectSeen(_ event: TraceEvent, queue: Int) {
    guard queues[queue].limits.isEmpty else { return }
    if event.flags.contains(.mainQueue) { queues[queue].isMain = true }
    // Foundation's main queue has one slot and can't be suspended, whatever anyone sets.
    let limit = queues[queue].isMain ? 1 : event.limit
    queues[queue].limits.append(.init(instant: event.instant, limit: limit))
    if event.flags.contains(.suspended), !queues[queue].isMain, !queues[queue].isSuspendedAtEnd {
      queues[queue].suspensions.append(
        .init(start: event.instant, end: nil, thread: nil, actor: nil)
      )
    }
  }

  private mutating func suspend(_ queue: Int, by event: TraceEvent) {
    guard !queues[queue].isMain, !queues[queue].isSuspendedAtEnd else { return }
    let actor = actor(of: event)
    queues[queue].suspensions.append(
      .init(start: event.instant, end: nil, thread: event.thread, actor: actor)
    )
  }

  private mutating func resume(_ queue: Int, by event: TraceEvent) {
    guard queues[queue].isSuspendedAtEnd, let last = queues[queue].suspensions.indices.last else {
      return
    }
    queues[queue].suspensions[last].end = event.instant
    queues[queue].suspensions[last].resumer = actor(of: event)
  }

  private mutating func changeLimit(of queue: Int, by event: TraceEvent) {
    guard !queues[queue].isMain else { return }
    if queues[queue].limits.isEmpty {
      queues[queue].limits.append(.init(instant: queueDrafts[queue].seen, limit: -1))
    }
    let actor = actor(of: event)
    queues[queue].limits.append(.init(instant: event.instant, limit: event.limit, actor: actor))
  }
}

// MARK: - Barriers

extension TraceCollector {
  private mutating func addBarrier(_ event: TraceEvent, queue: Int) {
    let place = queues[queue].barriers.count
    queues[queue].barriers.append(
      .init(
        number: event.argument,
        added: event.instant,
        thread: event.thread,
        actor: actor(of: event)
      )
    )
    queueDrafts[queue].barriersByNumber[event.argument] = place
    queueDrafts[queue].unclaimedBarriers[event.thread] = place
    link(event.operation, toBarrier: place, in: queue, at: event.instant)
  }

  private mutating func collectBarrier(_ event: TraceEvent, queue: Int) {
    if queueDrafts[queue].barriersByNumber[event.argument] == nil {
      addBarrier(event, queue: queue)
    }
    guard let place = queueDrafts[queue].barriersByNumber[event.argument] else { return }
    link(event.operation, toBarrier: place, in: queue, at: event.instant)
    if event.kind == .barrierBegan {
      if queues[queue].barriers[place].began == nil {
        queues[queue].barriers[place].began = event.instant
      }
    } else if queues[queue].barriers[place].ended == nil {
      queues[queue].barriers[place].ended = event.instant
    }
  }

  /// Says which operation Foundation made for a barrier, when an event tells.
  private mutating func link(
    _ id: OperationID?,
    toBarrier place: Int,
    in queue: Int,
    at instant: TraceInstant
  ) {
    guard queues[queue].barriers[place].operation == nil,
      let operation = position(of: id, at: instant)
    else { return }
    queues[queue].barriers[place].operation = operations[operation].id
    operations[operation].isBarrier = true
  }

  /// Gives a barrier's operation to the call of `addBarrierBlock` that its enqueue names, else to the one on its thread.
  mutating func claimBarrier(by event: TraceEvent, for operation: Int, in queue: Int) {
    let onThread = queueDrafts[queue].unclaimedBarriers.removeValue(forKey: event.thread)
    let named = event.flags.contains(.barrier) ? event.argument : nil
    guard let place = named.flatMap({ queueDrafts[queue].barriersByNumber[$0] }) ?? onThread,
      queues[queue].barriers[place].operation == nil
    else { return }
    queues[queue].barriers[place].operation = operations[operation].id
  }

  /// Enqueues the operations of barriers whose own enqueue was not seen, at the moment of the call.
  mutating func enqueueBarrierOperations() {
    for queue in queues.indices {
      for barrier in queues[queue].barriers {
        guard let id = barrier.operation, let operation = operationPositions[id],
          operations[operation].milestones.enqueued == nil
        else { continue }
        operations[operation].milestones.enqueued = barrier.added
        operations[operation].enqueueThread = barrier.thread
        operations[operation].queue = queues[queue].id
        if operations[operation].id != barrier.actor {
          operations[operation].creator = barrier.actor
        }
        queueDrafts[queue].operations.append(UInt32(operation))
        queueDrafts[queue].isOutOfOrder = true
      }
      guard queueDrafts[queue].isOutOfOrder else { continue }
      let enqueued = { [operations] (position: UInt32) in
        operations[Int(position)].milestones.enqueued ?? .zero
      }
      queueDrafts[queue].operations.sort { (enqueued($0), $0) < (enqueued($1), $1) }
    }
  }
}

extension TraceEvent {
  /// The limit that the argument holds.
  fileprivate var limit: Int {
    Int(truncatingIfNeeded: Int64(bitPattern: argument))
  }
}
