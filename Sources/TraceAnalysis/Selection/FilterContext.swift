package import TraceEvents
public import TraceModel

/// What filters ask about the operations of a trace.
///
/// What takes time to find out is found out when it is first asked for.
public final class FilterContext {
  /// The trace.
  public let trace: Trace

  private let diagnosis: Diagnosis?
  private let criticalPath: CriticalPath?
  private lazy var critical = Set(criticalPath?.operations ?? [])
  private lazy var slack = SlackTable(of: trace, criticalPath: nil)
  private lazy var potential = SlackTable(of: trace, criticalPath: criticalPath)
  private lazy var culprits = diagnosis?.culprits(in: trace) ?? []

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - diagnosis: What is known to be wrong: without it nothing is stalled.
  ///   - criticalPath: The critical path: without it nothing is critical, and there are no potentials.
  public init(_ trace: Trace, diagnosis: Diagnosis?, criticalPath: CriticalPath?) {
    self.trace = trace
    self.diagnosis = diagnosis
    self.criticalPath = criticalPath
  }
}

extension FilterContext {
  /// Whether an operation is of a kind.
  public func has(_ operation: TracedOperation, _ trait: OperationTrait) -> Bool {
    switch trait {
    case .stalled:
      diagnosis?.stalled[operation.id] != nil || culprits.contains(operation.id)
    case .critical: critical.contains(operation.id)
    case .cancelled: operation.milestones.cancelled != nil
    case .failed: operation.outcome == .failed
    case .succeeded: operation.outcome == .succeeded
    case .unfinished: operation.outcome == .unfinished
    case .executing: operation.isExecuting
    case .barrier: operation.isBarrier
    case .asynchronous: operation.classTraits.contains(.overridesStart)
    }
  }

  /// A length of time of an operation, in nanoseconds; nil where it has none.
  public func measure(_ measure: OperationMeasure, of operation: TracedOperation) -> UInt64? {
    switch measure {
    case .execution: operation.accounting.executing
    case .wait: operation.accounting.waiting
    case .elapsed: operation.accounting.total
    case .slack: slack.slack(of: operation.id)
    case .potential: potential.potential(of: operation.id)
    }
  }

  /// Whether a filter holds for an operation.
  public func holds(_ filter: OperationFilter, for operation: TracedOperation) -> Bool {
    holds(filter.root, for: operation)
  }

  private func holds(_ expression: FilterExpression, for operation: TracedOperation) -> Bool {
    switch expression {
    case .all(let parts): parts.allSatisfy { holds($0, for: operation) }
    case .any(let parts): parts.contains { holds($0, for: operation) }
    case .not(let part): !holds(part, for: operation)
    case .number(let id): operation.id == id
    case .text(let field, let pattern): contains(pattern, in: field, of: operation)
    case .trait(let trait): has(operation, trait)
    case .measure(let measure, let comparison, let nanoseconds):
      self.measure(measure, of: operation).map { comparison.holds($0, nanoseconds) } ?? false
    }
  }

  private func contains(
    _ pattern: TextPattern,
    in field: FilterField,
    of operation: TracedOperation
  ) -> Bool {
    switch field {
    case .any: pattern.matches(operation.displayName) || pattern.matches(operation.className)
    case .name: pattern.matches(operation.displayName)
    case .class: pattern.matches(operation.className)
    case .queue:
      operation.queue.flatMap { trace[$0] }.map { pattern.matches($0.displayName) } ?? false
    case .thread:
      operation.startThread.flatMap { trace[$0] }.map { pattern.matches($0.displayName) } ?? false
    case .note:
      operation.notes.contains { pattern.matches($0.text) }
        || operation.failure.map(pattern.matches) ?? false
    }
  }
}

extension Trace {
  /// The queues of this name; if there are none, those whose names contain it, or are like the pattern that it is.
  package func queues(called name: String) -> Set<QueueID> {
    let exact = queues.filter { $0.displayName == name }
    if !exact.isEmpty { return Set(exact.map(\.id)) }
    let pattern = TextPattern(name)
    return Set(queues.filter { pattern.matches($0.displayName) }.map(\.id))
  }
}
