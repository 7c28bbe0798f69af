import TraceEvents
import TraceModel

/// What takes a lane of a timeline's picture for a span of time: an operation, or a barrier block without one.
struct LaneItem: Hashable {
  /// When it begins to take the lane.
  var start: TraceInstant
  /// When it leaves the lane; never before it begins.
  var end: TraceInstant
  /// How it looks.
  var look: OperationText.Look
  /// Whether the critical path goes through it.
  var isCritical = false
  /// What it is.
  var source: Source

  /// What takes the lane.
  enum Source: Hashable {
    /// The operation at this position in the trace.
    case operation(Int)
    /// The barrier of this position among the bare ones of its queue.
    case bareBarrier(Int)
  }

  /// Whether it must be seen, however short it was.
  var isNotable: Bool {
    isCritical || look != .plain
  }

  /// Whether it is drawn with neighbours that look alike.
  func looksLike(_ other: LaneItem) -> Bool {
    look == other.look && isCritical == other.isCritical
  }
}

extension LaneItem {
  /// An operation while it executed; nil for one that never did.
  init?(executionOf operation: TracedOperation, at position: Int, in annotated: AnnotatedTrace) {
    guard operation.milestones.started != nil, operation.outcome != .cancelledBeforeStart else {
      return nil
    }
    let end = operation.milestones.finished ?? annotated.trace.end
    start = min(operation.execution, end)
    self.end = end
    look = OperationText.Look(operation, in: annotated)
    isCritical = annotated.critical.contains(operation.id)
    source = .operation(position)
  }

  /// An operation that never executed, from when it was added to when it was cancelled away, or to the end.
  init(waitOf operation: TracedOperation, at position: Int, in annotated: AnnotatedTrace) {
    let moments = operation.milestones
    end = moments.finished ?? annotated.trace.end
    start = min(moments.enqueued ?? moments.seen, end)
    look = OperationText.Look(operation, in: annotated)
    isCritical = annotated.critical.contains(operation.id)
    source = .operation(position)
  }

  /// A barrier block for which Foundation made no operation.
  init(_ barrier: TracedQueue.Barrier, at position: Int, in trace: Trace) {
    end = barrier.ended ?? trace.end
    start = min(barrier.began ?? barrier.added, end)
    look = barrier.ended == nil ? .pending : .plain
    source = .bareBarrier(position)
  }
}

extension OperationText.Look {
  /// The look of what became of an operation.
  init(_ operation: TracedOperation, in annotated: AnnotatedTrace) {
    self =
      switch operation.outcome {
      case .succeeded: .plain
      case .failed: .failed
      case .cancelledBeforeStart, .cancelledWhileExecuting: .cancelled
      case .unfinished: annotated.isStuck(operation.id) ? .stalled : .pending
      }
  }
}
