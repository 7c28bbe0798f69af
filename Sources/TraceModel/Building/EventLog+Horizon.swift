import TraceEvents

extension EventLog {
  /// The same log without what is said of operations that were over at its horizon, of which nothing else is known.
  ///
  /// A dependency on one of them is fulfilled, and who was started by one of them was started by nobody known.
  func withoutWhatWasOver() -> EventLog {
    guard let horizon else { return self }
    var known: Set<OperationID> = []
    for event in events where event.kind == .operationSeen || event.kind == .enqueued {
      if let operation = event.operation { known.insert(operation) }
    }
    func isOver(_ operation: OperationID?) -> Bool {
      guard let operation else { return false }
      return operation <= horizon.lastOperation && !known.contains(operation)
    }
    var log = self
    log.events = events.compactMap { event in
      if isOver(event.operation) { return nil }
      switch event.kind {
      case .dependencyAdded, .dependencyRemoved, .dependencyCallReturned:
        if isOver(OperationID(rawValue: UInt32(truncatingIfNeeded: event.argument))) { return nil }
      default: break
      }
      guard isOver(event.actor) else { return event }
      var event = event
      event.actor = nil
      return event
    }
    return log
  }
}
