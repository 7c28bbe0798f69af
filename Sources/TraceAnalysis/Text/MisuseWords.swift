import TraceEvents
import TraceModel

/// Parts of sentences and proofs that several rules about misuse say alike.
struct MisuseWords {
  private let context: DiagnosisContext

  init(_ context: DiagnosisContext) {
    self.context = context
  }

  /// A moment, such as "2.00 ms into the recording".
  func moment(_ instant: TraceInstant) -> String {
    "\(DurationText.short(instant.nanoseconds)) into the recording"
  }

  /// What happened one after the other, such as "was started 2.00 ms into the recording and finished 3.00 ms into it".
  func story(_ steps: [(what: String, instant: TraceInstant)]) -> String {
    let texts = steps.enumerated().map { place, step in
      place == 0
        ? "\(step.what) \(moment(step.instant))"
        : "\(step.what) \(DurationText.short(step.instant.nanoseconds)) into it"
    }
    return CountText.list(texts, atMost: texts.count)
  }

  /// On which thread something happened, to follow it, such as " on the main thread"; nothing when that is not known.
  func place(_ thread: ThreadID?) -> String {
    thread.map { " on \(context.names.thread($0))" } ?? ""
  }

  /// From one moment to a later one, such as "2.00 ms".
  func time(from start: TraceInstant, to end: TraceInstant) -> String {
    DurationText.short(end.nanoseconds(since: start))
  }

  /// Who cancelled an operation, to follow that, such as " by resize" or " by itself"; nothing when no operation did.
  func canceller(of operation: TracedOperation) -> String {
    if operation.canceller == operation.id { return " by itself" }
    let canceller = context.facts.index.position(of: operation.canceller)
    return canceller.map { " by \(context.names.operation($0))" } ?? ""
  }

  /// Whose code to change, such as "Encode" or, for blocks, "the blocks of encode and upload".
  func code(of operations: [Int]) -> String {
    let classNames = Set(operations.map { context.facts.operation($0).className }).sorted()
    if classNames == [OperationKinds.blockClass] {
      let block = operations.count == 1 ? "block" : "blocks"
      return "the \(block) of \(context.names.operations(operations))"
    }
    return CountText.list(classNames)
  }
}
