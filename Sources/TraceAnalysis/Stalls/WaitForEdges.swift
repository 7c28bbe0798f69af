import TraceEvents
import TraceModel

/// The edges of the wait-for graph while it is built.
struct WaitForEdges {
  private(set) var sources: [Int] = []
  private(set) var targets: [Int] = []
  private(set) var reasons: [WaitForGraph.Reason] = []

  private let numbering: WaitForGraph.Numbering
  private let index: TraceIndex
  private let situations: Situations

  init(_ numbering: WaitForGraph.Numbering, _ index: TraceIndex, _ situations: Situations) {
    self.numbering = numbering
    self.index = index
    self.situations = situations
  }

  private mutating func add(
    _ reason: WaitForGraph.Reason,
    from source: WaitForGraph.Node,
    to target: WaitForGraph.Node
  ) {
    sources.append(numbering.number(of: source))
    targets.append(numbering.number(of: target))
    reasons.append(reason)
  }

  /// What operations that have not started wait for by themselves.
  mutating func addWaits() {
    for (position, situation) in situations.all.enumerated() {
      guard situation == .waiting || situation == .unused else { continue }
      let operation = index.trace.operations[position]
      if situation == .unused, operation.milestones.cancelled != nil { continue }
      if let barrier = situations.barriersAhead[position] {
        add(.barrier, from: .operation(position), to: .operation(barrier))
      }
      // A barrier lists everything in front of it as a dependency; its own edges say the same in fewer.
      if operation.isBarrier, index.queue(of: position) != nil { continue }
      for dependency in index.dependencies(of: position)
      where situations.all[dependency] != .over {
        add(.dependency, from: .operation(position), to: .operation(dependency))
      }
    }
  }

  /// A barrier waits for what stands between it and the barrier before.
  mutating func addBarriers() {
    for members in index.members {
      var segment: [Int] = []
      for member in members where situations.all[member] != .over {
        if index.trace.operations[member].isBarrier {
          if situations.all[member] == .waiting {
            for earlier in segment {
              add(.barrier, from: .operation(member), to: .operation(earlier))
            }
          }
          segment = []
        } else {
          segment.append(member)
        }
      }
    }
  }

  /// Whatever has not started needs its queue to be running, to have a free slot, and no barrier block in front.
  mutating func addQueues() {
    for (number, members) in index.members.enumerated() {
      let queue = index.trace.queues[number]
      let holders = situations.holders[number]
      let isFull = queue.slotLimit.map { holders.count >= $0 } ?? false
      if isFull {
        for holder in holders { add(.holder, from: .slots(number), to: .operation(holder)) }
      }
      for member in members where situations.all[member].isHeldBack {
        if isFull { add(.slot, from: .operation(member), to: .slots(number)) }
        if queue.isSuspendedAtEnd {
          add(.suspension, from: .operation(member), to: .resumption(number))
        }
        if queue.isMain { add(.mainThread, from: .operation(member), to: .mainThread) }
        if situations.isBehindBlock[member] {
          add(.barrier, from: .operation(member), to: .barrierBlock(number))
        }
      }
    }
  }

  /// Calls on the threads of executing operations and of barrier blocks.
  mutating func addCalls(_ calls: BlockingCalls) {
    var queues: Set<Int> = []
    for (number, wait) in calls.openWaits.enumerated() {
      if let waiter = wait.waiter, situations.all[waiter].isPending {
        addWait(number, wait, from: .operation(waiter), &queues)
      } else if wait.waiter == nil, let queue = calls.barrierBlocks[wait.thread] {
        addWait(number, wait, from: .barrierBlock(queue), &queues)
      } else if wait.waiter == nil, wait.thread == index.mainThread {
        addWait(number, wait, from: .mainThread, &queues)
      }
    }
    for queue in queues.sorted() {
      for member in index.members[queue] where situations.all[member] != .over {
        add(.member, from: .all(queue), to: .operation(member))
      }
    }
    for (outer, inner) in calls.nestedStarts.sorted(by: { $0.key < $1.key }) {
      add(.nestedStart, from: .operation(outer), to: .operation(inner))
    }
    for (actor, operation) in calls.selfDependencyCalls.sorted(by: { $0.key < $1.key }) {
      add(.selfDependency, from: .operation(actor), to: .operation(operation))
    }
  }

  private mutating func addWait(
    _ number: Int,
    _ wait: OpenWait,
    from waiter: WaitForGraph.Node,
    _ queues: inout Set<Int>
  ) {
    switch wait.target {
    case .operation(let position):
      guard situations.all[position] != .over else { return }
      add(.wait(number), from: waiter, to: .operation(position))
    case .queue(let queue):
      add(.wait(number), from: waiter, to: .all(queue))
      queues.insert(queue)
    }
  }

  /// What is inside a call that does not return, and what needs a lock that such a call holds.
  mutating func addBlockedCalls(_ calls: BlockingCalls, isOverdue: [Bool]) {
    for call in calls.blockedCalls.all {
      guard let operation = call.operation, let actor = call.actor, actor != operation,
        situations.all[operation] != .over
      else { continue }
      add(.call, from: .operation(actor), to: .operation(operation))
    }
    for root in calls.blockedCalls.roots where root.holdsQueueLock {
      guard let operation = root.operation, let queue = root.queue else { continue }
      for member in index.members[queue]
      where member != operation && situations.all[member] == .dispatching {
        add(.lock, from: .operation(member), to: .operation(operation))
      }
      for position in situations.all.indices where isAftermath(position, of: root, isOverdue) {
        add(.aftermath, from: .operation(position), to: .operation(operation))
      }
    }
  }

  /// Whether an operation that goes on without a thread may not finish because of a call: it was not overdue when that began.
  private func isAftermath(_ position: Int, of root: BlockedCall, _ isOverdue: [Bool]) -> Bool {
    guard situations.all[position] == .detached, isOverdue[position], position != root.operation,
      let returned = index.trace.operations[position].milestones.startReturned
    else { return false }
    let head = root.since.nanoseconds(since: returned)
    return returned >= root.since || head < Self.aftermath
  }

  /// How long before a call an operation may have gone on without a thread that does not finish because of it: a second.
  private static let aftermath: UInt64 = 1_000_000_000

  /// The main thread is free once the operations have finished whose `start()` it is inside.
  mutating func addMainThread() {
    guard let thread = index.mainThread else { return }
    for (position, situation) in situations.all.enumerated()
    where situation == .inside && index.trace.operations[position].startThread == thread {
      add(.occupant, from: .mainThread, to: .operation(position))
    }
  }

  /// What no thread has come for needs any one of those that are inside operations to come out.
  mutating func addWorkers(_ shortage: WorkerShortage) {
    guard shortage.isExhausted else { return }
    for operation in shortage.starved { add(.worker, from: .operation(operation), to: .workers) }
    for operation in shortage.occupants {
      add(.occupant, from: .workers, to: .operation(operation))
    }
  }

  /// Operations that have added others wait for them, probably.
  mutating func addGroups(_ groups: GroupMembers) {
    for (parent, members) in groups.members.sorted(by: { $0.key < $1.key }) {
      for member in members { add(.group, from: .operation(parent), to: .operation(member)) }
    }
  }
}
