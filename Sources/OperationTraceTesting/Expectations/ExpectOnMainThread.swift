import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that operations were started on the main thread, or by the main queue.
///
/// An operation that is not asynchronous does all of its work there. A process can give its main thread up, as that of Swift
/// Testing on Linux does: then another thread serves the main queue and the main actor, and what was added to
/// `OperationQueue.main` counts wherever it ran.
///
/// - Parameters:
///   - first: Operations.
///   - others: More of them: it must be so of each.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectOnMainThread<each Reference: OperationReference>(
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
    for position in try judgement.operations(first, repeat each others) {
      let operation = judgement.operation(position)
      guard operation.began != nil, let thread = operation.startThread else {
        throw judgement.failure(
          "\(judgement.name(position)) never started, and was to run on the main thread.",
          position
        )
      }
      if judgement.isMain(thread) || judgement.isInMainQueue(position) { continue }
      throw judgement.failure(
        "\(judgement.name(position)) ran on \(judgement.thread(thread)), not on the main thread.",
        position
      )
    }
  }
}

extension Judgement {
  fileprivate func isMain(_ thread: ThreadID) -> Bool {
    trace.threads.contains { $0.id == thread && $0.isMain }
  }

  fileprivate func isInMainQueue(_ position: Int) -> Bool {
    index.queue(of: position).map { trace.queues[$0].isMain } ?? false
  }
}
