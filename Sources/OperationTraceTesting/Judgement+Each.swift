import TraceAnalysis
import TraceModel

extension Judgement {
  /// A failure that concerns one operation.
  func failure(_ sentence: String, _ position: Int) -> ExpectationFailure {
    ExpectationFailure(sentence: sentence, details: [life(of: position)], operations: [position])
  }

  /// Makes sure that something holds of each of some operations; `otherwise` says what is wrong with one of which it
  /// doesn't.
  func checkEach(
    of positions: [Int],
    _ otherwise: String,
    _ holds: (TracedOperation) -> Bool
  ) throws(ExpectationFailure) {
    let wrong = positions.filter { !holds(operation($0)) }
    guard let first = wrong.first else { return }
    var failure = failure("\(name(first)) \(otherwise).", first)
    if wrong.count > 1 {
      failure.details.append("It is so of \(CountText.grouped(wrong.count)): \(list(wrong)).")
    }
    failure.operations = wrong
    throw failure
  }
}
