public import TraceEvents

/// One step of a proof: something waits for something else.
public struct ProofEdge: Hashable, Sendable {
  /// What waits.
  public var source: Subject
  /// What it waits for.
  public var target: Subject
  /// By what it waits.
  public var reason: Reason

  /// Makes an edge.
  public init(from source: Subject, to target: Subject, by reason: Reason) {
    self.source = source
    self.target = target
    self.reason = reason
  }

  /// What can wait, and be waited for.
  public enum Subject: Hashable, Sendable {
    /// An operation.
    case operation(OperationID)
    /// A queue: its slots, its resumption, or all of its operations.
    case queue(QueueID)
    /// A thread of the program that executes no operation.
    case thread(ThreadID)
  }

  /// By what one waits for another.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It depends on it.
    case dependency
    /// A barrier stands between them.
    case barrier
    /// It needs a slot that the other holds.
    case slot
    /// Its thread is blocked in a call that waits for it.
    case wait
    /// It added the other to a queue, and probably waits for it.
    case group
    /// Its thread is inside the other's `start()`.
    case nestedStart
    /// It is making the other depend on itself.
    case selfDependency
    /// Its thread is in a call with or on the other that does not return, or it needs a lock which that call holds.
    case call
    /// It needs a worker thread, and the other blocks one.
    case worker
    /// It needs the main thread, which the other blocks.
    case mainThread
    /// It needs its queue to be resumed.
    case suspension
  }
}
