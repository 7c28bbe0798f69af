import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// What `diagnose --json` prints; docs/json.md says what each field means, docs/diagnosis.schema.json what it may hold.
struct DiagnosisDocument: JSONDocument, Hashable {
  var schemaVersion = 1
  var kind = "diagnosis"
  var trace: TraceReference
  var settings: SettingsEntry
  var selection: SelectionEntry?
  var hasErrors: Bool
  var findings: [FindingEntry]
  var stalled: [StalledEntry]
  var spreads: [SpreadEntry]

  /// By what the rules went.
  struct SettingsEntry: Codable, Hashable {
    var file: String?
    var allowed: [String]
    var nanoseconds: [String: UInt64]
    var counts: [String: Int]
  }

  /// To what the diagnosis was narrowed.
  struct SelectionEntry: Codable, Hashable {
    var options: String
    var operationCount: Int
    var otherFindingCount: Int
  }

  /// An operation that can't get on.
  struct StalledEntry: Codable, Hashable {
    var operation: OperationReference
    var finding: Int
  }

  init(
    _ whole: Diagnosis,
    of trace: Trace,
    settings: DiagnosisSettings = DiagnosisSettings(),
    view: NarrowedView? = nil
  ) {
    let diagnosis = view?.narrow(whole, of: trace).0 ?? whole
    selection = view.map { view in
      SelectionEntry(
        options: view.words,
        operationCount: view.selected.positions.count,
        otherFindingCount: whole.findings.count - diagnosis.findings.count
      )
    }
    self.trace = TraceReference(trace)
    self.settings = SettingsEntry(settings)
    hasErrors = diagnosis.hasErrors
    findings = diagnosis.findings.map { FindingEntry($0, in: trace) }
    stalled = diagnosis.stalled.sorted { $0.key < $1.key }.map { entry in
      StalledEntry(operation: OperationReference(entry.key, in: trace), finding: entry.value)
    }
    spreads = diagnosis.spreads.map { SpreadEntry($0, in: trace) }
  }
}

extension DiagnosisDocument.SettingsEntry {
  fileprivate init(_ settings: DiagnosisSettings) {
    let thresholds = settings.thresholds
    file = settings.file
    allowed = settings.allowed.sorted()
    nanoseconds = Dictionary(
      uniqueKeysWithValues: DiagnosisThresholds.Name.allCases.map {
        ($0.rawValue, thresholds.nanoseconds($0))
      }
    )
    counts = Dictionary(
      uniqueKeysWithValues: DiagnosisThresholds.Count.allCases.map { ($0.rawValue, thresholds[$0]) }
    )
  }
}

/// How far a cancellation or a failure went.
struct SpreadEntry: Codable, Hashable {
  var kind: String
  var atNanoseconds: UInt64
  var thread: ThreadReference
  var actor: OperationReference?
  var queue: QueueReference?
  var operations: [OperationReference]
  var skipped: [OperationReference]
  var interrupted: [OperationReference]
  var ranAnyway: [OperationReference]

  init(_ spread: Spread, in trace: Trace) {
    let reference = { (id: OperationID) in OperationReference(id, in: trace) }
    kind = spread.kind.rawValue
    atNanoseconds = spread.instant.nanoseconds
    thread = ThreadReference(spread.thread, in: trace)
    actor = spread.actor.map(reference)
    queue = spread.queue.map { QueueReference($0, in: trace) }
    operations = spread.operations.map(reference)
    skipped = spread.skipped.map(reference)
    interrupted = spread.interrupted.map(reference)
    ranAnyway = spread.ranAnyway.map(reference)
  }
}
