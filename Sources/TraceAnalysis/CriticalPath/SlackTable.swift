public import TraceEvents
public import TraceModel

/// How much later each operation could have finished without moving the run's last finish, and how much sooner the run
/// would have ended had it taken no time.
///
/// Both follow what the critical path follows: dependencies, barriers, slot hand-overs, waits, and who enqueued whom, as they
/// came about in this run. With other times slots would be handed over in another order, so where operations waited for slots
/// these are estimates.
public struct SlackTable: Sendable {
  private let trace: Trace
  private let slacks: [UInt64]
  private let potentials: [Int: UInt64]

  /// Finds slack and potential in time nearly linear in the number of operations and edges.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - criticalPath: Its critical path: what is not on it has no potential. Nil leaves out the potentials, which take the
  ///     greater part of the time.
  public init(of trace: Trace, criticalPath: CriticalPath?) {
    self.trace = trace
    let executions = criticalPath.map { PathExecutions($0, in: trace) }
    var sweep = SlackSweep(trace, beside: executions)
    sweep.run()
    slacks = sweep.slacks
    potentials = executions?.potentials(beside: sweep.stretches) ?? [:]
  }

  /// How much later an operation could have finished without moving the end, in nanoseconds; nil for one that never did.
  public func slack(of id: OperationID) -> UInt64? {
    guard let position = trace.position(of: id), slacks[position] != SlackSweep.none else {
      return nil
    }
    return slacks[position]
  }

  /// How much sooner the run would have ended had the operation taken no time, in nanoseconds.
  ///
  /// It is never more than its own execution on the critical path, and less where something beside it took nearly as long.
  public func potential(of id: OperationID) -> UInt64 {
    trace.position(of: id).flatMap { potentials[$0] } ?? 0
  }
}
