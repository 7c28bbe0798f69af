public import TraceAnalysis
import TraceEvents
public import TraceModel

/// Sums up a run: totals, queues, where the time went, and what took longest.
struct SummaryText {
  private let annotated: AnnotatedTrace
  private var report: TextReport

  init(_ annotated: AnnotatedTrace, style: TextStyle) {
    self.annotated = annotated
    report = TextReport(style)
    write()
  }

  /// The text; every line ends with a newline.
  var text: String {
    report.text
  }

  private var trace: Trace { annotated.trace }

  private mutating func write() {
    writeHead()
    guard !trace.operations.isEmpty else { return }
    writeOutcomes()
    writeQueues()
    writeTime()
    writeSlowest()
  }

  private mutating func writeHead() {
    let program = annotated.cut(trace.header.program, to: report.style.columns - 20)
    if !VisibleText.isBlank(program) {
      let process = trace.header.processID == 0 ? "" : ", process \(trace.header.processID)"
      report.add(program + process, .bold)
    }
    var parts = ["recorded for \(annotated.duration(trace.durationNanoseconds))"]
    if let horizon = trace.horizon {
      let kept = trace.end.nanoseconds(since: horizon.instant)
      parts.append("the last \(annotated.duration(kept)) of it kept")
    }
    if trace.header.startedAtUnixNanoseconds > 0 {
      let began = CalendarText.utc(unixNanoseconds: trace.header.startedAtUnixNanoseconds)
      parts.append("from \(began)")
    }
    if trace.log.endedEarly {
      parts.append("it ended before the program did")
    } else if !trace.wasStopped {
      parts.append("the program was still running, hung or killed at the end")
    }
    report.add(parts: parts)
    report.add(parts: RunTotals(annotated).parts)
    if let diagnosis = annotated.diagnosis, !trace.operations.isEmpty {
      let verdict = Verdict(diagnosis, of: annotated)
      report.add(verdict.line, verdict.level.terminalLook)
    }
    report.addProblems(of: annotated)
  }

  private mutating func writeOutcomes() {
    let outcomes = OutcomeCounts(trace)
    var table = TextTable(["outcome", "operations"])
    for outcome in TracedOperation.Outcome.allCases where outcomes[outcome] > 0 {
      table.add([outcome.words, CountText.grouped(outcomes[outcome])])
    }
    report.addGap()
    table.write(to: &report)
  }

  private mutating func writeQueues() {
    let queues = trace.queues.filter { !$0.operations.isEmpty || !$0.suspensions.isEmpty }
    guard !queues.isEmpty else { return }
    var table = TextTable([
      "queue", "operations", "limit", "peak", "mean", "busy", "most queued", "suspended",
    ])
    for queue in queues {
      table.add([
        annotated.name(queue.id),
        CountText.grouped(queue.operations.count),
        queue.limit.map { "\($0)" } ?? "none",
        CountText.grouped(queue.peakConcurrency),
        CountText.mean(queue.meanConcurrency),
        CountText.percent(queue.busyShare),
        CountText.grouped(queue.mostQueued),
        suspended(queue),
      ])
    }
    report.addGap()
    if table.columns(first: 12) <= report.style.columns - 2 {
      table.write(to: &report)
    } else {
      for queue in queues { writeInWords(queue) }
    }
  }

  /// A queue in a paragraph, where the table has no room.
  private mutating func writeInWords(_ queue: TracedQueue) {
    report.add("queue \(annotated.name(queue.id))", .bold, indent: 2)
    var words = "\(CountText.of(queue.operations.count, "operation")), \(queue.useInWords)"
    words += ", most queued \(CountText.grouped(queue.mostQueued))"
    if !queue.suspensions.isEmpty { words += ", suspended \(suspended(queue))" }
    report.add(words, indent: 4)
  }

  private func suspended(_ queue: TracedQueue) -> String {
    guard !queue.suspensions.isEmpty else { return "-" }
    let total = queue.suspensions.reduce(0) {
      $0 + ($1.end ?? trace.end).nanoseconds(since: $1.start)
    }
    let now = queue.isSuspendedAtEnd ? ", still" : ""
    return "\(CountText.grouped(queue.suspensions.count))x \(annotated.duration(total))\(now)"
  }

  private mutating func writeTime() {
    var sums = TimeAccounting()
    for operation in trace.operations {
      let accounting = operation.accounting
      for state in OperationState.allCases {
        // A sum of many operations may outgrow what one trace can hold.
        sums[state] = sums[state].addingReportingOverflow(accounting[state]).partialValue
      }
    }
    let total = OperationState.allCases.reduce(0.0) { $0 + Double(sums[$1]) }
    guard total > 0 else { return }
    var table = TextTable(["time of all operations", "sum", "share"])
    for state in OperationState.allCases {
      let share = Double(sums[state]) / total
      table.add([state.words, annotated.duration(sums[state]), CountText.percent(share)])
    }
    report.addGap()
    table.write(to: &report)
  }

  private mutating func writeSlowest() {
    let slowest = slowestOperations(5)
    guard !slowest.isEmpty else { return }
    var table = TextTable(["slowest operations", "executing", "waiting"])
    for operation in slowest {
      let text = OperationText(operation, in: annotated)
      let state = operation.outcome == .unfinished ? " (\(text.status))" : ""
      table.add([
        text.name + state,
        annotated.duration(operation.accounting.executing),
        annotated.duration(operation.accounting.waiting),
      ])
    }
    report.addGap()
    table.write(to: &report)
  }

  /// The operations that executed longest, without those that did not; of equals those with the lower identities.
  private func slowestOperations(_ count: Int) -> [TracedOperation] {
    // By position: the operations themselves are large, and there may be a million.
    let times = trace.operations.map(\.accounting.executing)
    let order = times.indices.filter { times[$0] > 0 }.sorted { a, b in
      if times[a] != times[b] { return times[a] > times[b] }
      return trace.operations[a].id < trace.operations[b].id
    }
    return order.prefix(count).map { trace.operations[$0] }
  }
}

extension TracedQueue {
  /// The most operations that were ready and not started at once.
  fileprivate var mostQueued: Int {
    depth.reduce(0) { max($0, $1.queued) }
  }
}

extension TracedOperation.Outcome {
  /// What became of it, in words.
  var words: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelledBeforeStart: "cancelled before start"
    case .cancelledWhileExecuting: "cancelled while executing"
    case .unfinished: "unfinished"
    }
  }
}

extension OperationState {
  /// What it is called.
  var words: String {
    switch self {
    case .waitingForDependencies: "waiting for dependencies"
    case .queueSuspended: "queue suspended"
    case .waitingForSlot: "waiting for a slot"
    case .dispatch: "dispatch"
    case .executing: "executing"
    }
  }
}

extension Trace {
  /// The run in numbers, for a terminal: totals, how operations ended, each queue's use, where the time went, what took longest.
  ///
  /// Names are made safe to show and cut in the middle; no line is wider than the style's width.
  ///
  /// - Parameters:
  ///   - style: Width, charset and colours.
  ///   - diagnosis: What is known to be wrong, for the verdict. Nil to say nothing of it.
  ///   - criticalPath: The path whose length is given among the totals.
  /// - Returns: The text; every line of it ends with a newline.
  public func summaryText(
    _ style: TextStyle = TextStyle(),
    diagnosis: Diagnosis? = nil,
    criticalPath: CriticalPath? = nil
  ) -> String {
    let annotated = AnnotatedTrace(
      self,
      diagnosis: diagnosis,
      criticalPath: criticalPath,
      charset: style.charset
    )
    return SummaryText(annotated, style: style).text
  }
}
