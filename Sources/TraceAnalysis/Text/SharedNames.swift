import TraceEvents
package import TraceModel

/// Which operations of a trace are shown by a name that others have, too.
package struct SharedNames: Sendable {
  private let trace: Trace
  /// The names that the program gave: those that are made of class and number differ from each other.
  private var given = NameHashes()

  /// Counts the names of a trace.
  package init(_ trace: Trace) {
    self.trace = trace
    for position in trace.operations.indices {
      if let name = trace.operations[position].name, !name.isEmpty { given.insert(name) }
    }
  }

  /// Whether the program gave any name twice.
  var hasRepeated: Bool {
    given.hasRepeated
  }

  /// Whether another operation has the same `displayName`.
  package func contains(_ operation: TracedOperation) -> Bool {
    let frequency = given.frequency(of: operation.displayName)
    guard operation.hasGivenName else { return frequency > .never }
    return frequency == .repeated || isMade(operation.displayName)
  }

  /// Whether a name that the program gave is the one that an operation without a name is shown by.
  private func isMade(_ name: String) -> Bool {
    guard let space = name.lastIndex(of: " "),
      let number = UInt32(name[name.index(after: space)...]),
      let other = trace[OperationID(rawValue: number)]
    else { return false }
    return !other.hasGivenName && other.displayName == name
  }
}

extension TracedOperation {
  /// Whether its program gave it a name.
  package var hasGivenName: Bool {
    name.map { !$0.isEmpty } ?? false
  }
}
