import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that no two of some operations executed at the same time.
///
/// ```swift
/// expectNoOverlap("migrate", "vacuum", in: trace)
/// expectNoOverlap(.all(DatabaseWrite.self), in: trace)
/// ```
///
/// An operation executes from its `start()` to its finish; one that never started overlaps nothing.
///
/// - Parameters:
///   - first: Operations.
///   - others: More of them: none of all may overlap another.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectNoOverlap<each Reference: OperationReference>(
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
    try judgement.checkNoOverlap(of: all)
  }
}

extension Judgement {
  fileprivate func checkNoOverlap(of positions: [Int]) throws(ExpectationFailure) {
    let executions = executions(of: positions)
    var first: (earlier: Execution, later: Execution)?
    var count = 0
    var concerned: [Int] = []
    // The one that lasts longest of those that have started: whatever starts in its time overlaps at least it.
    var longest: Execution?
    for execution in executions {
      if let before = longest, execution.start < before.end, execution.start < execution.end {
        if first == nil { first = (before, execution) }
        count += 1
        concerned += [before.position, execution.position]
      }
      if execution.end > longest?.end ?? .zero { longest = execution }
    }
    guard let (earlier, later) = first else { return }
    let end = min(earlier.end, later.end)
    var details = [life(of: earlier.position), life(of: later.position)]
    if count > 1 {
      details.append("In all, \(CountText.of(count, "operation")) started while another executed.")
    }
    throw ExpectationFailure(
      sentence: "\(name(earlier.position)) and \(name(later.position)) executed at the same time "
        + "for \(time(from: later.start, to: end)).",
      details: details,
      operations: concerned
    )
  }
}
