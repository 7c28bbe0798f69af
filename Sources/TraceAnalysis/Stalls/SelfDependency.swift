package import TraceEvents

/// An operation that was made to depend on itself.
package struct SelfDependency: Hashable, Sendable {
  /// The position of the operation.
  package var operation: Int
  /// The thread that called `addDependency`.
  package var thread: ThreadID
  /// The position of the operation that did it.
  package var actor: Int?
  /// When.
  package var since: TraceInstant
  /// Whether the call returned; on Linux it never does.
  package var hasReturned: Bool
}
