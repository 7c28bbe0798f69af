import TraceAnalysis
import TraceEvents
import TraceModel

/// What to say when a reference stands for nothing, or for too much.
extension Judgement {
  func missing(
    _ sentence: String,
    near word: String,
    amongClasses: Bool = false
  ) -> ExpectationFailure {
    var details: [String] = []
    if amongClasses {
      details.append(Self.choices(word, among: trace.operations.map(\.className), of: "class"))
    } else if trace.header.omitsNames {
      details.append("Names were kept out of this recording.")
    } else {
      let near = Suggestion.near(word, among: trace.operations.compactMap(\.name), atMost: 5)
      details.append(near.isEmpty ? contents : "Near: \(Self.joined(near)).")
    }
    return ExpectationFailure(sentence: "\(sentence) in the trace.", details: details)
  }

  func ambiguous(
    _ sentence: String,
    _ matches: [Int],
    advice: String
  ) -> ExpectationFailure {
    ExpectationFailure(
      sentence: "\(sentence), where one is meant: \(list(matches, atMost: 8)).",
      details: ["\(advice); one of them can be told by the Operation itself."],
      operations: matches
    )
  }

  /// What is in the trace, for someone who looks for something that is not.
  var contents: String {
    guard !trace.operations.isEmpty else { return "The trace has no operations." }
    let all = Array(trace.operations.indices)
    let has = CountText.of(all.count, "operation")
    return "The trace has \(has): \(list(all, atMost: 8))."
  }

  static func choices(_ word: String, among known: [String], of kind: String) -> String {
    let near = Suggestion.near(word, among: known, atMost: 5)
    if !near.isEmpty { return "Near: \(joined(near))." }
    var seen: Set<String> = []
    let distinct = known.filter { seen.insert($0).inserted }
    let plural = kind == "class" ? "classes" : "\(kind)s"
    return distinct.isEmpty
      ? "The trace has no \(plural)." : "The \(plural) are \(joined(distinct))."
  }

  private static func joined(_ names: [String]) -> String {
    CountText.list(names.map(quoted), atMost: 8)
  }
}
