public import TraceEvents

/// A relation between two operations: `target` could get on because of `source`, or was made by it.
public struct TraceEdge: Hashable, Comparable, Sendable {
  /// Where it begins: the dependency, the one that left the slot, the one waited for, the creator,
  /// the one that cancelled or finished the other, or resumed its queue.
  public var source: OperationID
  /// Where it ends: the dependent, the one that took the slot, the waiter, the created.
  public var target: OperationID
  /// What kind of relation.
  public var kind: Kind

  /// Makes an edge.
  public init(from source: OperationID, to target: OperationID, _ kind: Kind) {
    self.source = source
    self.target = target
    self.kind = kind
  }

  /// Kinds of edges.
  public enum Kind: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// `target` depends on `source`.
    case dependency
    /// One of the two is a barrier, and `target` had to wait for `source`.
    case barrier
    /// `target` was ready and could start because `source` left a slot of their queue.
    case slotHandOver
    /// `target` blocked in `waitUntilFinished` (or in a wait for its whole queue) on `source`.
    case wait
    /// `source` added `target` to a queue.
    case createdBy
    /// `source` cancelled `target`.
    case cancelled
    /// `target` finished within the execution or the completion block of `source`.
    case finished
    /// `source` resumed the queue of `target`, which could start by that; known of the edges of a critical path only.
    case resumed

    /// Whether it says what one did to the other, which nobody waits for.
    package var isDeed: Bool {
      self >= .createdBy
    }

    /// Orders as declared.
    public static func < (a: Kind, b: Kind) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  /// Orders by source, target and kind.
  public static func < (a: TraceEdge, b: TraceEdge) -> Bool {
    (a.source, a.target, a.kind) < (b.source, b.target, b.kind)
  }
}

/// A thread that blocked until an operation, or all of a queue, had finished.
public struct TracedWait: Hashable, Sendable {
  /// The thread that blocked.
  public var thread: ThreadID
  /// The operation on that thread, which kept its slot meanwhile.
  public var waiter: OperationID?
  /// The operation waited for; nil for a wait for a whole queue.
  public var operation: OperationID?
  /// The queue waited for; nil for a wait for one operation.
  public var queue: QueueID?
  /// When it began.
  public var start: TraceInstant
  /// When it returned; nil while it blocks.
  public var end: TraceInstant?

  /// Makes a wait.
  public init(
    thread: ThreadID,
    waiter: OperationID?,
    operation: OperationID?,
    queue: QueueID?,
    start: TraceInstant,
    end: TraceInstant?
  ) {
    self.thread = thread
    self.waiter = waiter
    self.operation = operation
    self.queue = queue
    self.start = start
    self.end = end
  }
}

/// A thread of the traced program.
public struct TracedThread: Hashable, Sendable, Identifiable {
  /// The kernel's number.
  public let id: ThreadID
  /// Its name, if it has one.
  public var name: String?
  /// Whether it is the process's main thread.
  public var isMain: Bool

  /// Makes a thread.
  public init(id: ThreadID, name: String?, isMain: Bool) {
    self.id = id
    self.name = name
    self.isMain = isMain
  }
}

extension TracedThread {
  /// The name to show a person: "main", its name, or "thread 12".
  ///
  /// Data from strangers: escape it for wherever it goes.
  package var displayName: String {
    if isMain { return "main" }
    return name.flatMap { $0.isEmpty ? nil : $0 } ?? "thread \(id.rawValue)"
  }
}
