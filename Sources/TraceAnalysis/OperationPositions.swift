import TraceModel

extension [TracedOperation] {
  /// Calls `body` with each operation and its position.
  ///
  /// A loop over a million operations takes most of its time to copy them, with the texts and lists that they refer to; here they
  /// are looked at where they are.
  func forEachPosition(_ body: (_ position: Int, _ operation: TracedOperation) -> Void) {
    withUnsafeBufferPointer { operations in
      for position in operations.indices { body(position, operations[position]) }
    }
  }

  /// What `body` makes of each operation and its position, where it makes something; without copies as `forEachPosition`.
  func compactMapPositions<Result>(
    _ body: (_ position: Int, _ operation: TracedOperation) -> Result?
  ) -> [Result] {
    var results: [Result] = []
    forEachPosition { position, operation in
      if let result = body(position, operation) { results.append(result) }
    }
    return results
  }
}
