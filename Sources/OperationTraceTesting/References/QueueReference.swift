public import Foundation

/// What queue of a trace is meant: the queue itself, or its name.
public protocol QueueReference {
  /// The choice that it stands for.
  var queueSelection: QueueSelection { get }
}

extension String: QueueReference {
  /// The one queue of exactly this name; "main queue" is the main queue.
  public var queueSelection: QueueSelection {
    .named(self)
  }
}

extension OperationQueue: QueueReference {
  /// This queue itself, in a trace that this process recorded.
  ///
  /// On Apple platforms, where a recording can't tell objects, the one queue of its name.
  public var queueSelection: QueueSelection {
    .object(self)
  }
}

/// A queue of a trace, as a ``QueueReference`` chooses it.
public enum QueueSelection: Sendable {
  /// The one queue of that name.
  case named(String)
  /// The queue that the program holds.
  case object(OperationQueue)
}
