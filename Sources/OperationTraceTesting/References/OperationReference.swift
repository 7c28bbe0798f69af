public import Foundation

/// What operations of a trace an expectation is about.
///
/// A string is the one operation of that name, an `Operation` is itself, a queue stands for all that was added to it, and
/// ``all(named:ofClass:in:)`` and ``one(named:ofClass:in:)`` take a pattern:
///
/// ```swift
/// expectOrder("load", decode, .all(named: "resize *"), in: trace)
/// expectPeakConcurrency(of: queue, atMost: 2, in: trace)
/// ```
///
/// What is not in the trace, and a name that several operations have where one is meant, fails the expectation.
public protocol OperationReference {
  /// The choice that it stands for.
  var operationSelection: OperationSelection { get }
}

extension String: OperationReference {
  /// The one operation of exactly this name.
  public var operationSelection: OperationSelection {
    OperationSelection(.named(self))
  }
}

extension Operation: OperationReference {
  /// This operation itself, in a trace that this process recorded.
  ///
  /// On Apple platforms, where a recording can't tell objects that have finished, the one operation of its name.
  public var operationSelection: OperationSelection {
    OperationSelection(.object(self))
  }
}

extension OperationQueue: OperationReference {
  /// All operations that were added to this queue.
  public var operationSelection: OperationSelection {
    OperationSelection(.matching(OperationPattern(queue: .object(self)), .all))
  }
}

extension OperationReference where Self == OperationSelection {
  /// All operations that match; there must be at least one.
  ///
  /// - Parameters:
  ///   - pattern: The name; `*` in it stands for any characters, also for none.
  ///   - className: The class without its module, as the trace shows it; nil for any.
  ///   - queue: The queue that they were added to, or its name; nil for any.
  /// - Returns: Those that fit all that is given.
  public static func all(
    named pattern: String = "*",
    ofClass className: String? = nil,
    in queue: (any QueueReference)? = nil
  ) -> OperationSelection {
    let queue = queue?.queueSelection
    return OperationSelection(
      .matching(OperationPattern(name: pattern, className: className, queue: queue), .all)
    )
  }

  /// All operations of exactly this class, not of its subclasses; there must be at least one.
  public static func all(
    _ type: Operation.Type,
    named pattern: String = "*",
    in queue: (any QueueReference)? = nil
  ) -> OperationSelection {
    all(named: pattern, ofClass: OperationPattern.className(of: type), in: queue)
  }

  /// The one operation that matches: exactly one must.
  ///
  /// - Parameters:
  ///   - pattern: The name; `*` in it stands for any characters, also for none.
  ///   - className: The class without its module, as the trace shows it; nil for any.
  ///   - queue: The queue that it was added to, or its name; nil for any.
  /// - Returns: The one that fits all that is given.
  public static func one(
    named pattern: String = "*",
    ofClass className: String? = nil,
    in queue: (any QueueReference)? = nil
  ) -> OperationSelection {
    let queue = queue?.queueSelection
    return OperationSelection(
      .matching(OperationPattern(name: pattern, className: className, queue: queue), .one)
    )
  }

  /// The one operation of exactly this class, not of a subclass: exactly one must match.
  public static func one(
    _ type: Operation.Type,
    named pattern: String = "*",
    in queue: (any QueueReference)? = nil
  ) -> OperationSelection {
    one(named: pattern, ofClass: OperationPattern.className(of: type), in: queue)
  }
}
