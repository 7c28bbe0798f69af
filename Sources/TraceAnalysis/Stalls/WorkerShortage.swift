package import TraceEvents
import TraceModel

/// Ready operations that no thread has come for, and what the threads do that could have.
///
/// Foundation runs operations on as many worker threads as there are processors. Where these are blocked it gets one more
/// each second, up to a limit; where they compute, none.
package struct WorkerShortage: Sendable {
  /// How many workers there can be; counted with Foundation of Swift 6.3 on Linux.
  package static let mostWorkers = 255

  /// Positions of operations outside of the main queue that have been ready, with a free slot, for as long as a worker
  /// may take to come.
  package let starved: [Int]

  /// Since when each of them could have been started, in their order.
  package let since: [TraceInstant]

  /// Positions of the operations whose `start()` a worker is inside, by start; of several on one thread the outermost.
  package let occupants: [Int]

  /// How many threads are inside operations and barrier blocks, the main thread left out.
  package let occupiedThreads: Int

  /// Whether at least as many threads as there are processors are inside operations, and none has come out for as long as
  /// a worker may take to come.
  package let isExhausted: Bool

  init(
    _ index: TraceIndex,
    _ situations: Situations,
    _ calls: BlockingCalls,
    end: TraceInstant,
    dispatch: UInt64
  ) {
    let operations = index.trace.operations
    var starved: [Int] = []
    var since: [TraceInstant] = []
    for (position, situation) in situations.all.enumerated() where situation == .dispatching {
      let isMain = index.queue(of: position).map { index.trace.queues[$0].isMain } ?? true
      guard !isMain, let last = operations[position].intervals.last, last.state == .dispatch,
        end.nanoseconds(since: last.start) >= dispatch
      else { continue }
      starved.append(position)
      since.append(last.start)
    }
    self.starved = starved
    self.since = since
    guard !starved.isEmpty else {
      (occupants, occupiedThreads, isExhausted) = ([], 0, false)
      return
    }

    let nested = Set(calls.nestedStarts.values)
    occupants = operations.indices
      .filter { situations.all[$0] == .inside && !nested.contains($0) }
      .filter { operations[$0].startThread != index.mainThread }
      .sorted { a, b in
        (operations[a].milestones.started ?? .zero, a)
          < (operations[b].milestones.started ?? .zero, b)
      }
    let threads = Set(occupants.compactMap { operations[$0].startThread })
      .union(calls.barrierBlocks.keys)
    occupiedThreads = threads.count
    let lastLeft =
      operations.filter { $0.startThread != index.mainThread }
      .map { operation in
        let milestones = operation.milestones
        let left =
          milestones.startReturned ?? (milestones.started == nil ? nil : milestones.finished)
        return max(left ?? .zero, milestones.completionEnded ?? .zero)
      }
      .max() ?? .zero
    isExhausted =
      threads.count >= max(1, index.trace.processors ?? 1)
      && end.nanoseconds(since: lastLeft) >= dispatch
  }
}
