import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that operations were cancelled, and finished soon after.
///
/// Measured from the first `cancel()` to the finish; of an operation that was cancelled before it was added to a queue, from
/// that moment on. One that had finished before it was cancelled fails the expectation: nothing was seen to obey.
///
/// ```swift
/// expectCancelled("download", within: .milliseconds(200), in: trace)
/// ```
///
/// - Parameters:
///   - first: Operations.
///   - others: More of them: it must be so of each.
///   - limit: The longest time from the cancel to the finish.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectCancelled<each Reference: OperationReference>(
  _ first: some OperationReference,
  _ others: repeat each Reference,
  within limit: Duration,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    for position in try judgement.operations(first, repeat each others) {
      try judgement.checkCancelled(position, within: limit)
    }
  }
}

extension Judgement {
  fileprivate func checkCancelled(
    _ position: Int,
    within limit: Duration
  ) throws(ExpectationFailure) {
    let milestones = operation(position).milestones
    guard let cancelled = milestones.cancelled else {
      throw failure("\(name(position)) was not cancelled.", position)
    }
    let limitText = DurationText.short(limit.nanoseconds)
    let begin = max(cancelled, milestones.enqueued ?? cancelled)
    guard let finished = milestones.finished else {
      let time = time(from: begin, to: trace.end)
      throw failure(
        "\(name(position)) has not finished \(time) after it was cancelled, "
          + "at most \(limitText) were expected.",
        position
      )
    }
    if finished < cancelled {
      let time = time(from: finished, to: cancelled)
      throw failure("\(name(position)) had finished \(time) before it was cancelled.", position)
    }
    guard finished.nanoseconds(since: begin) > limit.nanoseconds else { return }
    throw failure(
      "\(name(position)) finished \(time(from: begin, to: finished)) after it was cancelled, "
        + "at most \(limitText) were expected.",
      position
    )
  }
}
