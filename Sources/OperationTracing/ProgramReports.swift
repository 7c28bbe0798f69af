public import Foundation
import OperationObservation
import TraceEvents

/// The longest error text that is recorded, in bytes of UTF-8; longer ones are cut.
private let maximumFailureText = 256

/// Records that an operation failed, for tracers that trace it; without one it costs a load.
///
/// Foundation's operations know no failure: a trace can show one only when the program says so. Call it before the operation
/// finishes. The error's description is cut to 256 bytes.
public func recordFailure(of operation: Operation, _ error: any Error) {
  guard ProgramReports.areWanted else { return }
  recordFailure(of: operation, String(describing: error))
}

/// Records that an operation failed, with a text that says why; cut to 256 bytes.
public func recordFailure(of operation: Operation, _ reason: String) {
  guard ProgramReports.areWanted else { return }
  ProgramReports.record(
    kind: TraceEvent.Kind.failed.rawValue,
    operation: operation,
    text: reason,
    limit: maximumFailureText
  )
}

/// Leaves a short note in the trace, on an operation or on the run as a whole; cut to 256 bytes.
public func note(_ text: String, on operation: Operation? = nil) {
  guard ProgramReports.areWanted else { return }
  ProgramReports.record(
    kind: TraceEvent.Kind.noted.rawValue,
    operation: operation,
    text: text,
    limit: maximumFailureText
  )
}
