import TraceRecording

extension OperationTracer {
  /// Reports stalls while the program runs: once for each root cause, with its proof and what to change.
  ///
  /// ```swift
  /// let tracer = try OperationTracer.start(tracing: queue)
  /// tracer.onStall()  // prints to standard error what `optrace diagnose` would print
  /// tracer.onStall(after: .seconds(30)) { report in
  ///   log.error("\(report.findings.map(\.sentence))")
  /// }
  /// ```
  ///
  /// Nothing is analysed while all operations move. When some have not moved for `threshold`, the recording is analysed on a thread
  /// of the tracer's own, at a cost of at most a fiftieth of a processor, up to two million events. A tracer that is stopped or
  /// released reports no more. Call it several times for several thresholds.
  ///
  /// The stacks of threads that have been inside an operation's `start()` for that long are recorded, too, so that a report can say
  /// where they are.
  ///
  /// - Parameters:
  ///   - threshold: How long an operation may go without a move. A program that is only slow needs more than the default.
  ///   - report: Is called on that thread, never on a dispatch queue; while it has not returned, further reports wait and the
  ///     recording goes on. Without it, reports are printed to standard error.
  public func onStall(
    after threshold: Duration = .seconds(5),
    _ report: @escaping @Sendable (StallReport) -> Void = { $0.printToStandardError() }
  ) {
    StallWatch.start(recording, after: threshold, report: report)
  }
}
