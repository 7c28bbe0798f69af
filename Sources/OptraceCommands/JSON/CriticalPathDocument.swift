import TraceAnalysis
import TraceEvents
import TraceModel

/// What `critical-path --json` prints; docs/json.md says what each field means.
struct CriticalPathDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "criticalPath"
  var trace: TraceReference
  var beforeNanoseconds: UInt64
  var pathNanoseconds: UInt64
  var afterNanoseconds: UInt64
  var nanoseconds: [String: UInt64]
  var releases: [String: Int]
  var steps: [StepEntry]

  /// A stretch of the path in one operation, or in the program.
  struct StepEntry: Codable, Hashable {
    var operation: OperationReference?
    var queue: QueueReference?
    var atNanoseconds: UInt64
    var parts: [PartEntry]
    var release: ReleaseEntry?
    var potentialNanoseconds: UInt64?
  }

  /// A stretch of time in which one thing was done or waited for.
  struct PartEntry: Codable, Hashable {
    var state: String
    var atNanoseconds: UInt64
    var nanoseconds: UInt64
    var reason: String?
    var suspender: OperationReference?
  }

  /// Who let it begin.
  struct ReleaseEntry: Codable, Hashable {
    var kind: String
    var operation: OperationReference
  }

  init(_ account: PathAccount, slack: SlackTable) {
    trace = TraceReference(account.trace)
    beforeNanoseconds = account.nanosecondsBefore
    pathNanoseconds = account.nanoseconds
    afterNanoseconds = account.nanosecondsAfter
    let sums = account.sums
    nanoseconds = Dictionary(
      uniqueKeysWithValues: PathAccount.State.allCases.map { ($0.rawValue, sums[$0] ?? 0) }
    )
    let counts = account.releases
    releases = Dictionary(
      uniqueKeysWithValues: PathAccount.Release.Kind.allCases.map { ($0.rawValue, counts[$0] ?? 0) }
    )
    steps = account.steps.map { StepEntry($0, in: account, slack: slack) }
  }
}

extension CriticalPathDocument.StepEntry {
  fileprivate init(_ step: PathAccount.Step, in account: PathAccount, slack: SlackTable) {
    let trace = account.trace
    let parts = account.parts[step.parts]
    self.init(
      operation: step.operation.map { OperationReference($0, in: trace) },
      queue: step.operation.flatMap { trace[$0]?.queue }.map { QueueReference($0, in: trace) },
      atNanoseconds: parts.first?.start.nanoseconds ?? 0,
      parts: parts.map { part in
        CriticalPathDocument.PartEntry(
          state: part.state.rawValue,
          atNanoseconds: part.start.nanoseconds,
          nanoseconds: part.nanoseconds,
          reason: step.operation.flatMap { account.readiness(of: $0, in: part) }?.rawValue,
          suspender: step.operation.flatMap { account.suspender(of: $0, in: part) }
            .map { OperationReference($0, in: trace) }
        )
      },
      release: step.release.map { release in
        CriticalPathDocument.ReleaseEntry(
          kind: release.kind.rawValue,
          operation: OperationReference(release.source, in: trace)
        )
      },
      potentialNanoseconds: step.operation.map { slack.potential(of: $0) }
    )
  }
}
