import TraceEvents
import TraceModel

extension SampleRun {
  /// What became of each operation, by name.
  var outcomes: [String: TracedOperation.Outcome] {
    Dictionary(
      trace.operations.map { ($0.displayName, $0.outcome) },
      // Two of one name can't be told apart: let the comparison fail.
      uniquingKeysWith: { _, _ in .failed }
    )
  }

  /// The class of each operation, by name.
  var classes: [String: String] {
    Dictionary(
      trace.operations.map { ($0.displayName, $0.className) },
      uniquingKeysWith: { "\($0) and \($1)" }
    )
  }

  /// The edges of each kind that there is, as "source -> target".
  var edges: [TraceEdge.Kind: Set<String>] {
    Dictionary(grouping: trace.edges, by: \.kind).mapValues { edges in
      Set(edges.map { "\(name(of: $0.source)) -> \(name(of: $0.target))" })
    }
  }

  /// The queues by name.
  var queues: [String: QueueFacts] {
    Dictionary(
      trace.queues.map { queue in
        (
          queue.displayName,
          QueueFacts(
            limit: queue.limit,
            operations: queue.operations.map(name(of:)),
            suspensions: queue.suspensions.count,
            isSuspended: queue.isSuspendedAtEnd
          )
        )
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The operations that were started, in that order.
  var startOrder: [String] {
    trace.log.events.filter { $0.kind == .started }.compactMap(\.operation).map(name(of:))
  }

  /// What the program's own wait on the main thread, which has not returned, is for.
  ///
  /// The first one: Foundation waits for a queue by a wait for each of its operations.
  var mainThreadWaitsFor: String? {
    let main = trace.threads.first(where: \.isMain)?.id
    let wait = trace.waits.first { $0.thread == main && $0.end == nil }
    return wait?.operation.map(name(of:)) ?? wait?.queue.flatMap { trace[$0]?.displayName }
  }

  /// The operation of this name; nil if there is none.
  func operation(_ name: String) -> TracedOperation? {
    trace.operations.first { $0.displayName == name }
  }

  /// The name of an operation.
  func name(of id: OperationID) -> String {
    trace[id]?.displayName ?? "operation \(id.rawValue)"
  }
}

/// What does not depend on time in a queue.
struct QueueFacts: Equatable {
  /// The limit at the end; nil for the default.
  var limit: Int?
  /// Its operations in the order of enqueue.
  var operations: [String]
  /// How often it was suspended.
  var suspensions = 0
  /// Whether it still was at the end.
  var isSuspended = false
}
