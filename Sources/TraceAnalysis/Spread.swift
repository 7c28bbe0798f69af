public import TraceEvents

/// How far a cancellation or a failure went: who did it, what was cancelled, what was skipped, and what ran all the same.
///
/// It is told whether it did damage or not; the rules judge that.
public struct Spread: Hashable, Sendable {
  /// What went out.
  public var kind: Kind

  /// When it began.
  public var instant: TraceInstant

  /// The thread that did it.
  public var thread: ThreadID

  /// The operation on whose thread it happened, when one did it.
  public var actor: OperationID?

  /// The queue whose `cancelAllOperations` it was.
  public var queue: QueueID?

  /// The operations that it cancelled, or the one that failed, in the order of time.
  public var operations: [OperationID]

  /// Those of them that never ran.
  public var skipped: [OperationID]

  /// Those of them that were executing, and went on to their end.
  public var interrupted: [OperationID]

  /// Operations that depend on these and ran all the same, by identity: what they needed may be missing.
  public var ranAnyway: [OperationID]

  /// What can go out from an operation.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Operations were cancelled.
    case cancellation
    /// The program reported that an operation failed.
    case failure
  }

  /// A spread of which no operation is known yet.
  init(_ kind: Kind, of event: TraceEvent) {
    self.kind = kind
    instant = event.instant
    thread = event.thread
    actor = event.actor
    queue = event.kind == .queueCancelledAll ? event.queue : nil
    operations = []
    skipped = []
    interrupted = []
    ranAnyway = []
  }
}
