import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

extension TraceScript {
  /// What the rules say about the script.
  func diagnosis(
    endMs: Double? = nil,
    thresholds: DiagnosisThresholds = DiagnosisThresholds()
  ) -> Diagnosis {
    trace(endMs: endMs).diagnosis(thresholds: thresholds)
  }

  /// Lets an asynchronous operation be enqueued, start, and return from `start()` right away.
  func detach(_ operation: OperationID, on queue: QueueID, atMs start: Double) {
    run(operation, on: queue, enqueued: start, started: start)
    at(ms: start).returnFromStart(operation)
  }

  /// Lets a queue with others' operations be at work from now on, one operation every 50 ms, up to the end.
  func keepBusy(fromMs start: Double, toMs end: Double) {
    let queue = queue("busy")
    for moment in stride(from: start, to: end, by: 50) {
      let tick = operation("tick", class: "Tick")
      run(tick, on: queue, enqueued: moment, started: moment + 1, finished: moment + 40)
    }
  }
}

extension Diagnosis {
  /// The names of the rules that found something, in the order of the findings.
  var rules: [String] {
    findings.map(\.rule)
  }

  /// The only finding; nil when there are none or several.
  var only: Finding? {
    findings.count == 1 ? findings.first : nil
  }
}
