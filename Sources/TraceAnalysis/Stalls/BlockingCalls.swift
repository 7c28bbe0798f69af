import TraceEvents
import TraceModel

/// What the threads that execute operations are blocked in, as far as the trace shows it.
struct BlockingCalls: Sendable {
  /// Calls that wait and had not returned.
  let openWaits: [OpenWait]

  /// Other calls of Foundation that had not returned, though they should have long ago.
  let blockedCalls: BlockedCalls

  /// The queue whose barrier block, which is no operation and has not ended, runs on a thread.
  private(set) var barrierBlocks: [ThreadID: Int] = [:]

  /// The operation whose `start()` another one has called itself and is still in, by the caller's position.
  private(set) var nestedStarts: [Int: Int] = [:]

  /// The operation that another one makes depend on itself in a call that does not return, by the caller's position.
  private(set) var selfDependencyCalls: [Int: Int] = [:]

  /// Whether an operation's thread is blocked in one of these calls, by position.
  private(set) var isBlocked: [Bool]

  init(
    _ index: TraceIndex,
    _ situations: Situations,
    _ openWaits: [OpenWait],
    _ blockedCalls: BlockedCalls,
    _ log: LogFacts
  ) {
    self.openWaits = openWaits
    self.blockedCalls = blockedCalls
    for queue in index.trace.queues.indices {
      guard let block = index.openBlock(of: queue) else { continue }
      if let thread = log.blockThreads[block.number] { barrierBlocks[thread] = queue }
    }
    let operations = index.trace.operations
    isBlocked = Array(repeating: false, count: operations.count)
    for wait in openWaits {
      if let waiter = wait.waiter { isBlocked[waiter] = true }
    }
    for call in blockedCalls.all {
      if let actor = call.actor { isBlocked[actor] = true }
    }
    for call in log.selfDependencies.values where !call.hasReturned {
      guard let actor = call.actor, situations.all[actor] == .inside else { continue }
      selfDependencyCalls[actor] = call.operation
      isBlocked[actor] = true
    }
    let inside = operations.indices.filter { situations.all[$0] == .inside }
    for (thread, members) in Dictionary(grouping: inside, by: { operations[$0].startThread })
    where thread != nil && members.count > 1 {
      let byStart = members.sorted { a, b in
        (operations[a].milestones.started ?? .zero, a)
          < (operations[b].milestones.started ?? .zero, b)
      }
      for (outer, inner) in zip(byStart, byStart.dropFirst()) {
        nestedStarts[outer] = inner
        isBlocked[outer] = true
      }
    }
  }
}
