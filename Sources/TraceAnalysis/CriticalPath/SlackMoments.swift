import TraceEvents
import TraceModel

/// The moments of a run at which somebody let somebody go on, or could have come later.
struct SlackMoments {
  /// The numbers of the moments in the order of time.
  private(set) var order: [UInt32]

  /// How many actors there are: the operations by position, then the threads of the program.
  private(set) var actorCount: Int

  /// What happens at a moment.
  struct Moment {
    var instant: UInt64
    var kind: Kind
    /// Who acts: the operation that is cleared to start or finishes, or who enqueues or waits.
    var actor: Int
    /// The operation that is enqueued, or the number of the wait.
    var other: Int
  }

  /// Kinds of moments; of those at one instant, the ones declared first come last.
  ///
  /// So who finishes does so before others are cleared by it; and a thread that is blocked enqueues before or after that.
  enum Kind: UInt8, CaseIterable {
    case finish, waitEnd, enqueue, waitBegin, cleared
  }

  private var moments: [Packed] = []
  private var threads: [ThreadID: Int] = [:]
  /// The one asked for last: a thread enqueues many operations in a row.
  private var lastThread: (id: ThreadID, actor: Int)?

  private struct Packed {
    var instant: UInt64
    var actor: UInt32
    var other: UInt32
    var kind: Kind
  }

  subscript(number: Int) -> Moment {
    let moment = moments[number]
    return Moment(
      instant: moment.instant,
      kind: moment.kind,
      actor: Int(moment.actor),
      other: Int(moment.other)
    )
  }

  init(_ trace: Trace) {
    actorCount = trace.operations.count
    order = []
    moments.reserveCapacity(trace.operations.count * 3 + trace.waits.count * 2)
    // Added kind by kind, so that an order that keeps what is equal as it stands has the kinds in theirs.
    for position in trace.operations.indices {
      if let finished = trace.operations[position].milestones.finished {
        add(.finish, at: finished, actor: position)
      }
    }
    for (number, wait) in trace.waits.enumerated() {
      guard let end = wait.end, wait.start < end else { continue }
      add(.waitEnd, at: end, actor: actor(of: wait, in: trace), other: number)
    }
    for position in trace.operations.indices {
      guard let enqueued = trace.operations[position].milestones.enqueued,
        let actor = actor(thatEnqueued: position, in: trace)
      else { continue }
      add(.enqueue, at: enqueued, actor: actor, other: position)
    }
    addResumes(of: trace)
    for (number, wait) in trace.waits.enumerated() {
      guard let end = wait.end, wait.start < end else { continue }
      add(.waitBegin, at: wait.start, actor: actor(of: wait, in: trace), other: number)
    }
    for position in trace.operations.indices {
      add(.cleared, at: trace.operations[position].cleared, actor: position)
    }
    order = TimeOrder.ascending(moments.map(\.instant))
  }

  /// Adds the resumes by which operations let others go on, as if they had enqueued those then.
  private mutating func addResumes(of trace: Trace) {
    for queue in trace.queues where queue.suspensions.contains(where: { $0.resumer != nil }) {
      for position in queue.operations.lazy.compactMap({ trace.position(of: $0) }) {
        for interval in trace.operations[position].intervals
        where interval.state == .queueSuspended {
          guard
            let resumer = trace.suspension(of: position, endingAt: interval.end)?.resumer,
            let actor = trace.position(of: resumer), actor != position,
            interval.end <= trace.operations[actor].milestones.finished ?? trace.end
          else { continue }
          add(.enqueue, at: interval.end, actor: actor, other: position)
        }
      }
    }
  }

  private mutating func add(_ kind: Kind, at instant: TraceInstant, actor: Int, other: Int = 0) {
    moments.append(
      Packed(
        instant: instant.nanoseconds,
        actor: UInt32(actor),
        other: UInt32(other),
        kind: kind
      )
    )
  }

  private mutating func actor(of wait: TracedWait, in trace: Trace) -> Int {
    wait.waiter.flatMap { trace.position(of: $0) } ?? actor(of: wait.thread)
  }

  /// Who enqueued an operation: the one that was executing on that thread, or the thread.
  private mutating func actor(thatEnqueued operation: Int, in trace: Trace) -> Int? {
    guard let creator = trace.operations[operation].creator else {
      return trace.operations[operation].enqueueThread.map { actor(of: $0) }
    }
    guard let position = trace.position(of: creator),
      let enqueued = trace.operations[operation].milestones.enqueued,
      trace.operations[position].milestones.started ?? .zero <= enqueued,
      enqueued <= trace.operations[position].milestones.finished ?? trace.end
    else { return nil }
    return position
  }

  private mutating func actor(of thread: ThreadID) -> Int {
    if let lastThread, lastThread.id == thread { return lastThread.actor }
    let actor = threads[thread] ?? actorCount
    if actor == actorCount {
      threads[thread] = actor
      actorCount += 1
    }
    lastThread = (thread, actor)
    return actor
  }
}
