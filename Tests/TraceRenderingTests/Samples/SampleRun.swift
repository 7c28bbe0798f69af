import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport
import Testing

/// A run that shows something, with what an analysis would say about it.
///
/// The diagnosis is written by hand: these tests are about how it is shown, not about how it is found.
struct SampleRun: Sendable, CustomTestStringConvertible {
  /// The name of its golden files.
  var name: String
  var trace: Trace
  var diagnosis: Diagnosis

  var criticalPath: CriticalPath? { trace.criticalPath }

  var testDescription: String { name }

  /// All of them.
  static let all = [
    photoImport, barrier, suspended, cycle, selfWait, crossQueue, cancellation, hostile,
  ]
}
