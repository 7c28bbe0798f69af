package import TraceEvents
package import TraceModel

/// A trace with its operations and queues by position, so that what walks over it needs no dictionaries.
package struct TraceIndex: Sendable {
  /// The trace.
  package let trace: Trace

  /// Positions of the operations of each queue, in the order of enqueue, by position of the queue.
  package let members: [[Int]]

  /// The process's main thread; nil when the trace does not know it.
  package let mainThread: ThreadID?

  /// Makes the index in linear time.
  package init(_ trace: Trace) {
    self.trace = trace
    members = trace.queues.map { queue in queue.operations.compactMap { trace.position(of: $0) } }
    mainThread = trace.threads.first { $0.isMain }?.id
  }

  /// The position of an operation; nil when the trace has none of that identity.
  package func position(of id: OperationID?) -> Int? {
    id.flatMap { trace.position(of: $0) }
  }

  /// The position of a queue; nil when the trace has none of that identity.
  package func position(of id: QueueID?) -> Int? {
    id.flatMap { trace.position(of: $0) }
  }

  /// The limits of a queue while it had operations; -1 is the default, no limit.
  ///
  /// Empty for a queue that never had any.
  func limitsInForce(of queue: Int) -> [Int] {
    let first = members[queue].lazy.compactMap { trace.operations[$0].milestones.enqueued }.min()
    return first.map { trace.queues[queue].limits(from: $0) } ?? []
  }

  /// The position of an operation's queue.
  package func queue(of operation: Int) -> Int? {
    position(of: trace.operations[operation].queue)
  }

  /// Positions of what an operation depends on, itself left out.
  package func dependencies(of operation: Int) -> [Int] {
    trace.operations[operation].dependencies.compactMap { id in
      position(of: id).flatMap { $0 == operation ? nil : $0 }
    }
  }

  /// Calls `body` with the position of each operation that one depends on, itself left out: for loops over all operations,
  /// where an array for each would cost more than what is done with it.
  func forEachDependency(of operation: Int, _ body: (Int) -> Void) {
    let dependencies = trace.operations[operation].dependencies
    for place in dependencies.indices {
      guard let position = trace.position(of: dependencies[place]), position != operation else {
        continue
      }
      body(position)
    }
  }
}

extension TraceIndex {
  /// The first barrier block of a queue that is no operation and has not ended; it holds up what was added after it.
  ///
  /// In the main queue such a block holds up nothing: it runs on another thread.
  func openBlock(of queue: Int) -> TracedQueue.Barrier? {
    let queue = trace.queues[queue]
    return queue.isMain ? nil : queue.barriers.first { $0.operation == nil && $0.ended == nil }
  }
}

extension TracedQueue {
  /// How many operations may execute at once at the trace's end; nil when there is no limit.
  var slotLimit: Int? {
    if isMain { return 1 }
    return limit.flatMap { $0 < 0 ? nil : $0 }
  }
}
