package import TraceAnalysis
package import TraceEvents
package import TraceModel

/// The operations that a view was narrowed to, and how that was asked for.
package struct NarrowedView: Sendable {
  /// The operations.
  package let selected: SelectedOperations

  /// The queues that were asked for; none where the queue did not matter.
  package let queues: Set<QueueID>

  /// How it was asked for, such as "--focus thumbnail"; safe to show.
  package let words: String

  /// Makes a view.
  package init(_ selected: SelectedOperations, queues: Set<QueueID> = [], words: String) {
    self.selected = selected
    self.queues = queues
    self.words = words
  }

  /// What is shown of how much, such as "12 of 1,002 operations: --focus thumbnail".
  package func line(of count: Int) -> String {
    let shown = CountText.grouped(selected.positions.count)
    return "\(shown) of \(CountText.of(count, "operation")): \(words)"
  }
}

extension NarrowedView {
  /// The identities of the operations.
  func operations(in trace: Trace) -> Set<OperationID> {
    Set(selected.positions.map { trace.operations[$0].id })
  }

  /// What of a diagnosis concerns them, and a line that says so, and how many other findings there are.
  package func narrow(_ diagnosis: Diagnosis, of trace: Trace) -> (Diagnosis, line: String) {
    let narrowed = diagnosis.narrowed(to: selected, queues: queues, in: trace)
    var line = "only about \(self.line(of: trace.operations.count))"
    let others = diagnosis.findings.count - narrowed.findings.count
    if others > 0 { line += "; \(CountText.of(others, "other finding")) left out" }
    return (narrowed, line)
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
