import TraceAnalysis
import TraceEvents
public import TraceModel

/// Expects that each operation had finished before the next one started.
///
/// ```swift
/// expectOrder("load", "decode", "show", in: trace)
/// expectOrder(.all(named: "resize *"), "upload", in: trace)
/// ```
///
/// Where several are meant in one place, all of them must have finished before any of the next place started. An operation
/// that never started or never finished fails the expectation.
///
/// - Parameters:
///   - first: What comes first.
///   - second: What comes after it.
///   - others: What comes after that, in order.
///   - trace: The trace.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
public func expectOrder<each Reference: OperationReference>(
  _ first: some OperationReference,
  _ second: some OperationReference,
  _ others: repeat each Reference,
  in trace: Trace,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  judge(trace, at: site) { judgement throws(ExpectationFailure) in
    var places = [try judgement.operations(first), try judgement.operations(second)]
    for other in repeat each others { places.append(try judgement.operations(other)) }
    for (earlier, later) in zip(places, places.dropFirst()) {
      try judgement.check(earlier, before: later)
    }
  }
}

extension Judgement {
  /// Makes sure that all of some operations had finished before any of others started.
  fileprivate func check(_ earlier: [Int], before later: [Int]) throws(ExpectationFailure) {
    if let both = Set(earlier).intersection(later).min() {
      throw ExpectationFailure(
        sentence: "\(name(both)) is meant to come before itself.",
        operations: [both]
      )
    }
    if let idle = later.first(where: { operation($0).began == nil }) {
      throw ExpectationFailure(
        sentence: "\(name(idle)) never started, and was to start after \(list(earlier)).",
        details: [life(of: idle)] + earlier.prefix(3).map(life),
        operations: [idle] + earlier
      )
    }
    func finish(_ position: Int) -> TraceInstant? { operation(position).milestones.finished }
    func start(_ position: Int) -> TraceInstant { operation(position).began ?? .zero }
    // The pair that is furthest from what it should be.
    let last = earlier.max { (finish($0)?.nanoseconds ?? .max) < (finish($1)?.nanoseconds ?? .max) }
    let first = later.min { start($0) < start($1) }
    guard let last, let first else { return }
    guard let finished = finish(last) else {
      throw ExpectationFailure(
        sentence: "\(name(first)) started before \(name(last)) finished: "
          + "\(name(last)) was unfinished when the trace ended.",
        details: [life(of: last), life(of: first)],
        operations: [last, first]
      )
    }
    guard finished > start(first) else { return }
    let tooLate = earlier.filter { finish($0).map { $0 > start(first) } ?? true }
    let tooEarly = later.filter { start($0) < finished }
    let others = tooLate.count * tooEarly.count > 1
    throw ExpectationFailure(
      sentence: "\(name(first)) started \(time(from: start(first), to: finished)) "
        + "before \(name(last)) finished.",
      details: [life(of: last), life(of: first)]
        + (others
          ? ["In all, \(list(tooEarly)) started too early for \(list(tooLate))."] : []),
      operations: [last, first] + tooLate + tooEarly
    )
  }
}
