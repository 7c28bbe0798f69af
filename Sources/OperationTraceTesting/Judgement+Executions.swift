import TraceEvents

extension Judgement {
  /// The time in which an operation did its work.
  struct Execution {
    /// The operation.
    var position: Int
    /// Its start.
    var start: TraceInstant
    /// Its finish, or the trace's end.
    var end: TraceInstant
  }

  /// The executions of some operations by their starts; those that never did their work have none.
  func executions(of positions: [Int]) -> [Execution] {
    Set(positions).compactMap { position -> Execution? in
      let operation = operation(position)
      guard let start = operation.began else { return nil }
      let end = operation.milestones.finished ?? trace.end
      return Execution(position: position, start: start, end: max(start, end))
    }
    .sorted { ($0.start, $0.position) < ($1.start, $1.position) }
  }
}
