import TraceAnalysis
import TraceEvents
import TraceModel
import TraceRendering

/// Writes out why an expectation does not hold: the sentence, the facts, and the timeline of the operations concerned.
struct FailureText {
  private let judgement: Judgement
  private let failure: ExpectationFailure

  /// How wide the lines are: the frameworks put them behind a margin, in logs that are often narrow.
  static let style = TextStyle(width: 96)

  /// The most operations that have a row in the timeline.
  static let mostRows = 20

  /// The most facts that are told.
  static let mostDetails = 12

  init(_ failure: ExpectationFailure, _ judgement: Judgement) {
    self.failure = failure
    self.judgement = judgement
  }

  /// The text, without a newline at its end.
  var text: String {
    ([failure.sentence] + facts + sections).joined(separator: "\n")
  }

  /// The facts, and what is known to be missing.
  private var facts: [String] {
    var lines = Array(failure.details.prefix(Self.mostDetails))
    let more = failure.details.count - lines.count
    if more > 0 { lines.append("and \(CountText.grouped(more)) more") }
    let problems = judgement.trace.problems
    if let problem = problems.first {
      let others = problems.count > 1 ? "; \(CountText.of(problems.count - 1, "more problem"))" : ""
      lines.append("The trace is incomplete: \(VisibleText.line(problem.message))\(others)")
    }
    let width = Self.style.width - 4
    return lines.flatMap { line in
      let wrapped = TextWrap.lines(line, width: width)
      return wrapped.prefix(1).map { "  " + $0 } + wrapped.dropFirst().map { "    " + $0 }
    }
  }

  /// Reports of several lines, each after an empty line.
  private var sections: [String] {
    [failure.report, timeline].filter { !$0.isEmpty }.flatMap { text -> [String] in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return [""] + (lines.last == "" ? lines.dropLast() : lines)
    }
  }

  private var timeline: String {
    var seen: Set<Int> = []
    let operations = failure.operations.filter { seen.insert($0).inserted }
    guard !operations.isEmpty else { return "" }
    let shown = operations.prefix(Self.mostRows).map { judgement.operation($0).id }
    let text = judgement.trace.timelineExcerpt(
      of: shown,
      Self.style,
      diagnosis: failure.diagnosis
    )
    let more = operations.count - shown.count
    return more > 0 ? text + "and \(CountText.of(more, "more operation"))\n" : text
  }
}
