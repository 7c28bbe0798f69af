import TraceAnalysis
import TraceModel

/// What `diff --json` prints; docs/json.md says what each field means.
struct DiffDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "diff"
  var before: [RunEntry]
  var after: [RunEntry]
  var fails: Bool
  var reasons: [String]
  var failAboveShare: Double
  var isNoiseMeasured: Bool
  var wallNanoseconds: ChangeEntry
  var pathNanoseconds: ChangeEntry
  var pathStateNanoseconds: [String: ChangeEntry]
  var parts: [PartEntry]
  var newFindings: [FindingChangeEntry]
  var goneFindings: [FindingChangeEntry]
  var lastingFindings: [FindingChangeEntry]

  /// A run of one side.
  struct RunEntry: Codable, Hashable {
    var file: String
    var trace: TraceReference
    var wallNanoseconds: UInt64
    var pathNanoseconds: UInt64
    var outcomes: [String: Int]
    var isPartial: Bool
  }

  /// A value before and after.
  struct ChangeEntry: Codable, Hashable {
    var before: Double
    var after: Double
    var noise: Double?
    var share: Double?
    var direction: String
  }

  /// What part operations play.
  struct PartReference: Codable, Hashable {
    var name: String?
    var className: String
    var queue: String?

    private enum CodingKeys: String, CodingKey {
      case name, queue
      case className = "class"
    }
  }

  /// What became of a part.
  struct PartEntry: Codable, Hashable {
    var part: PartReference
    var changes: [String]
    var operationCount: ChangeEntry
    var executionNanoseconds: ChangeEntry?
    var totalNanoseconds: ChangeEntry
    var queuedNanoseconds: ChangeEntry?
    var pathNanoseconds: ChangeEntry
  }

  /// A finding of one side.
  struct FindingChangeEntry: Codable, Hashable {
    var rule: String
    var severity: String
    var sentence: String
    var findingCount: Int
    var runCount: Int
    var parts: [PartReference]
    var queues: [String]
  }

  init(
    _ comparison: RunComparison,
    before: [RunReader.Run],
    after: [RunReader.Run],
    gate: ComparisonGate
  ) {
    self.before = before.map(RunEntry.init)
    self.after = after.map(RunEntry.init)
    let reasons = gate.reasons(against: comparison)
    fails = !reasons.isEmpty
    self.reasons = reasons.map(\.name)
    failAboveShare = gate.mostSlower
    isNoiseMeasured = comparison.knowsNoise
    wallNanoseconds = ChangeEntry(nanoseconds: comparison.wall)
    pathNanoseconds = ChangeEntry(nanoseconds: comparison.path)
    pathStateNanoseconds = Dictionary(
      uniqueKeysWithValues: comparison.pathStates.map {
        ($0.key.rawValue, ChangeEntry(nanoseconds: $0.value))
      }
    )
    parts = comparison.parts.map(PartEntry.init)
    newFindings = comparison.newFindings.map(FindingChangeEntry.init)
    goneFindings = comparison.goneFindings.map(FindingChangeEntry.init)
    lastingFindings = comparison.lastingFindings.map(FindingChangeEntry.init)
  }
}

extension DiffDocument.RunEntry {
  fileprivate init(_ run: RunReader.Run) {
    let profile = run.profile
    self.init(
      file: run.file,
      trace: run.trace,
      wallNanoseconds: profile.wallNanoseconds,
      pathNanoseconds: profile.pathNanoseconds,
      outcomes: Dictionary(
        uniqueKeysWithValues: TracedOperation.Outcome.allCases.map {
          ($0.rawValue, profile.outcomes[$0] ?? 0)
        }
      ),
      isPartial: profile.isPartial
    )
  }
}

extension DiffDocument.ChangeEntry {
  /// A count, which may be the mean of two whole ones.
  fileprivate init(count change: MeasuredChange) {
    self.init(
      before: change.before,
      after: change.after,
      noise: change.noise,
      share: change.share,
      direction: change.direction.rawValue
    )
  }

  /// A length of time in whole nanoseconds.
  fileprivate init(nanoseconds change: MeasuredChange) {
    self.init(count: change)
    before = before.rounded()
    after = after.rounded()
    noise = noise?.rounded(.up)
  }
}

extension DiffDocument.PartReference {
  fileprivate init(_ part: OperationPart) {
    self.init(name: part.name, className: part.className, queue: part.queue)
  }
}

extension DiffDocument.PartEntry {
  fileprivate init(_ change: PartChange) {
    self.init(
      part: DiffDocument.PartReference(change.part),
      changes: PartChange.Kind.allCases.filter { change.kinds.contains($0) }.map(\.rawValue),
      operationCount: DiffDocument.ChangeEntry(count: change.count),
      executionNanoseconds: change.executing.map(DiffDocument.ChangeEntry.init(nanoseconds:)),
      totalNanoseconds: DiffDocument.ChangeEntry(nanoseconds: change.total),
      queuedNanoseconds: change.queued.map(DiffDocument.ChangeEntry.init(nanoseconds:)),
      pathNanoseconds: DiffDocument.ChangeEntry(nanoseconds: change.path)
    )
  }
}

extension DiffDocument.FindingChangeEntry {
  fileprivate init(_ change: RunComparison.FindingChange) {
    let finding = change.finding
    self.init(
      rule: finding.rule,
      severity: finding.severity.rawValue,
      sentence: finding.sentence,
      findingCount: finding.count,
      runCount: change.runs,
      parts: finding.parts.sorted().map(DiffDocument.PartReference.init),
      queues: finding.queues.sorted()
    )
  }
}

extension ComparisonGate.Reason {
  /// Its name in a document.
  fileprivate var name: String {
    switch self {
    case .slowerRun: "slowerRun"
    case .slowerParts: "slowerParts"
    case .newErrors: "newErrors"
    case .newWarnings: "newWarnings"
    case .noOperations: "noOperations"
    }
  }
}
