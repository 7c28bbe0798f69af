public import TraceEvents

/// What a trace says about one operation queue.
public struct TracedQueue: Hashable, Sendable, Identifiable {
  /// Its identity in this trace.
  public let id: QueueID

  /// The name its program gave it.
  public var name: String?

  /// Whether it is `OperationQueue.main`.
  public var isMain: Bool

  /// Its limits over time, the first from when it was seen; -1 is the default, no limit of its own.
  public var limits: [LimitChange]

  /// The spans in which it was suspended, in the order of time; the last may reach the trace's end.
  public var suspensions: [Suspension]

  /// Its operations in the order of enqueue.
  public var operations: [OperationID]

  /// How many were queued (ready, not started), waiting and executing over time: a step at each change.
  public var depth: [QueueDepth]

  /// The most operations that executed at once.
  public var peakConcurrency: Int

  /// The mean number of operations that executed, over the span from its first enqueue to its last finish (or the
  /// trace's end while something was left); zero for a queue without operations.
  ///
  /// Of a recording that keeps its most recent part the span does not begin before that.
  public var meanConcurrency: Double

  /// The share of that span in which at least one operation executed, from 0 to 1.
  public var busyShare: Double

  /// When `cancelAllOperations` was called.
  public var cancelledAll: [TraceInstant]

  /// The barrier blocks that were added to it, in the order of the calls.
  public var barriers: [Barrier]

  /// A queue of which nothing is known but that it was seen.
  init(id: QueueID) {
    self.id = id
    self.isMain = false
    self.limits = []
    self.suspensions = []
    self.operations = []
    self.depth = []
    self.peakConcurrency = 0
    self.meanConcurrency = 0
    self.busyShare = 0
    self.cancelledAll = []
    self.barriers = []
  }

  /// A limit from a moment on.
  public struct LimitChange: Hashable, Sendable {
    /// From when.
    public var instant: TraceInstant
    /// The limit, -1 for the default.
    public var limit: Int
    /// The operation on whose thread it was set.
    public var actor: OperationID?

    /// Makes a change.
    public init(instant: TraceInstant, limit: Int, actor: OperationID? = nil) {
      self.instant = instant
      self.limit = limit
      self.actor = actor
    }
  }

  /// A span in which the queue was suspended.
  public struct Suspension: Hashable, Sendable {
    /// When it was suspended.
    public var start: TraceInstant
    /// When it was resumed; nil while it still is.
    public var end: TraceInstant?
    /// The thread that suspended it; nil when it was suspended before the recording began.
    public var thread: ThreadID?
    /// The operation on whose thread it was suspended.
    public var actor: OperationID?
    /// The operation on whose thread it was resumed.
    public var resumer: OperationID?

    /// Makes a span.
    public init(
      start: TraceInstant,
      end: TraceInstant?,
      thread: ThreadID?,
      actor: OperationID?,
      resumer: OperationID? = nil
    ) {
      self.start = start
      self.end = end
      self.thread = thread
      self.actor = actor
      self.resumer = resumer
    }
  }
}

extension TracedQueue {
  /// The name to show a person: the name, "main queue", or "queue 2".
  ///
  /// Data from strangers: escape it for wherever it goes.
  public var displayName: String {
    if let name, !name.isEmpty, !isNamedByFoundation(name) { return name }
    return isMain ? "main queue" : "queue \(id.rawValue)"
  }

  /// Whether Foundation gave the name: to the main queue, or to one without a name by its address, which differs from run
  /// to run.
  private func isNamedByFoundation(_ name: String) -> Bool {
    isMain && name == "NSOperationQueue Main Queue" || name.hasPrefix("NSOperationQueue 0x")
  }

  /// The limit at the end of the trace; nil for the default, no limit of its own.
  public var limit: Int? {
    limits.last.flatMap { $0.limit == -1 ? nil : $0.limit }
  }

  /// Whether it was suspended when the trace ended.
  public var isSuspendedAtEnd: Bool {
    suspensions.last.map { $0.end == nil } ?? false
  }
}

extension TracedQueue {
  /// A call of `addBarrierBlock`.
  ///
  /// On a queue that is not empty, Foundation makes an operation for the block. On an empty queue it makes none: the block
  /// runs past the queue's limit and suspension, and this is the only place that tells of it.
  public struct Barrier: Hashable, Sendable {
    /// The number of the call.
    public var number: UInt64
    /// When the block was added.
    public var added: TraceInstant
    /// When the block began.
    public var began: TraceInstant?
    /// When the block ended.
    public var ended: TraceInstant?
    /// The operation that Foundation made for it; nil for a barrier on an empty queue.
    public var operation: OperationID?
    /// The thread that added it.
    public var thread: ThreadID
    /// The operation on whose thread it was added.
    public var actor: OperationID?

    /// Makes a barrier that has been added.
    public init(
      number: UInt64,
      added: TraceInstant,
      thread: ThreadID,
      actor: OperationID? = nil,
      operation: OperationID? = nil
    ) {
      self.number = number
      self.added = added
      self.thread = thread
      self.actor = actor
      self.operation = operation
    }
  }

  /// The barriers that ran, or still wait to run, without an operation.
  public var bareBarriers: [Barrier] {
    barriers.filter { $0.operation == nil }
  }
}

/// How many operations of a queue were in which state from a moment on.
public struct QueueDepth: Hashable, Sendable {
  /// From when.
  public var instant: TraceInstant
  /// Waiting for dependencies.
  public var waiting: Int {
    get { Int(waitingCount) }
    set { waitingCount = UInt32(clamping: newValue) }
  }
  /// Ready and not started.
  public var queued: Int {
    get { Int(queuedCount) }
    set { queuedCount = UInt32(clamping: newValue) }
  }
  /// Started and not finished.
  public var executing: Int {
    get { Int(executingCount) }
    set { executingCount = UInt32(clamping: newValue) }
  }

  // No queue has more operations than there are identities; and there are several steps for each of a million operations.
  private var waitingCount: UInt32
  private var queuedCount: UInt32
  private var executingCount: UInt32

  /// Makes a step.
  public init(instant: TraceInstant, waiting: Int, queued: Int, executing: Int) {
    self.instant = instant
    waitingCount = UInt32(clamping: waiting)
    queuedCount = UInt32(clamping: queued)
    executingCount = UInt32(clamping: executing)
  }
}
