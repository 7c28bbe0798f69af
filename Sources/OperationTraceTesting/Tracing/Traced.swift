public import Foundation
import OperationTracing
public import TraceModel

/// Traces what a piece of code does with queues, and gives it up when it hangs.
///
/// ```swift
/// let trace = try traced(queue) {
///   importer.start(on: queue)
///   queue.waitUntilAllOperationsAreFinished()
/// }
/// expectNoFindings(in: trace)
/// ```
///
/// The body runs on a thread of its own, so that the test can go on when it does not come back: then the test fails here,
/// with the diagnosis of what is stuck, and a ``TimeLimitExceeded`` ends it. The thread stays behind. While the main thread
/// waits it runs its run loop, so that operations of the main queue get on.
///
/// The trace ends when the body does. Wait in it for what you want to see; operations that are still at work then are
/// unfinished in the trace.
///
/// - Parameters:
///   - queues: The queues to trace; none for every queue of the process, also those that are made later. Swift Testing
///     runs tests in parallel, and every queue includes those of the other tests.
///   - timeLimit: How long the body may take.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - body: What to trace.
/// - Returns: What happened to operations of the queues, and to what these depend on, while the body ran.
/// - Throws: What the body throws; `TimeLimitExceeded` when it takes too long; a `RecordingError` when nothing can be traced.
public func traced(
  _ queues: OperationQueue...,
  timeLimit: Duration = .seconds(60),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: sending @escaping () throws -> Void
) throws -> Trace {
  let tracer = try OperationTracer.start(tracing: queues, recordingTo: .memory)
  let run = BodyRun { try body() }
  let result = run.wait(timeLimit)
  tracer.stop()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try tracer.trace().ended(by: result, within: timeLimit, at: site)
}

/// Traces what a piece of asynchronous code does with queues, and gives it up when it hangs.
///
/// As the form for code that is not asynchronous. The body may block: it runs on threads of its own, not on those of the
/// concurrency runtime, of which there are few. What is isolated to an actor runs there, and when that blocks the main actor the
/// test can't go on. When the test is cancelled, so is the body.
///
/// - Parameters:
///   - queues: The queues to trace; none for every queue of the process, also those that are made later. Swift Testing
///     runs tests in parallel, and every queue includes those of the other tests.
///   - timeLimit: How long the body may take.
///   - fileID: The caller's file, with its module.
///   - filePath: The path of the caller's file.
///   - line: The caller's line.
///   - column: The caller's column.
///   - body: What to trace.
/// - Returns: What happened to operations of the queues, and to what these depend on, while the body ran.
/// - Throws: What the body throws; `TimeLimitExceeded` when it takes too long; a `RecordingError` when nothing can be traced.
nonisolated(nonsending) public func traced(
  _ queues: OperationQueue...,
  timeLimit: Duration = .seconds(60),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: sending @escaping () async throws -> Void
) async throws -> Trace {
  let tracer = try OperationTracer.start(tracing: queues, recordingTo: .memory)
  let run = BodyRun(body)
  let result = await run.end(within: timeLimit)
  tracer.stop()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try tracer.trace().ended(by: result, within: timeLimit, at: site)
}

extension Trace {
  /// The trace of a body that ended; fails the test when it did not.
  fileprivate func ended(
    by result: Result<Void, any Error>?,
    within timeLimit: Duration,
    at site: CallSite
  ) throws -> Trace {
    guard let result else {
      judge(self, at: site) { judgement throws(ExpectationFailure) in
        throw judgement.hang(after: timeLimit)
      }
      throw TimeLimitExceeded(timeLimit: timeLimit)
    }
    try result.get()
    return self
  }
}
