import TraceAnalysis
import TraceModel

extension Judgement {
  /// Says what keeps a piece of code from ending that was traced and given up.
  func hang(after timeLimit: Duration) -> ExpectationFailure {
    let limit = DurationText.short(timeLimit.nanoseconds)
    let sentence = "The traced code has not ended after \(limit)."
    let diagnosis = trace.diagnosis(thresholds: Self.thresholds(for: timeLimit))
    let errors = diagnosis.findings.filter { $0.severity == .error }
    if !errors.isEmpty {
      var failure = failure(for: errors, of: diagnosis)
      failure.sentence = sentence
      return failure
    }
    let unfinished = trace.operations.indices.filter { operation($0).outcome == .unfinished }
    let detail =
      switch (unfinished.count, trace.operations.count) {
      case (0, 0): "No operation was traced: it waits for something else."
      case (0, 1): "The one traced operation finished: it waits for something else."
      case (0, let all): "All \(all) traced operations finished: it waits for something else."
      default: "Nothing is known to be stuck; unfinished: \(list(unfinished, atMost: 8))."
      }
    return ExpectationFailure(sentence: sentence, details: [detail], operations: unfinished)
  }

  /// When the code was given less time than the rules are used to wait, they must be content with that.
  private static func thresholds(for timeLimit: Duration) -> DiagnosisThresholds {
    var thresholds = DiagnosisThresholds()
    for name in DiagnosisThresholds.Name.allCases {
      thresholds[name] = min(thresholds[name], timeLimit / 2)
    }
    return thresholds
  }
}
