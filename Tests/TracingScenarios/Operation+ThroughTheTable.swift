import Foundation

/// Calls as a caller makes them that knows no more than `Operation`: the compiler can't go around the class's table.
extension Operation {
  @inline(never)
  func startThroughTheTable() { start() }

  @inline(never)
  func cancelThroughTheTable() { cancel() }

  @inline(never)
  func addDependencyThroughTheTable(_ operation: Operation) { addDependency(operation) }

  @inline(never)
  func removeDependencyThroughTheTable(_ operation: Operation) { removeDependency(operation) }
}

extension OperationQueue {
  @inline(never)
  func cancelAllThroughTheTable() { cancelAllOperations() }

  @inline(never)
  func suspendThroughTheTable() { isSuspended = true }
}
