package import TraceModel

/// What part an operation plays in its program, the same in every run: its queue and name but for their numbers, and its class.
///
/// Numbers of operations and queues differ from run to run, and names often end in them: `thumbnail 17` of one run is as
/// `thumbnail 18` of another, and both are `thumbnail #`. Texts are data from strangers: escape them for wherever they go.
package struct OperationPart: Hashable, Sendable {
  /// The pattern of the queue's name; "main queue" for the main queue, nil for none and for a queue without a name.
  package var queue: String?

  /// The class without its module; "barrier" for what Foundation makes for a barrier block.
  package var className: String

  /// The pattern of the name; nil for an operation without one.
  package var name: String?

  /// Makes a part.
  package init(queue: String?, className: String, name: String?) {
    self.queue = queue
    self.className = className
    self.name = name
  }

  /// The part that an operation of a trace plays.
  package init(of operation: TracedOperation, in trace: Trace) {
    self.init(of: operation, queue: operation.queue.flatMap { trace[$0] }?.lastingName)
  }

  /// The part of an operation whose queue has a name that lasts from run to run.
  init(of operation: TracedOperation, queue: String?) {
    let name = operation.name ?? ""
    self.init(
      queue: queue,
      className: operation.isBarrier ? "barrier" : operation.className,
      name: name.isEmpty ? nil : NamePattern(name).text
    )
  }
}

extension OperationPart: Comparable {
  /// Orders by name or class, then by queue.
  package static func < (a: OperationPart, b: OperationPart) -> Bool {
    (a.name ?? a.className, a.className, a.queue ?? "")
      < (b.name ?? b.className, b.className, b.queue ?? "")
  }
}

extension TracedQueue {
  /// The pattern of its name; nil where it has none, as its number is another one in each run.
  var lastingName: String? {
    let name = displayName
    return isMain || name == self.name ? NamePattern(name).text : nil
  }
}
