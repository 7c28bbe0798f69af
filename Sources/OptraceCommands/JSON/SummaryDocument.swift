import TraceAnalysis
import TraceEvents
import TraceModel

/// What `summary --json` prints; docs/json.md says what each field means.
struct SummaryDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "summary"
  var trace: TraceReference
  var outcomes: [String: Int]
  var nanoseconds: [String: UInt64]
  var criticalPath: PathEntry?
  var queues: [QueueEntry]
  var slowest: [OperationEntry]
  var diagnosis: DiagnosisCounts

  /// The chain that ends with the last finish.
  struct PathEntry: Codable, Hashable {
    var nanoseconds: UInt64
    var operations: [OperationReference]
  }

  /// The use of a queue.
  struct QueueEntry: Codable, Hashable {
    var id: UInt32
    var name: String
    var isMain: Bool
    var operationCount: Int
    var limit: Int?
    var peakConcurrency: Int
    var meanConcurrency: Double
    var busyShare: Double
    var mostQueued: Int
    var suspensionCount: Int
    var suspendedNanoseconds: UInt64
    var isSuspendedAtEnd: Bool
  }

  /// An operation with its times.
  struct OperationEntry: Codable, Hashable {
    var operation: OperationReference
    var outcome: String
    var nanoseconds: [String: UInt64]
  }

  /// How much the rules found.
  struct DiagnosisCounts: Codable, Hashable {
    var errors: Int
    var warnings: Int
    var allowed: Int
    var stalled: Int
  }

  /// How many operations are listed as the slowest.
  private static let slowestCount = 10

  init(_ trace: Trace, diagnosis: Diagnosis, criticalPath: CriticalPath?) {
    self.trace = TraceReference(trace)
    outcomes = Dictionary(
      TracedOperation.Outcome.allCases.map { ($0.rawValue, 0) },
      uniquingKeysWith: +
    )
    var sums = TimeAccounting()
    for operation in trace.operations {
      outcomes[operation.outcome.rawValue, default: 0] += 1
      sums.add(operation.accounting)
    }
    nanoseconds = sums.byName
    self.criticalPath = criticalPath.map { path in
      PathEntry(
        nanoseconds: path.nanoseconds,
        operations: path.operations.map { OperationReference($0, in: trace) }
      )
    }
    queues = trace.queues.map { QueueEntry($0, in: trace) }
    slowest = trace.operations.filter { $0.accounting.executing > 0 }
      .sorted { ($1.accounting.executing, $0.id) < ($0.accounting.executing, $1.id) }
      .prefix(Self.slowestCount)
      .map { operation in
        OperationEntry(
          operation: OperationReference(operation.id, in: trace),
          outcome: operation.outcome.rawValue,
          nanoseconds: operation.accounting.byName
        )
      }
    self.diagnosis = DiagnosisCounts(
      errors: diagnosis.findings.count(where: \.isError),
      warnings: diagnosis.findings.count(where: \.isWarning),
      allowed: diagnosis.allowed.count,
      stalled: diagnosis.stalled.count
    )
  }
}

extension SummaryDocument.QueueEntry {
  fileprivate init(_ queue: TracedQueue, in trace: Trace) {
    let suspended = queue.suspensions.reduce(into: UInt64(0)) { sum, span in
      sum = sum.addingClamped((span.end ?? trace.end).nanoseconds(since: span.start))
    }
    self.init(
      id: queue.id.rawValue,
      name: queue.displayName,
      isMain: queue.isMain,
      operationCount: queue.operations.count,
      limit: queue.limit,
      peakConcurrency: queue.peakConcurrency,
      meanConcurrency: queue.meanConcurrency,
      busyShare: queue.busyShare,
      mostQueued: queue.depth.reduce(0) { max($0, $1.queued) },
      suspensionCount: queue.suspensions.count,
      suspendedNanoseconds: suspended,
      isSuspendedAtEnd: queue.isSuspendedAtEnd
    )
  }
}

extension TimeAccounting {
  /// Adds another accounting; a sum over many operations may outgrow what one trace can hold, and stops there.
  fileprivate mutating func add(_ other: TimeAccounting) {
    for state in OperationState.allCases { self[state] = self[state].addingClamped(other[state]) }
  }

  /// The times by the names of the states.
  fileprivate var byName: [String: UInt64] {
    Dictionary(uniqueKeysWithValues: OperationState.allCases.map { ($0.rawValue, self[$0]) })
  }
}
