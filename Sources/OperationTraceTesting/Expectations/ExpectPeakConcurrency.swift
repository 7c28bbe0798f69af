import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that at no moment more than a number of the operations executed.
///
/// ```swift
/// expectPeakConcurrency(of: queue, atMost: 2, in: trace)
/// expectPeakConcurrency(of: .all(UploadOperation.self), atMost: 4, in: trace)
/// ```
///
/// An operation executes from its `start()` to its finish; one that was cancelled before it started does not.
///
/// - Parameters:
///   - reference: The operations to count.
///   - limit: The most that may execute at once.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectPeakConcurrency(
  of reference: some OperationReference,
  atMost limit: Int,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    let peak = judgement.peak(of: try judgement.operations(reference))
    guard peak.executing.count > limit else { return }
    throw judgement.failure(peak, of: reference, "at most", limit)
  }
}

/// Expects that the most of the operations that executed at once were a number.
///
/// That they came to this number depends on the machine unless the operations wait for each other: for a limit that must
/// hold always, expect it `atMost`.
///
/// - Parameters:
///   - reference: The operations to count.
///   - count: The most that must have executed at once, no more and no less.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectPeakConcurrency(
  of reference: some OperationReference,
  exactly count: Int,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    let peak = judgement.peak(of: try judgement.operations(reference))
    guard peak.executing.count != count else { return }
    throw judgement.failure(peak, of: reference, "exactly", count)
  }
}

extension Judgement {
  /// The moment at which the most operations executed.
  struct Peak {
    /// The first such moment.
    var instant = TraceInstant.zero
    /// Those that executed then, in the order in which they had started.
    var executing: [Int] = []
    /// All that were looked at.
    var all: [Int]
  }

  /// When the most of some operations executed.
  func peak(of positions: [Int]) -> Peak {
    var peak = Peak(all: positions)
    var executing: [(position: Int, end: TraceInstant)] = []
    for execution in executions(of: positions) {
      executing.removeAll { $0.end <= execution.start }
      executing.append((execution.position, execution.end))
      if executing.count > peak.executing.count {
        peak.instant = execution.start
        peak.executing = executing.map(\.position)
      }
    }
    return peak
  }

  fileprivate func failure(
    _ peak: Peak,
    of reference: some OperationReference,
    _ bound: String,
    _ expected: Int
  ) -> ExpectationFailure {
    let count = CountText.grouped(peak.executing.count)
    let whole = words(for: reference, peak.all)
    let were = expected == 1 ? "was" : "were"
    return ExpectationFailure(
      sentence: "\(count) of \(whole) executed at once, "
        + "\(bound) \(CountText.grouped(expected)) \(were) expected.",
      details: peak.executing.isEmpty
        ? [] : ["At \(moment(peak.instant)): \(list(peak.executing, atMost: 8))."],
      operations: peak.executing.isEmpty ? peak.all : peak.executing
    )
  }
}
