import TraceAnalysis
import TraceEvents
import TraceModel

extension TextReport {
  /// Says what is missing in a trace or was not sound: the first few problems, and how many there are besides.
  mutating func addProblems(of annotated: AnnotatedTrace) {
    let problems = annotated.trace.problems
    for problem in problems.prefix(3) {
      let place = problem.offset.map { " (at byte \(CountText.grouped($0)))" } ?? ""
      let text = annotated.cut(problem.message, to: 300) + place
      add(text, .yellow, label: "incomplete: ", indent: 12)
    }
    if problems.count > 3 {
      let count = CountText.of(problems.count - 3, "more problem")
      add(count, .yellow, label: "incomplete: ", indent: 12)
    }
  }
}
