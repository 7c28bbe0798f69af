package import TraceEvents
package import TraceModel

extension TraceScript {
  /// What the recording means; without an end, it ends with the last event.
  package func trace(endMs: Double? = nil) -> Trace {
    Trace(log(endMs: endMs))
  }
}

extension Trace {
  /// The operation with this identity as plain values to compare: state, from and to in milliseconds.
  package func spans(of id: OperationID) -> [Span] {
    (self[id]?.intervals ?? []).map { interval in
      Span(
        interval.state,
        Double(interval.start.nanoseconds) / 1e6,
        Double(interval.end.nanoseconds) / 1e6
      )
    }
  }
}

/// A state interval in milliseconds.
package struct Span: Hashable, CustomStringConvertible {
  package var state: OperationState
  package var start: Double
  package var end: Double

  /// Makes a span in milliseconds.
  package init(_ state: OperationState, _ start: Double, _ end: Double) {
    self.state = state
    self.start = start
    self.end = end
  }

  package var description: String {
    "\(state) \(start)...\(end)"
  }
}
