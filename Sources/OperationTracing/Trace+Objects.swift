public import Foundation
import OperationObservation
import TraceEvents
public import TraceModel

extension Trace {
  /// What this trace says about an operation that the program still holds.
  ///
  /// Nil for one that was not traced, and in a trace that another process recorded. On Apple platforms, where objects can't
  /// be told after they have finished, it is the only operation of that name.
  public subscript(operation: Operation) -> TracedOperation? {
    guard ObjectIdentity.isKnown else {
      return operation.name.flatMap { name in only(operations.filter { $0.name == name }) }
    }
    guard wasRecordedHere else { return nil }
    return ObjectIdentity.number(of: operation).flatMap { self[OperationID(rawValue: $0)] }
  }

  /// What this trace says about a queue that the program still holds.
  ///
  /// Nil for one that was not traced, and in a trace that another process recorded. On Apple platforms it is the only queue
  /// of that name.
  public subscript(queue: OperationQueue) -> TracedQueue? {
    guard ObjectIdentity.isKnown else {
      return queue.name.flatMap { name in only(queues.filter { $0.name == name }) }
    }
    guard wasRecordedHere else { return nil }
    return ObjectIdentity.number(of: queue).flatMap { self[QueueID(rawValue: $0)] }
  }

  /// Whether this process recorded it, so that its objects may still be there.
  package var wasRecordedHere: Bool {
    header.processID == UInt32(ProcessInfo.processInfo.processIdentifier)
  }

  private func only<Element>(_ elements: [Element]) -> Element? {
    elements.count == 1 ? elements.first : nil
  }
}
