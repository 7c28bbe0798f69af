package import TraceAnalysis
package import TraceEvents
package import TraceModel

/// A trace with what the analysis says about it, and what every picture of it asks for.
package struct AnnotatedTrace {
  let trace: Trace
  let diagnosis: Diagnosis?
  let criticalPath: CriticalPath?

  /// The operations to show; nil for all.
  let selected: SelectedOperations?

  /// How long all of it took; nil when there was nothing.
  let wall: WallTime?

  /// The span of time to show.
  let span: RunSpan

  /// The trace, ready to be asked for its state at any moment.
  let history: TraceHistory

  /// What went on at the trace's end: tells what keeps operations from getting on.
  let endState: TraceState

  /// The operations on the critical path.
  let critical: Set<OperationID>

  /// The edges by which the critical path comes to operations.
  let criticalEdges: [OperationID: TraceEdge]

  /// Since when operations are stalled.
  let stalledSince: [OperationID: TraceInstant]

  /// Operations that are not stalled in a queue, but named as what keeps others from getting on.
  let culprits: Set<OperationID>

  /// Whose names others have, too.
  let sharedNames: SharedNames

  /// The charset in which words and names are given.
  let charset: TextStyle.Charset

  /// Gathers what is known.
  package init(
    _ trace: Trace,
    diagnosis: Diagnosis?,
    criticalPath: CriticalPath?,
    selected: SelectedOperations? = nil,
    charset: TextStyle.Charset = .unicode
  ) {
    self.trace = trace
    self.diagnosis = diagnosis
    self.criticalPath = criticalPath
    self.selected = selected
    self.charset = charset
    wall = WallTime(of: trace)
    span = RunSpan(wall, in: trace)
    history = TraceHistory(trace)
    endState = history.state(at: trace.end)
    critical = Set(criticalPath?.operations ?? [])
    let pathEdges = criticalPath?.edges ?? []
    criticalEdges = Dictionary(pathEdges.map { ($0.target, $0) }) { first, _ in first }
    sharedNames = SharedNames(trace)
    var since: [OperationID: TraceInstant] = [:]
    for id in (diagnosis?.stalled ?? [:]).keys {
      since[id] = trace[id].flatMap { diagnosis?.stalledSince($0) }
    }
    stalledSince = since
    culprits = diagnosis?.culprits(in: trace) ?? []
  }

  /// The span of time that a picture of what is selected shows: that of its operations, within what was asked for.
  var selectedSpan: RunSpan {
    guard let selected, !selected.isEverything || selected.span != nil else { return span }
    let shown = RunSpan(of: selected.positions.map { trace.operations[$0] }, in: trace)
    return selected.span.map(shown.limited) ?? shown
  }

  /// Whether an operation is stalled, or keeps others from getting on.
  func isStuck(_ id: OperationID) -> Bool {
    stalledSince[id] != nil || culprits.contains(id)
  }

  /// An operation's name, cut to a number of columns; where several have one name, each gets its number.
  package func name(_ id: OperationID, atMost limit: Int = 32) -> String {
    let name = trace.visibleName(of: id, charset: charset)
    guard let operation = trace[id], sharedNames.contains(operation) else {
      return cut(name, to: limit)
    }
    let number = " #\(id.rawValue)"
    return cut(name, to: max(4, limit - number.count)) + number
  }

  /// An operation's number and name, cut to a number of columns.
  func numberedName(_ id: OperationID, atMost limit: Int = 40) -> String {
    cut("#\(id.rawValue) \(trace.visibleName(of: id, charset: charset))", to: limit)
  }

  /// A queue's name, cut to a number of columns.
  func name(_ id: QueueID, atMost limit: Int = 40) -> String {
    cut(trace.visibleName(of: id, charset: charset), to: limit)
  }

  /// Text of any origin on one line, cut to a number of columns.
  func cut(_ text: String, to limit: Int) -> String {
    MiddleCut.columns(VisibleText.line(text, charset: charset), to: limit, charset: charset)
  }

  /// A length of time.
  func duration(_ nanoseconds: UInt64) -> String {
    DurationText.short(nanoseconds, charset: charset)
  }
}

extension Diagnosis {
  /// Since when an operation has been stalled; nil when it is not.
  ///
  /// It can't have been before it did what it does now: what is held up by a stall waited in the usual way until the
  /// stall began.
  fileprivate func stalledSince(_ operation: TracedOperation) -> TraceInstant? {
    guard let position = stalled[operation.id], findings.indices.contains(position) else {
      return nil
    }
    return max(findings[position].since, operation.intervals.last?.start ?? .zero)
  }
}
