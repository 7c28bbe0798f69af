import TraceEvents
import TraceModel

// How an operation that is made of others begins and ends with them.
extension Trace {
  /// The deed of the operation that finished another, where that is a part of the other: added by an operation since the other
  /// started, or held until then in a queue that the other resumed.
  ///
  /// A callback, too, comes from an operation when its queue is an `OperationQueue`; what led to it is not known then, and the
  /// time until it came is the execution of the one that waited for it.
  func finishByPart(of target: Int) -> ReleaseIndex.Release? {
    let operation = operations[target]
    guard !operation.finishedUnnotified, let finished = operation.milestones.finished,
      let finisher = operation.finisher, let source = position(of: finisher),
      isPart(source, of: operation)
    else { return nil }
    return ReleaseIndex.Release(
      source: source,
      // In its completion block it has finished before.
      instant: min(finished, operations[source].milestones.finished ?? finished),
      edge: TraceEdge(from: finisher, to: operation.id, .finished)
    )
  }

  private func isPart(_ position: Int, of group: TracedOperation) -> Bool {
    let part = operations[position]
    guard let started = group.milestones.started, let added = part.milestones.enqueued,
      part.queue != nil
    else { return false }
    if part.creator != nil, started <= added { return true }
    return part.intervals.contains {
      $0.state == .queueSuspended
        && suspension(of: position, endingAt: $0.end)?.resumer == group.id
    }
  }

  /// The suspension of an operation's queue that ended at a moment.
  func suspension(of position: Int, endingAt end: TraceInstant) -> TracedQueue.Suspension? {
    guard let queue = operations[position].queue, let suspensions = self[queue]?.suspensions else {
      return nil
    }
    let place = suspensions.partitioningIndex { ($0.end ?? self.end) >= end }
    return place < suspensions.endIndex && suspensions[place].end == end ? suspensions[place] : nil
  }
}
