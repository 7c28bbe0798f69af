package import TraceAnalysis
import TraceModel

/// The operations that a view was narrowed to, and how that was asked for.
package struct NarrowedView: Sendable {
  /// The operations.
  package let selected: SelectedOperations

  /// How it was asked for, such as "--focus thumbnail"; safe to show.
  package let words: String

  /// Makes a view.
  package init(_ selected: SelectedOperations, words: String) {
    self.selected = selected
    self.words = words
  }

  /// What is shown of how much, such as "12 of 1,002 operations: --focus thumbnail".
  func line(of count: Int) -> String {
    let shown = CountText.grouped(selected.positions.count)
    return "\(shown) of \(CountText.of(count, "operation")): \(words)"
  }
}

extension TextReport {
  /// Says what is shown of how much; nothing where everything is.
  mutating func add(_ view: NarrowedView?, of annotated: AnnotatedTrace) {
    guard let view else { return }
    let line = annotated.cut(view.line(of: annotated.trace.operations.count), to: 600)
    add(line, .yellow)
  }
}
