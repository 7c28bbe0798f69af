import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that operations have finished, in whatever way: also cancelled or failed.
///
/// - Parameters:
///   - first: Operations.
///   - others: More of them: it must be so of each.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectFinished<each Reference: OperationReference>(
  _ first: some OperationReference,
  _ others: repeat each Reference,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    let all = try judgement.operations(first, repeat each others)
    try judgement.checkEach(of: all, "had not finished when the trace ended") { operation in
      operation.milestones.finished != nil
    }
  }
}

/// Expects that operations never did their work.
///
/// The queue calls `start()` also of an operation that was cancelled before, to finish it; that does not count.
///
/// - Parameters:
///   - first: Operations.
///   - others: More of them: it must be so of each.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectNeverStarted<each Reference: OperationReference>(
  _ first: some OperationReference,
  _ others: repeat each Reference,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    let all = try judgement.operations(first, repeat each others)
    try judgement.checkEach(of: all, "started, and was never to") { $0.began == nil }
  }
}

/// Expects that operations ended in one way.
///
/// ```swift
/// expectOutcome(of: "upload", .cancelledBeforeStart, in: trace)
/// ```
///
/// That an operation failed is known only when the program says so, by `recordFailure(of:_:)`.
///
/// - Parameters:
///   - reference: The operations; it must be so of each.
///   - outcome: What must have become of them.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectOutcome(
  of reference: some OperationReference,
  _ outcome: TracedOperation.Outcome,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    for position in try judgement.operations(reference) {
      let actual = judgement.operation(position).outcome
      guard actual != outcome else { continue }
      throw judgement.failure(
        "\(judgement.name(position)) \(actual.words); it was expected to \(outcome.infinitive).",
        position
      )
    }
  }
}

extension TracedOperation.Outcome {
  /// What became of an operation, as what is said of it.
  fileprivate var words: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelledBeforeStart: "was cancelled before it started"
    case .cancelledWhileExecuting: "was cancelled while it executed"
    case .unfinished: "did not finish"
    }
  }

  /// What was to become of it.
  fileprivate var infinitive: String {
    switch self {
    case .succeeded: "succeed"
    case .failed: "fail"
    case .cancelledBeforeStart: "be cancelled before it started"
    case .cancelledWhileExecuting: "be cancelled while it executed"
    case .unfinished: "be unfinished"
    }
  }
}
