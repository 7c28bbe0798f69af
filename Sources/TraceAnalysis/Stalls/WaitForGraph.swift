import TraceEvents
import TraceModel

/// What waits for what at the end of a trace: the graph in which the root of a stall is looked for.
///
/// Its nodes are the operations, by position, and what they need to get on: slots, resumption and barrier blocks of queues,
/// worker threads, the main thread. An edge leads from what waits to what it waits for.
package struct WaitForGraph: Sendable {
  /// Nodes and edges by number.
  package let digraph: Digraph

  /// Why each edge is there.
  package let reasons: [Reason]

  private let numbering: Numbering

  /// How many of its holders must leave before a queue has a free slot, by position of the queue.
  private let surplus: [Int]

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
    /// An operation, the main thread or a barrier block in a call that waits, by its position in the facts' `openWaits`.
    case wait(Int)
    /// All operations of a queue for one of them.
    case member
    /// An operation, probably, for one that it has added to a queue.
    case group
    /// An operation for one whose `start()` it has called itself.
    case nestedStart
    /// An operation for the one that it makes depend on itself, in a call that does not return.
    case selfDependency
    /// An operation for the one that it has called Foundation with or on, in a call that does not return.
    case call
    /// A ready operation for a lock of its queue, held by a call on another one that does not return.
    case lock
    /// An operation that goes on without a thread, probably for a lock that a call on another one holds: it has not finished
    /// since.
    case aftermath
    /// An operation for its queue to be resumed.
    case suspension
    /// An operation for a worker thread to start it.
    case worker
    /// An operation of the main queue for the main thread to start it.
    case mainThread
    /// Threads for the operation whose `start()` one of them is inside.
    case occupant
  }

  /// What a node stands for.
  package enum Node: Hashable, Sendable {
    /// The operation at a position.
    case operation(Int)
    /// The slots of the queue at a position: waits until so many are left that one is free.
    case slots(Int)
    /// All operations of the queue at a position.
    case all(Int)
    /// The resumption of the queue at a position, which is suspended.
    case resumption(Int)
    /// The barrier block of the queue at a position that is no operation and has not ended.
    case barrierBlock(Int)
    /// The worker threads: waits until any one of them is free.
    case workers
    /// The main thread.
    case mainThread
  }

  /// What the node with this number stands for.
  package func node(_ number: Int) -> Node {
    numbering.node(number)
  }

  /// The number of a node.
  package func number(of node: Node) -> Int {
    numbering.number(of: node)
  }

  /// How many of those that the node waits for must get on before it does; nil for all of them.
  package func needed(by number: Int) -> Int? {
    switch node(number) {
    case .slots(let queue): surplus[queue]
    case .workers: 1
    default: nil
    }
  }

  init(
    index: TraceIndex,
    situations: Situations,
    calls: BlockingCalls,
    shortage: WorkerShortage,
    isOverdue: [Bool],
    groups: GroupMembers
  ) {
    let numbering = Numbering(index)
    var edges = WaitForEdges(numbering, index, situations)
    edges.addWaits()
    edges.addBarriers()
    edges.addQueues()
    edges.addCalls(calls)
    edges.addBlockedCalls(calls, isOverdue: isOverdue)
    edges.addMainThread()
    edges.addWorkers(shortage)
    edges.addGroups(groups)
    digraph = Digraph(
      nodeCount: numbering.count,
      sources: edges.sources,
      targets: edges.targets
    )
    reasons = edges.reasons
    self.numbering = numbering
    surplus = index.trace.queues.indices.map { queue in
      let limit = index.trace.queues[queue].slotLimit ?? .max
      return max(1, situations.holders[queue].count - limit + 1)
    }
  }
}

extension WaitForGraph {
  /// Numbers the nodes: operations, then each kind of node that queues have, then threads.
  struct Numbering {
    private let operations: Int
    private let queues: Int

    init(_ index: TraceIndex) {
      operations = index.trace.operations.count
      queues = index.trace.queues.count
    }

    /// How many nodes there are.
    var count: Int {
      operations + 4 * queues + 2
    }

    func number(of node: Node) -> Int {
      switch node {
      case .operation(let operation): operation
      case .slots(let queue): operations + queue
      case .all(let queue): operations + queues + queue
      case .resumption(let queue): operations + 2 * queues + queue
      case .barrierBlock(let queue): operations + 3 * queues + queue
      case .workers: operations + 4 * queues
      case .mainThread: operations + 4 * queues + 1
      }
    }

    func node(_ number: Int) -> Node {
      guard number >= operations else { return .operation(number) }
      guard number < operations + 4 * queues else {
        return number == operations + 4 * queues ? .workers : .mainThread
      }
      let (kind, queue) = (number - operations).quotientAndRemainder(dividingBy: queues)
      return switch kind {
      case 0: .slots(queue)
      case 1: .all(queue)
      case 2: .resumption(queue)
      default: .barrierBlock(queue)
      }
    }
  }
}
