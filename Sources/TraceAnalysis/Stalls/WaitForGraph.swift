import TraceEvents
import TraceModel

/// What waits for what at the end of a trace: the graph in which the root of a stall is looked for.
///
/// Its nodes are the operations, by position; for each queue its slots, of which any one is enough; and for each queue all
/// of its operations, for those who wait for the whole queue. An edge leads from what waits to what it waits for.
package struct WaitForGraph: Sendable {
  /// Nodes and edges by number.
  package let digraph: Digraph

  /// Why each edge is there.
  package let reasons: [Reason]

  private let operationCount: Int
  private let queueCount: Int

  /// Why one node waits for another.
  package enum Reason: Hashable, Sendable {
    /// An operation for its dependency.
    case dependency
    /// An operation for the barrier in front of it, or a barrier for an operation in front of it.
    case barrier
    /// An operation for the slots of its queue, all of which are held.
    case slot
    /// The slots of a queue for an operation that holds one.
    case holder
    /// An operation in a call that waits, by its position in the facts' `openWaits`.
    case wait(Int)
    /// All operations of a queue for one of them.
    case member
    /// An operation, probably, for one that it has added to a queue.
    case group
    /// An operation for one whose `start()` it has called itself.
    case nestedStart
    /// An operation for the one that it makes depend on itself, in a call that does not return.
    case selfDependency
  }

  /// What a node stands for.
  package enum Node: Hashable, Sendable {
    /// The operation at a position.
    case operation(Int)
    /// The slots of the queue at a position: waits until any one of them is left.
    case slots(Int)
    /// All operations of the queue at a position.
    case all(Int)
  }

  /// What the node with this number stands for.
  package func node(_ number: Int) -> Node {
    if number < operationCount { return .operation(number) }
    let queue = number - operationCount
    return queue < queueCount ? .slots(queue) : .all(queue - queueCount)
  }

  /// Whether the node can get on as soon as one of those it waits for has; else it needs all of them.
  package func needsOnlyOne(_ number: Int) -> Bool {
    (operationCount..<operationCount + queueCount).contains(number)
  }

  init(
    index: TraceIndex,
    situations: Situations,
    calls: BlockingCalls,
    groups: GroupMembers
  ) {
    operationCount = index.trace.operations.count
    queueCount = index.trace.queues.count
    var edges = Edges(operationCount: operationCount, queueCount: queueCount)
    for (position, situation) in situations.all.enumerated() {
      edges.addWaits(of: position, situation, index, situations)
    }
    edges.addBarriers(index, situations)
    edges.addSlots(index, situations)
    edges.addCalls(calls, index, situations)
    for (parent, members) in groups.members.sorted(by: { $0.key < $1.key }) {
      for member in members { edges.add(.group, from: parent, to: member) }
    }
    digraph = Digraph(
      nodeCount: operationCount + 2 * queueCount,
      sources: edges.sources,
      targets: edges.targets
    )
    reasons = edges.reasons
  }
}

/// The edges of the graph while it is built.
private struct Edges {
  var sources: [Int] = []
  var targets: [Int] = []
  var reasons: [WaitForGraph.Reason] = []
  let operationCount: Int
  let queueCount: Int

  init(operationCount: Int, queueCount: Int) {
    self.operationCount = operationCount
    self.queueCount = queueCount
  }

  mutating func add(_ reason: WaitForGraph.Reason, from source: Int, to target: Int) {
    sources.append(source)
    targets.append(target)
    reasons.append(reason)
  }

  private func slots(of queue: Int) -> Int {
    operationCount + queue
  }

  private func all(of queue: Int) -> Int {
    operationCount + queueCount + queue
  }

  /// What an operation that has not started waits for by itself.
  mutating func addWaits(
    of position: Int,
    _ situation: Situation,
    _ index: TraceIndex,
    _ situations: Situations
  ) {
    let operation = index.trace.operations[position]
    let isFree = operation.milestones.cancelled != nil
    guard situation == .waiting || situation == .unused, !isFree else { return }
    if let barrier = situations.barriersAhead[position] {
      add(.barrier, from: position, to: barrier)
    }
    // A barrier lists everything in front of it as a dependency; its own edges say the same in fewer.
    if operation.isBarrier, index.queue(of: position) != nil { return }
    for dependency in index.dependencies(of: position)
    where situations.all[dependency] != .over {
      add(.dependency, from: position, to: dependency)
    }
  }

  /// A barrier waits for what stands between it and the barrier before.
  mutating func addBarriers(_ index: TraceIndex, _ situations: Situations) {
    for members in index.members {
      var segment: [Int] = []
      for member in members where situations.all[member] != .over {
        if index.trace.operations[member].isBarrier {
          if situations.all[member] == .waiting {
            for earlier in segment { add(.barrier, from: member, to: earlier) }
          }
          segment = []
        } else {
          segment.append(member)
        }
      }
    }
  }

  /// Whatever has not started needs a slot of its queue.
  mutating func addSlots(_ index: TraceIndex, _ situations: Situations) {
    for (number, members) in index.members.enumerated() {
      let holders = situations.holders[number]
      guard let limit = index.trace.queues[number].slotLimit, limit > 0, holders.count >= limit
      else { continue }
      for holder in holders { add(.holder, from: slots(of: number), to: holder) }
      for member in members {
        switch situations.all[member] {
        case .waiting, .notReady, .queued: add(.slot, from: member, to: slots(of: number))
        default: continue
        }
      }
    }
  }

  /// Calls on the threads of executing operations.
  mutating func addCalls(_ calls: BlockingCalls, _ index: TraceIndex, _ situations: Situations) {
    var waitedFor: Set<Int> = []
    for (number, wait) in calls.openWaits.enumerated() {
      guard let waiter = wait.waiter, situations.all[waiter].isPending else { continue }
      switch wait.target {
      case .operation(let position) where situations.all[position] != .over:
        add(.wait(number), from: waiter, to: position)
      case .queue(let queue):
        add(.wait(number), from: waiter, to: all(of: queue))
        waitedFor.insert(queue)
      default:
        continue
      }
    }
    for queue in waitedFor.sorted() {
      for member in index.members[queue] where situations.all[member] != .over {
        add(.member, from: all(of: queue), to: member)
      }
    }
    for (outer, inner) in calls.nestedStarts.sorted(by: { $0.key < $1.key }) {
      add(.nestedStart, from: outer, to: inner)
    }
    for (actor, operation) in calls.selfDependencyCalls.sorted(by: { $0.key < $1.key }) {
      add(.selfDependency, from: actor, to: operation)
    }
  }
}
